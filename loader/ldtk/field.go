package ldtk

import "github.com/levelc/levelc/store"

// FieldType is the type of a field's values. It is [Other], [Int], [Float], [Bool],
// [String], [Multilines], [ColorField], [EnumField], [FilePath], [TileField],
// [Point] or [EntityRef].
type FieldType uint8

const (
	Other FieldType = iota // one that this package does not know; its value is in Text if it was simple
	Int
	Float
	Bool
	String
	Multilines // String too, unless the project says that it uses this type
	ColorField
	EnumField
	FilePath
	TileField
	Point
	EntityRef
)

// Field is a value of a field of an entity or a level. An array has one Field for
// each element, one after the other; what is null, or an array without elements, has
// one that says so. An element may be null itself.
type Field struct {
	Float float64            `level:"float"` // Float, and Int
	Ref   store.AnyHandle    `level:"ref"`   // EntityRef: an Entity, or a node of the game's own kind
	Enum  store.Handle[Enum] `level:"enum,ref"`
	Tile  TileRect           `level:"tile"`
	Name  store.Str          `level:"name"`
	Text  store.Str          `level:"text"`             // String, Multilines, FilePath; the symbol of an Enum; the iid of an EntityRef
	Int   int32              `level:"int"`              // Int; Bool as 0 and 1
	Index int32              `level:"index,default=-1"` // Enum: of the value in it
	Point Vec                `level:"point"`            // Point: a cell of the layer
	Color Color              `level:"color"`            // Color
	Type  FieldType          `level:"type,json=valueType,enum=Other|Int|Float|Bool|String|Multilines|Color|Enum|FilePath|Tile|Point|EntityRef"`
	Array bool               `level:"array"`
	Null  bool               `level:"null"`  // null, or an array without elements
	Empty bool               `level:"empty"` // an array without elements
	_     [4]byte            // so that it is as long on every machine
}

// Bool reports whether the value is true.
func (f *Field) Bool() bool { return f.Int != 0 }

// Field finds a field by its identifier. For an array it returns the first element. It
// returns nil if the entity or level has no such field, or if that is null.
func (w *World) Field(fields store.Span[Field], name string) *Field {
	if v := w.FieldValues(fields, name); len(v) > 0 && !v[0].Null {
		return &v[0]
	}
	return nil
}

// FieldValues finds a field by its identifier and returns its elements, some of which may
// be null. A field that is not an array has one; a field that is null has none.
func (w *World) FieldValues(fields store.Span[Field], name string) []Field {
	all := w.Fields.Slice(fields)
	for i := range all {
		if w.Strings.Get(all[i].Name) != name {
			continue
		}
		n := i + 1
		for n < len(all) && all[i].Array && all[n].Array && w.Strings.Get(all[n].Name) == name {
			n++
		}
		if all[i].Empty || all[i].Null && !all[i].Array {
			return nil
		}
		return all[i:n]
	}
	return nil
}

// FieldInt returns a field of type Int, or otherwise.
func (w *World) FieldInt(fields store.Span[Field], name string, otherwise int32) int32 {
	if f := w.Field(fields, name); f != nil && f.Type == Int {
		return f.Int
	}
	return otherwise
}

// FieldFloat returns a field of type Float or Int, or otherwise.
func (w *World) FieldFloat(fields store.Span[Field], name string, otherwise float64) float64 {
	if f := w.Field(fields, name); f != nil && (f.Type == Float || f.Type == Int) {
		return f.Float
	}
	return otherwise
}

// FieldBool returns a field of type Bool, or otherwise.
func (w *World) FieldBool(fields store.Span[Field], name string, otherwise bool) bool {
	if f := w.Field(fields, name); f != nil && f.Type == Bool {
		return f.Bool()
	}
	return otherwise
}

// FieldText returns the text of a field: a string, a path, an enum's symbol, the iid of
// an EntityRef. It returns otherwise for a field of a type without a text, and if there
// is none; an empty string is a text.
func (w *World) FieldText(fields store.Span[Field], name, otherwise string) string {
	if f := w.Field(fields, name); f != nil && f.Type.hasText() {
		return w.Strings.Get(f.Text)
	}
	return otherwise
}

func (t FieldType) hasText() bool {
	switch t {
	case Other, String, Multilines, EnumField, FilePath, EntityRef:
		return true
	}
	return false
}

// FieldRef returns what a field of type EntityRef names, or nil.
func (w *World) FieldRef(fields store.Span[Field], name string) store.AnyHandle {
	if f := w.Field(fields, name); f != nil {
		return f.Ref
	}
	return store.AnyHandle{}
}
