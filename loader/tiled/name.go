package tiled

import (
	"strconv"
	"strings"
)

// The names of symbols are those that maps have. A test of package loader holds them against the tags.
var (
	alignmentNames      = [...]string{"unspecified", "topleft", "top", "topright", "left", "center", "right", "bottomleft", "bottom", "bottomright"}
	axisNames           = [...]string{"x", "y"}
	drawOrderNames      = [...]string{"topdown", "index"}
	fillModeNames       = [...]string{"stretch", "preserve-aspect-fit"}
	hAlignNames         = [...]string{"left", "center", "right", "justify"}
	layerTypeNames      = [...]string{"tiles", "objects", "image", "group"}
	orientationNames    = [...]string{"orthogonal", "isometric", "staggered", "hexagonal", "oblique"}
	parityNames         = [...]string{"even", "odd"}
	propertyTypeNames   = [...]string{"string", "int", "float", "bool", "color", "file", "object", "class", "list"}
	renderOrderNames    = [...]string{"right-down", "right-up", "left-down", "left-up"}
	renderSizeNames     = [...]string{"tile", "grid"}
	shapeNames          = [...]string{"rectangle", "point", "ellipse", "polygon", "polyline", "capsule", "text", "tile"}
	transformationNames = [...]string{"hflip", "vflip", "rotate", "preferuntransformed"}
	vAlignNames         = [...]string{"top", "center", "bottom"}
	wangTypeNames       = [...]string{"corner", "edge", "mixed"}
)

// String returns the name of the alignment: "topleft".
func (a Alignment) String() string { return name(alignmentNames[:], uint8(a)) }

// String returns "x" or "y".
func (a Axis) String() string { return name(axisNames[:], uint8(a)) }

// String returns "topdown" or "index".
func (o DrawOrder) String() string { return name(drawOrderNames[:], uint8(o)) }

// String returns "stretch" or "preserve-aspect-fit".
func (m FillMode) String() string { return name(fillModeNames[:], uint8(m)) }

// String returns the name of the alignment: "left".
func (a HAlign) String() string { return name(hAlignNames[:], uint8(a)) }

// String returns "tiles", "objects", "image" or "group".
func (t LayerType) String() string { return name(layerTypeNames[:], uint8(t)) }

// String returns the name of the orientation: "hexagonal".
func (o Orientation) String() string { return name(orientationNames[:], uint8(o)) }

// String returns "even" or "odd".
func (p Parity) String() string { return name(parityNames[:], uint8(p)) }

// String returns the name of the type: "float".
func (t PropertyType) String() string { return name(propertyTypeNames[:], uint8(t)) }

// String returns the name of the order: "right-down".
func (o RenderOrder) String() string { return name(renderOrderNames[:], uint8(o)) }

// String returns "tile" or "grid".
func (s RenderSize) String() string { return name(renderSizeNames[:], uint8(s)) }

// String returns the name of the shape: "polygon".
func (s Shape) String() string { return name(shapeNames[:], uint8(s)) }

// String returns the names of all that the editor may do: "hflip|rotate".
func (t Transformations) String() string {
	var may []string
	for i, n := range transformationNames {
		if t>>i&1 != 0 {
			may = append(may, n)
		}
	}
	if rest := t >> len(transformationNames); rest != 0 {
		may = append(may, strconv.Itoa(int(rest<<len(transformationNames))))
	}
	return strings.Join(may, "|")
}

// String returns "top", "center" or "bottom".
func (a VAlign) String() string { return name(vAlignNames[:], uint8(a)) }

// String returns "corner", "edge" or "mixed".
func (t WangType) String() string { return name(wangTypeNames[:], uint8(t)) }

// name returns the name of a symbol, or its number if it has none.
func name(of []string, i uint8) string {
	if int(i) < len(of) {
		return of[i]
	}
	return strconv.Itoa(int(i))
}
