package format

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
)

// These numbers are in files.
func TestTheNumbersOfTypesAndRolesStay(t *testing.T) {
	types := []string{"invalid", "u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "f32", "f64", "bool", "str", "ref", "anyref", "span",
		"enum8", "enum16", "enum32", "flags8", "flags16", "flags32", "flags64"}
	for i, name := range types {
		require.Equal(t, name, Type(i).String())
	}
	require.Len(t, allTypes(), len(types)-1)
	roles := []string{"value", "id", "parent", "text", "any", "map", "key", "id,key", "invalid"}
	for i, name := range roles {
		require.Equal(t, name, Role(i).String())
	}
}

// allTypes returns every type that there is.
func allTypes() (all []Type) {
	for t := TypeInvalid + 1; t.known(); t++ {
		all = append(all, t)
	}
	return all
}

// bareTypes returns those that need neither symbols nor a target.
func bareTypes() (bare []Type) {
	for _, t := range allTypes() {
		if !t.IsEnum() && !t.IsFlags() && !t.IsRef() && t != TypeSpan {
			bare = append(bare, t)
		}
	}
	return bare
}

// A file of a later version is not damaged. It may just have what this one does not know.
func TestAFileOfALaterMinorVersionSaysSo(t *testing.T) {
	const versions = "the file has format 1.7, this reader knows 1.0"
	file := testLevel(t, 200, WriterOptions{})
	for _, c := range []struct {
		minor   uint16
		change  func(a *anatomy)
		err     error
		message string
	}{
		{7, func(*anatomy) {}, nil, ""},
		{7, func(a *anatomy) { a.reschema(func(s *Schema) { s.Tables[tBody].Fields[0].Type = 200 }) }, ErrSchema, "type 200 does not exist; " + versions},
		{7, func(a *anatomy) { a.reschema(func(s *Schema) { s.Tables[tBody].Fields[0].Attr.Role = 99 }) }, ErrSchema, "role 99 does not exist; " + versions},
		{7, func(a *anatomy) { a.blocks[2].codec = 3 }, ErrDirectory, versions},
		{0, func(a *anatomy) { a.blocks[2].codec = 3 }, ErrDirectory, ""},
		{7, func(a *anatomy) { a.bombs(70) }, ErrBudget, ""},
	} {
		a := dissect(t, file)
		c.change(a)
		b := a.assemble()
		binary.LittleEndian.PutUint16(b[10:], c.minor)
		binary.LittleEndian.PutUint64(b[56:], sum(b[:56]))
		_, err := OpenFile(bytes.NewReader(b), int64(len(b)), Options{})
		if c.err == ErrBudget {
			err = new(Reader).Reset(bytes.NewReader(b), Options{})
		}
		require.ErrorIs(t, err, c.err)
		if c.err == nil {
			continue
		}
		require.ErrorContains(t, err, c.message)
		if c.message == "" {
			require.NotContains(t, err.Error(), "this reader knows")
		}
	}
}
