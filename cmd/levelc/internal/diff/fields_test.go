package diff_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diff"
	"github.com/levelc/levelc/format"
)

// bytesOf is a schema of one kind, with fields of one byte each.
func bytesOf(names ...string) *format.Schema {
	t := format.Table{Name: "t", Class: format.ClassNode, Stride: uint32(len(names))}
	for i, name := range names {
		t.Fields = append(t.Fields, format.Field{Name: name, Type: format.TypeU8, Count: 1, Offset: uint32(i), Attr: format.Attr{Source: name}})
	}
	return &format.Schema{Tables: []format.Table{t}}
}

// Of all the fields that it once was, a loader reads a field from the first that is there.
func TestAFieldComesFromOneOfItsAliases(t *testing.T) {
	a, b := bytesOf("x", "y"), bytesOf("z", "w")
	b.Tables[0].Fields[0].Attr.Aliases = []string{"old", "w", "y", "x"}
	var got []string
	diff.Schemas(a, b, func(c diff.Change) { got = append(got, c.String()) })
	require.Equal(t, []string{
		`removed  schema t x: u8`,
		`changed  schema t y name: y -> z`,
		`changed  schema t y offset: 1 -> 0`,
		`changed  schema t y name in XML: y -> z`,
		`changed  schema t y aliases: nothing -> old|w|y|x`,
		`added    schema t w: u8`,
	}, got)
}

// A table has at most 1024 fields, and a schema of a megabyte has room for sixty such.
func TestManyOtherFieldsAreComparedAtOnce(t *testing.T) {
	names := func(of string) (out []string) {
		for k := range 1024 {
			out = append(out, fmt.Sprintf("%s%04d", of, k))
		}
		return out
	}
	a, b := bytesOf(names("a")...), bytesOf(names("b")...)
	began := time.Now()
	require.Equal(t, 2048, diff.Schemas(a, b, func(diff.Change) {}))
	require.Less(t, time.Since(began), time.Second) // 2 ms; by a cubic way 3 s
}
