package export

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// A schema file is JSON with a line for each field, so that reviews show a change of
// the types clearly. It has everything that a schema has, and so can replace the types
// in a build. A schema has one file, byte for byte. ReadFile accepts no other form of
// it, except for white space and the order of members:
//
//	{
//	  "levelc": "schema 1",
//	  "tables": [
//	    {"name": "body", "class": "node", "stride": 24, "names": ["body"], "fields": [
//	      {"name": "name", "type": "str", "offset": 0, "role": "id", "source": "name"},
//	      {"name": "pos", "type": "f32", "offset": 4, "count": 3, "finite": true, …},
//	    ]},
//
// It does not have the format's own tables ($str and so on).

// fileVersion is the first member of a schema file.
const fileVersion = "schema 1"

// maxFile limits a schema file; the schema in a level has at most 1 MiB.
const maxFile = 16 << 20

// ErrFile says that a file is no schema file, or one that this version cannot read.
var ErrFile = errors.New("no schema file")

type fileSchema struct {
	Version string      `json:"levelc"`
	Tables  []fileTable `json:"tables"`
}

type fileTable struct {
	Name    string      `json:"name"`
	Class   string      `json:"class"`
	Stride  uint32      `json:"stride"`
	Names   []string    `json:"names,omitempty"`
	JSON    string      `json:"json,omitempty"`
	Aliases []string    `json:"aliases,omitempty"`
	Doc     string      `json:"doc,omitempty"`
	Fields  []fileField `json:"fields"`
}

type fileField struct {
	Name       string   `json:"name"`
	Type       string   `json:"type"`
	Offset     uint32   `json:"offset"`
	Count      uint32   `json:"count,omitzero"` // 1 if absent
	Target     string   `json:"target,omitempty"`
	Symbols    []string `json:"symbols,omitempty"`
	Role       string   `json:"role,omitempty"` // value if absent
	Source     string   `json:"source,omitempty"`
	JSON       string   `json:"json,omitempty"`
	Required   bool     `json:"required,omitzero"`
	Default    *string  `json:"default,omitzero"`
	Finite     bool     `json:"finite,omitzero"`
	Components []string `json:"components,omitempty"`
	Shape      []uint32 `json:"shape,omitempty"`
	None       []string `json:"none,omitempty"`
	Forms      []string `json:"forms,omitempty"`
	Index      bool     `json:"index,omitzero"`
	Aliases    []string `json:"aliases,omitempty"`
	Doc        string   `json:"doc,omitempty"`
}

