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
	d := typesDetector{top: top{json: f.Format == source.JSON, keys: map[string]string{}}}
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

// typesDetector is the source.Handler of DetectTypes. Its keys are those of the type that is
// open.
type typesDetector struct {
	top
	types int // that were whole
}

func (d *typesDetector) Open(name []byte, _ int64) bool {
	d.depth++
	switch {
	case d.depth == 1 && d.json:
		return string(name) == source.NoObject
	case d.depth == 1:
		return string(name) == "objecttypes"
	case d.depth == 2:
		clear(d.keys)
		return d.json || string(name) == "objecttype"
	case d.depth == 3 && d.json:
		d.keys["members"] = ""
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
		d.keys[key] = string(v.Bytes)
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
	case d.keys["type"] == "class":
		return d.has("id", "name", "members") && d.hasOnly(classKeys)
	}
	return d.keys["type"] == "enum" && d.has("id", "name", "values") && d.hasOnly(enumKeys)
}

// hasOnly reports whether the type has no other keys.
func (d *typesDetector) hasOnly(keys []string) bool {
	for key := range d.keys {
		if !slices.Contains(keys, key) {
			return false
		}
	}
	return true
}
