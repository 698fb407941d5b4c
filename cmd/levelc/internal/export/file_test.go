package export_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/format"
)

func TestASchemaFileHoldsAllOfASchema(t *testing.T) {
	for _, s := range []*format.Schema{gameSchema(t), oddSchema(t), oddSchema(t).Complete()} {
		var b bytes.Buffer
		require.NoError(t, export.WriteFile(&b, s))
		require.True(t, export.IsFile(b.Bytes()))
		got, err := export.ReadFile(bytes.NewReader(b.Bytes()))
		require.NoError(t, err)
		want, err := format.AppendSchema(nil, s.Complete())
		require.NoError(t, err)
		have, err := format.AppendSchema(nil, got)
		require.NoError(t, err)
		require.Equal(t, want, have, "the bytes that a level would have")
		var again bytes.Buffer
		require.NoError(t, export.WriteFile(&again, got))
		require.Equal(t, b.String(), again.String())
	}
}

const smallFile = `{
  "levelc": "schema 1",
  "tables": [
    {"name": "body", "class": "node", "stride": 8, "names": ["body", "crate"], "json": "bodies", "doc": "A \"body\".", "fields": [
      {"name": "name", "type": "str", "offset": 0, "role": "id", "source": "name"},
      {"name": "mass", "type": "f32", "offset": 4, "source": "mass", "default": "", "finite": true}
    ]}
  ]
}
`

func TestASchemaFileIsAsItIs(t *testing.T) {
	s, err := export.ReadFile(strings.NewReader(smallFile))
	require.NoError(t, err)
	require.Equal(t, &format.Table{
		Name: "body", Class: format.ClassNode, Stride: 8,
		Attr: format.TableAttr{Names: []string{"body", "crate"}, JSON: "bodies", Doc: `A "body".`},
		Fields: []format.Field{
			{Name: "name", Type: format.TypeStr, Count: 1, Attr: format.Attr{Role: format.RoleID, Source: "name"}},
			{Name: "mass", Type: format.TypeF32, Offset: 4, Count: 1, Attr: format.Attr{Source: "mass", HasDefault: true, Finite: true}},
		},
	}, &s.Tables[format.FixedTables])
	var b bytes.Buffer
	require.NoError(t, export.WriteFile(&b, s))
	require.Equal(t, smallFile, b.String())
}

// Windows PowerShell writes UTF-16 where a > stands, and a mark in front of UTF-8.
func TestASchemaFileIsReadInWhatTheShellWritesItIn(t *testing.T) {
	want, err := export.ReadFile(strings.NewReader(smallFile))
	require.NoError(t, err)
	for name, text := range leveltest.Encodings(smallFile) {
		require.True(t, export.IsFile([]byte(text[:161])), name)
		got, err := export.ReadFile(strings.NewReader(text))
		require.NoError(t, err, name)
		require.Equal(t, want, got, name)
	}
	for name, text := range leveltest.Encodings("{\"é\": 1}") {
		_, err := export.ReadFile(strings.NewReader(text))
		var at *export.FileError
		require.ErrorAs(t, err, &at, name)
		require.Equal(t, [2]int{1, 2}, [2]int{at.Line, at.Col}, "the mark takes no column in %s", name)
	}
	_, err = export.ReadFile(strings.NewReader("\xFF\xFE" + smallFile[:33]))
	require.ErrorIs(t, err, export.ErrFile)
	require.ErrorContains(t, err, "half a character of UTF-16; save the file as UTF-8")
}

func TestFilesThatAreNoSchemaFilesAreRefused(t *testing.T) {
	for change, why := range map[[2]string]string{
		{`schema 1`, `schema 2`}:                    `version "schema 2"`,
		{`"class": "node"`, `"class": "fixed"`}:     `no class "fixed"`,
		{`"type": "f32"`, `"type": "f33"`}:          `no type "f33"`,
		{`"type": "f32"`, `"type": "invalid"`}:      `no type "invalid"`,
		{`"role": "id"`, `"role": "invalid"`}:       `no role "invalid"`,
		{`"stride": 8`, `"stride": 7`}:              "stride",
		{`"stride": 8`, `"stride": -8`}:             "no schema file",
		{`"stride": 8`, `"stride": 99999999999`}:    "no schema file",
		{`"offset": 4`, `"offset": 3`}:              "overlaps",
		{`"names"`, `"nmaes"`}:                      "nmaes",
		{`"names"`, `"stride": 8, "names"`}:         "duplicate",
		{`{"name": "body"`, `{"name": "$str"`}:      "two tables",
		{`A \"body\".`, "\xff"}:                     "not UTF-8",
		{"  ]\n}", "  ]"}:                           "no schema file",
		{"  ]\n}", "  ]\n} {}"}:                     "no schema file",
		{`"source": "name"`, `"target": "nowhere"`}: "target",
		{`"finite": true`, `"symbols": ["a"]`}:      "symbols",
		{smallFile, ""}:                             "no schema file",
		{smallFile, "[]"}:                           "no schema file",
	} {
		_, err := export.ReadFile(strings.NewReader(strings.Replace(smallFile, change[0], change[1], 1)))
		require.ErrorContains(t, err, why, "%q", change)
	}
	_, err := export.ReadFile(strings.NewReader(strings.Repeat(" ", 17<<20)))
	require.ErrorIs(t, err, export.ErrFile)
	for n := range len(smallFile) - 2 {
		_, err := export.ReadFile(strings.NewReader(smallFile[:n]))
		require.ErrorIs(t, err, export.ErrFile, "the first %d bytes", n)
	}
	require.False(t, export.IsFile(nil))
	require.False(t, export.IsFile([]byte(`{"type": "scene"}`)))
	require.False(t, export.IsFile([]byte(`<scene levelc=""/>`)))
}

// FuzzReadFile: what is read as a schema file is a valid schema, and is written
// as a file that holds the same.
func FuzzReadFile(f *testing.F) {
	var b bytes.Buffer
	require.NoError(f, export.WriteFile(&b, oddSchema(f)))
	seeds := []string{smallFile, b.String(), `{"levelc": "schema 1", "tables": []}`}
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	require.Len(f, seeds, 3)
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := export.ReadFile(bytes.NewReader(text))
		if err != nil {
			return
		}
		require.NoError(t, s.Validate())
		var b bytes.Buffer
		require.NoError(t, export.WriteFile(&b, s))
		again, err := export.ReadFile(&b)
		require.NoError(t, err)
		want, err := format.AppendSchema(nil, s)
		require.NoError(t, err)
		have, err := format.AppendSchema(nil, again)
		require.NoError(t, err)
		require.Equal(t, want, have)
		_, err = export.Tiled(s)
		require.NoError(t, err)
		_, err = export.LDtk(s)
		require.NoError(t, err)
		if _, err := compile.NewPlan(s); err != nil {
			return // no build takes a level of it
		}
		_, err = export.JSONSchema(s, export.EditorOptions{Title: "fuzz"})
		require.NoError(t, err)
		_, err = export.XSD(s, export.EditorOptions{Title: "fuzz"})
		if !errors.As(err, new(*export.PrefixError)) {
			require.NoError(t, err)
		}
	})
}
