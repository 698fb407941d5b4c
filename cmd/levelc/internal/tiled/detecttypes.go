package tiled

import (
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// DetectTypes reports whether a file is nothing but custom types: those that Tiled exports
// as JSON, or object types in XML, as it writes them. Reading ends at the first thing that
// these do not have. The object types in JSON of before Tiled 1.9 are not told from levels,
// which may well have nodes with a name, a color and properties.
func DetectTypes(f *source.File) bool {
	if f.Size() > detectSize {
		return false
	}
	d := typesDetector{json: f.Format == source.JSON}
	err := peek(f, &d)
	return err == nil && d.types > 0
}

// What may stand at each depth, and must. The depths of JSON are those of the list, the
// types, their members, and anything in these.
var (
	classKeys       = strings.Fields("id name type color drawFill members useAs")
	enumKeys        = strings.Fields("id name type storageType values valuesAsFlags")
	memberKeys      = strings.Fields("name type propertyType value")
	objectTypeKeys  = strings.Fields("name color")
	objectTypeProps = strings.Fields("name type propertytype default")
)

// typesDetector is the source.Handler of DetectTypes.
type typesDetector struct {
	json  bool
	depth int
	types int      // that were whole
	keys  []string // of the type that is open
	typ   string   // what it says it is
}

func (d *typesDetector) Kind([]byte) bool { return false }

func (d *typesDetector) Open(name []byte, _ int64) bool {
	d.depth++
	switch {
	case d.depth == 1 && d.json:
		return string(name) == source.NoObject
	case d.depth == 1:
		return string(name) == "objecttypes"
	case d.depth == 2:
		d.keys, d.typ = d.keys[:0], ""
		return d.json || string(name) == "objecttype"
	case d.depth == 3 && d.json:
		d.keys = append(d.keys, string(name))
		return string(name) == "members"
	case d.depth == 3:
		return string(name) == "property"
	}
	return d.json && (d.depth > 4 || string(name) == "value")
}

func (d *typesDetector) Value(name []byte, v *source.Value) bool {
	key := string(name)
	switch {
	case v.Mixed && d.depth < 4 || d.depth < 2:
		return false
	case d.depth == 2:
		if d.keys = append(d.keys, key); key == "type" {
			d.typ = string(v.Bytes)
		}
		return d.json || slices.Contains(objectTypeKeys, key)
	case d.depth > 3:
		return true
	case key == "type" && !slices.Contains(propertyTypes, string(v.Bytes)):
		return false
	case d.json:
		return slices.Contains(memberKeys, key)
	}
	return slices.Contains(objectTypeProps, key)
}

func (d *typesDetector) Text(*source.Value) bool { return false }

func (d *typesDetector) Close(int64) bool {
	d.depth--
	if d.depth != 1 {
		return true
	}
	d.types++
	switch {
	case !d.json:
		return d.has(objectTypeKeys...)
	case d.typ == "class":
		return d.has("id", "name", "members") && d.hasOnly(classKeys)
	}
	return d.typ == "enum" && d.has("id", "name", "values") && d.hasOnly(enumKeys)
}

// has reports whether the type has all these keys.
func (d *typesDetector) has(keys ...string) bool {
	return !slices.ContainsFunc(keys, func(key string) bool { return !slices.Contains(d.keys, key) })
}

// hasOnly reports whether it has no others.
func (d *typesDetector) hasOnly(keys []string) bool {
	return !slices.ContainsFunc(d.keys, func(key string) bool { return !slices.Contains(keys, key) })
}
