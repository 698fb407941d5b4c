package infer_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// spool makes sources of texts.
func spool(t testing.TB, texts ...string) []*source.File {
	t.Helper()
	var files []*source.File
	for i, text := range texts {
		f, err := source.Spool(strings.NewReader(text), fmt.Sprint("source", i+1))
		require.NoError(t, err)
		t.Cleanup(func() { f.Close() })
		files = append(files, f)
	}
	return files
}

// from infers the schema of texts, each a level of its own.
func from(t testing.TB, texts ...string) *infer.Result {
	t.Helper()
	r, err := infer.Files(context.Background(), spool(t, texts...), infer.Options{})
	require.NoError(t, err)
	return r
}

// shape shows a schema: a line for each table, with its fields in brackets.
//
//	body: name str id, pos f32[2], parent ref(group) parent
func shape(r *infer.Result) string {
	var lines []string
	for _, t := range r.Schema.Tables {
		line := t.Name
		if t.Attr.JSON != "" {
			line += "/" + t.Attr.JSON
		}
		var fields []string
		for i := range t.Fields {
			fields = append(fields, field(&t.Fields[i]))
		}
		lines = append(lines, line+": "+strings.Join(fields, ", "))
	}
	return strings.Join(lines, "\n")
}

func field(f *format.Field) string {
	s := f.Name
	if f.Attr.JSON != "" {
		s += "/" + f.Attr.JSON
	}
	s += " " + f.Type.String()
	switch {
	case f.Type == format.TypeRef:
		s += "(" + f.Target + ")"
	case len(f.Symbols) > 0:
		s += "(" + strings.Join(f.Symbols, " ") + ")"
	}
	if f.Count > 1 {
		s += fmt.Sprintf("[%d]", f.Count)
	}
	if f.Attr.Role != format.RoleValue {
		s += " " + f.Attr.Role.String()
	}
	if f.Attr.Required {
		s += " required"
	}
	if f.Attr.HasDefault {
		s += "=" + f.Attr.Default
	}
	return s
}

func lines(s ...string) string { return strings.Join(s, "\n") }

// notes are the notes as text, with a "!" before those about lost values.
func notes(r *infer.Result) []string {
	var out []string
	for _, n := range r.Notes {
		if n.Lost {
			out = append(out, "! "+n.String())
		} else {
			out = append(out, n.String())
		}
	}
	return out
}

// lasting is a context that ends after so many looks at it.
type lasting struct {
	context.Context
	looks int
}

func (l *lasting) Err() error {
	if l.looks--; l.looks < 0 {
		return context.Canceled
	}
	return nil
}

func TestALargeSourceCanBeInterrupted(t *testing.T) {
	text := "<level>" + strings.Repeat("<a/>", 10000) + "</level>"
	_, err := infer.Files(&lasting{context.Background(), 3}, spool(t, text), infer.Options{})
	require.ErrorIs(t, err, context.Canceled)
	ctx := &lasting{context.Background(), 1 << 20}
	_, err = infer.Files(ctx, spool(t, text), infer.Options{})
	require.NoError(t, err)
	require.Greater(t, 1<<20-ctx.looks, 9, "it is asked while a source is read")
}