// WriteFile writes a schema file.
func WriteFile(w io.Writer, s *format.Schema) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"levelc\": %q,\n  \"tables\": [", fileVersion)
	first := true
	for i := range s.Tables {
		t := &s.Tables[i]
		if t.Class == format.ClassFixed {
			continue
		}
		if !first {
			b.WriteByte(',')
		}
		first = false
		head := fileTable{Name: t.Name, Class: t.Class.String(), Stride: t.Stride, Names: t.Attr.Names, JSON: t.Attr.JSON,
			Aliases: t.Attr.Aliases, Doc: t.Attr.Doc}
		line, err := oneLineJSON(head)
		if err != nil {
			return err
		}
		b.WriteString("\n    " + strings.TrimSuffix(line, "[]}") + "[")
		for j := range t.Fields {
			if line, err = oneLineJSON(toFile(&t.Fields[j])); err != nil {
				return err
			}
			if j > 0 {
				b.WriteByte(',')
			}
			b.WriteString("\n      " + line)
		}
		if len(t.Fields) > 0 {
			b.WriteString("\n    ")
		}
		b.WriteString("]}")
	}
	b.WriteString("\n  ]\n}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// oneLineJSON returns a value as JSON with a space after each comma and colon, in the
// order of its fields.
func oneLineJSON(v any) (string, error) {
	b, err := jsonv2.Marshal(v, jsontext.SpaceAfterColon(true), jsontext.SpaceAfterComma(true))
	return string(b), err
}

func toFile(f *format.Field) fileField {
	a := &f.Attr
	out := fileField{Name: f.Name, Type: f.Type.String(), Offset: f.Offset, Target: f.Target, Symbols: f.Symbols,
		Source: a.Source, JSON: a.JSON, Required: a.Required, Finite: a.Finite, Components: a.Components, Shape: a.Shape,
		None: a.None, Forms: a.Forms, Index: a.Index, Aliases: a.Aliases, Doc: a.Doc}
	if f.Count != 1 {
		out.Count = f.Count
	}
	if a.Role != format.RoleValue {
		out.Role = a.Role.String()
	}
	if a.HasDefault {
		out.Default = &a.Default
	}
	return out
}

// IsFile reports whether a file that begins like that may be a schema file.
func IsFile(head []byte) bool {
	head, _ = source.Plain(head) // it may end within a character
	head = bytes.TrimLeft(head, " \t\r\n")
	return len(head) > 0 && head[0] == '{' && bytes.Contains(head[:min(len(head), 256)], []byte(`"levelc"`))
}

// ReadFile reads a schema file. The schema is complete and valid; compare it with
// others by format.TableID. The error wraps ErrFile if the file is not a schema file,
// is a *FileError if it is not even its JSON, and is a *format.Error if its schema is wrong.
// A byte order mark is passed, and UTF-16 read, because PowerShell writes both by itself.
func ReadFile(r io.Reader) (*format.Schema, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	switch {
	case err != nil:
		return nil, err
	case len(b) > maxFile:
		return nil, fmt.Errorf("%w: more than %d bytes", ErrFile, maxFile)
	}
	if b, err = source.Plain(b); err != nil {
		return nil, fmt.Errorf("%w: %w; save the file as UTF-8", ErrFile, err)
	}
	if !utf8.Valid(b) {
		return nil, fmt.Errorf("%w: it is not UTF-8", ErrFile)
	}
	var in fileSchema
	if err := jsonv2.Unmarshal(b, &in, jsonv2.RejectUnknownMembers(true)); err != nil {
		return nil, fileError(b, err)
	}
	if in.Version != fileVersion {
		return nil, fmt.Errorf("%w: it is of version %q, not %q", ErrFile, in.Version, fileVersion)
	}
	s := &format.Schema{}
	for i := range in.Tables {
		t, err := in.Tables[i].table()
		if err != nil {
			return nil, fmt.Errorf("%w: table %q: %w", ErrFile, in.Tables[i].Name, err)
		}
		s.Tables = append(s.Tables, t)
	}
	s = s.Complete()
	if err := s.Validate(); err != nil {
		return nil, err
	}
	return s, nil
}

func (in *fileTable) table() (format.Table, error) {
	t := format.Table{Name: in.Name, Stride: in.Stride,
		Attr: format.TableAttr{Names: in.Names, JSON: in.JSON, Aliases: in.Aliases, Doc: in.Doc}}
	switch in.Class {
	case format.ClassNode.String():
		t.Class = format.ClassNode
	case format.ClassArray.String():
		t.Class = format.ClassArray
	default:
		return t, fmt.Errorf("there is no class %q", in.Class)
	}
	for i := range in.Fields {
		f, err := in.Fields[i].field()
		if err != nil {
			return t, fmt.Errorf("field %q: %w", in.Fields[i].Name, err)
		}
		t.Fields = append(t.Fields, f)
	}
	return t, nil
}

func (in *fileField) field() (format.Field, error) {
	f := format.Field{Name: in.Name, Offset: in.Offset, Count: max(1, in.Count), Target: in.Target, Symbols: in.Symbols,
		Attr: format.Attr{Source: in.Source, JSON: in.JSON, Required: in.Required, Finite: in.Finite, Components: in.Components, Shape: in.Shape,
			None: in.None, Forms: in.Forms, Index: in.Index, Aliases: in.Aliases, Doc: in.Doc}}
	if in.Default != nil {
		f.Attr.HasDefault, f.Attr.Default = true, *in.Default
	}
	for f.Type = format.TypeU8; f.Type.Size() != 0 && f.Type.String() != in.Type; f.Type++ {
	}
	if f.Type.Size() == 0 {
		return f, fmt.Errorf("there is no type %q", in.Type)
	}
	if product := uint64(1); len(f.Attr.Shape) > 0 {
		for _, n := range f.Attr.Shape {
			product = min(product*uint64(n), 1<<32)
		}
		if product != uint64(f.Count) {
			return f, fmt.Errorf("the shape %v is not of %d values", f.Attr.Shape, f.Count)
		}
	}
	if in.Role == "" {
		return f, nil
	}
	for f.Attr.Role = format.RoleValue; f.Attr.Role <= format.RoleIDKey; f.Attr.Role++ {
		if f.Attr.Role.String() == in.Role {
			return f, nil
		}
	}
	return f, fmt.Errorf("there is no role %q", in.Role)
}
