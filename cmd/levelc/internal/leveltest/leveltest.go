// Package leveltest makes compiled levels for the tests of what works on them.
package leveltest

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"reflect"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/testdata/game"
	"github.com/levelc/levelc/testdata/standin"
)

// SchemaOf returns the schema of a game's world. Its stores may be stand-ins.
func SchemaOf[World any](t testing.TB) *format.Schema {
	t.Helper()
	return schemaOf(t, reflect.TypeFor[World]())
}

// GameSchema returns the schema of game.World.
func GameSchema(t testing.TB) *format.Schema {
	t.Helper()
	return schemaOf(t, game.WorldType)
}

func schemaOf(t testing.TB, world reflect.Type) *format.Schema {
	t.Helper()
	w, err := layout.Of(standin.Describe(world))
	require.NoError(t, err)
	return w.Schema
}

// TryBuild compiles a source with a schema. The error has all diagnostics, including
// warnings; with warnings only, the level is returned too.
func TryBuild[T string | []byte](t testing.TB, s *format.Schema, text T, o format.WriterOptions) ([]byte, error) {
	t.Helper()
	return TryBuildWith(t, s, text, o, compile.Options{})
}

// TryBuildWith is TryBuild with options for the compiler.
func TryBuildWith[T string | []byte](t testing.TB, s *format.Schema, text T, o format.WriterOptions, c compile.Options) ([]byte, error) {
	t.Helper()
	plan, err := compile.NewPlan(s)
	require.NoError(t, err)
	return TryBuildBy(t, plan, text, o, c)
}

// TryBuildBy is TryBuildWith for a plan, which many levels can have.
func TryBuildBy[T string | []byte](t testing.TB, plan *compile.Plan, text T, o format.WriterOptions, c compile.Options) ([]byte, error) {
	t.Helper()
	src, err := source.Spool(bytes.NewReader([]byte(text)), "source")
	require.NoError(t, err)
	defer src.Close()
	var out format.Buffer
	found, _, err := plan.Build(context.Background(), []*source.File{src}, &out, o, c)
	if found != nil {
		for _, d := range found.Diagnostics.All() {
			if err == nil {
				err = compile.ErrLevel
			}
			err = fmt.Errorf("%w; %d:%d: %s", err, d.Line, d.Col, d.Message)
		}
	}
	return out, err
}

// Build compiles a source without any diagnostics.
func Build[T string | []byte](t testing.TB, s *format.Schema, text T, o format.WriterOptions) []byte {
	t.Helper()
	lvl, err := TryBuild(t, s, text, o)
	require.NoError(t, err, "%.4000s", string(text))
	return lvl
}

// Read reads a level.
func Read(t testing.TB, lvl []byte) *level.Level {
	t.Helper()
	l, err := level.Read(bytes.NewReader(lvl), format.Options{})
	require.NoError(t, err)
	return l
}

// Chunked writes and reads a level of so many empty chunks with one label.
func Chunked(t testing.TB, chunks int, label string) *level.Level {
	t.Helper()
	s := &format.Schema{Tables: []format.Table{{Name: "n", Class: format.ClassNode, Stride: 1}}}
	w, err := format.NewWriter(s, format.WriterOptions{})
	require.NoError(t, err)
	defer w.Close()
	str, err := w.String([]byte(label))
	require.NoError(t, err)
	for range chunks {
		require.NoError(t, w.Chunk(str))
	}
	var out format.Buffer
	_, err = w.Finish(&out)
	require.NoError(t, err)
	return Read(t, out)
}

// Encodings returns a text as editors and shells may save it: with a byte order mark in
// UTF-8, and in both forms of UTF-16.
func Encodings(text string) map[string]string {
	text = "\uFEFF" + text
	var little, big []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		little, big = binary.LittleEndian.AppendUint16(little, unit), binary.BigEndian.AppendUint16(big, unit)
	}
	return map[string]string{"UTF-8": text, "UTF-16LE": string(little), "UTF-16BE": string(big)}
}
