package ldtk

import "strconv"

// The names of symbols are those that levels have. A test of package loader holds them against the tags.
var (
	arrangements = [...]string{"Free", "GridVania", "LinearHorizontal", "LinearVertical"}
	directions   = [...]string{"elsewhere", "n", "s", "w", "e", "nw", "ne", "sw", "se", "below", "above", "overlaps"}
	fieldTypes   = [...]string{"Other", "Int", "Float", "Bool", "String", "Multilines", "Color", "Enum", "FilePath", "Tile", "Point", "EntityRef"}
	layerTypes   = [...]string{"IntGrid", "Entities", "Tiles", "AutoLayer"}
)

// String returns LDtk's name of the arrangement: "GridVania".
func (a Arrangement) String() string { return name(arrangements[:], uint8(a)) }

// String returns the name of the direction: "nw".
func (d Direction) String() string { return name(directions[:], uint8(d)) }

// String returns LDtk's name of the type: "EntityRef".
func (t FieldType) String() string { return name(fieldTypes[:], uint8(t)) }

// String returns LDtk's name of the type: "IntGrid".
func (t LayerType) String() string { return name(layerTypes[:], uint8(t)) }

// name returns the name of a symbol, or its number if it has none.
func name(of []string, i uint8) string {
	if int(i) < len(of) {
		return of[i]
	}
	return strconv.Itoa(int(i))
}
