package level

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// Vec2 is a point or a size.
type Vec2 struct {
	X float32 `json:"x"`
	Y float32 `json:"y"`
}

// Lists of numbers that have a fixed or any length.
type (
	Vec3    [3]float32
	Place   [3]float64
	Area    [4]float32 // left, bottom, right, top
	Color   [4]uint8
	Stars   [3]uint16
	Numbers []float32
	Refs    []Ref
)

// In XML they are attributes of numbers with blanks between them, as in the
// sources of levels: pos="1.5 2". Package encoding/xml leaves that to us; the
// methods below do it in the plain way.

func (v Vec2) MarshalXMLAttr(name xml.Name) (xml.Attr, error) {
	return attr(name, floats([]float32{v.X, v.Y}, 32))
}

func (v *Vec2) UnmarshalXMLAttr(a xml.Attr) error {
	var xy [2]float32
	err := parseFloats(a, xy[:], 32)
	v.X, v.Y = xy[0], xy[1]
	return err
}

func (v Vec3) MarshalXMLAttr(name xml.Name) (xml.Attr, error)  { return attr(name, floats(v[:], 32)) }
func (v *Vec3) UnmarshalXMLAttr(a xml.Attr) error              { return parseFloats(a, v[:], 32) }
func (v Place) MarshalXMLAttr(name xml.Name) (xml.Attr, error) { return attr(name, floats(v[:], 64)) }
func (v *Place) UnmarshalXMLAttr(a xml.Attr) error             { return parseFloats(a, v[:], 64) }
func (v Area) MarshalXMLAttr(name xml.Name) (xml.Attr, error)  { return attr(name, floats(v[:], 32)) }
func (v *Area) UnmarshalXMLAttr(a xml.Attr) error              { return parseFloats(a, v[:], 32) }
func (v Color) MarshalXMLAttr(name xml.Name) (xml.Attr, error) { return attr(name, uints(v[:])) }
func (v *Color) UnmarshalXMLAttr(a xml.Attr) error             { return parseUints(a, v[:], 8) }
func (v Stars) MarshalXMLAttr(name xml.Name) (xml.Attr, error) { return attr(name, uints(v[:])) }
func (v *Stars) UnmarshalXMLAttr(a xml.Attr) error             { return parseUints(a, v[:], 16) }

func (v Numbers) MarshalXMLAttr(name xml.Name) (xml.Attr, error) { return attr(name, floats(v, 32)) }

func (v *Numbers) UnmarshalXMLAttr(a xml.Attr) error {
	*v = make(Numbers, strings.Count(a.Value, " ")+1)
	return parseFloats(a, *v, 32)
}

func (v Refs) MarshalXMLAttr(name xml.Name) (xml.Attr, error) { return attr(name, uints(v)) }

func (v *Refs) UnmarshalXMLAttr(a xml.Attr) error {
	*v = make(Refs, strings.Count(a.Value, " ")+1)
	return parseUints(a, *v, 32)
}

func (r AnyRef) MarshalXMLAttr(name xml.Name) (xml.Attr, error) {
	if r == (AnyRef{}) {
		return xml.Attr{}, nil // no attribute
	}
	return attr(name, uints([]uint32{uint32(r.Kind), uint32(r.Row)}))
}

func (r *AnyRef) UnmarshalXMLAttr(a xml.Attr) error {
	var n [2]uint32
	err := parseUints(a, n[:], 32)
	r.Kind, r.Row = Kind(n[0]), Ref(n[1])
	return err
}

func attr(name xml.Name, value []byte) (xml.Attr, error) {
	return xml.Attr{Name: name, Value: string(value)}, nil
}

func floats[F ~float32 | ~float64](list []F, bits int) []byte {
	var b []byte
	for i, f := range list {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendFloat(b, float64(f), 'g', -1, bits)
	}
	return b
}

func uints[U ~uint8 | ~uint16 | ~uint32](list []U) []byte {
	var b []byte
	for i, u := range list {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendUint(b, uint64(u), 10)
	}
	return b
}

// parseFloats fills list with exactly as many numbers as it has room for.
func parseFloats[F ~float32 | ~float64](a xml.Attr, list []F, bits int) error {
	rest := a.Value
	for i := range list {
		var word string
		word, rest, _ = strings.Cut(rest, " ")
		f, err := strconv.ParseFloat(word, bits)
		if err != nil {
			return fmt.Errorf("%s: %w", a.Name.Local, err)
		}
		list[i] = F(f)
	}
	return end(a, rest)
}

// parseUints fills list with exactly as many numbers as it has room for.
func parseUints[U ~uint8 | ~uint16 | ~uint32](a xml.Attr, list []U, bits int) error {
	rest := a.Value
	for i := range list {
		var word string
		word, rest, _ = strings.Cut(rest, " ")
		u, err := strconv.ParseUint(word, 10, bits)
		if err != nil {
			return fmt.Errorf("%s: %w", a.Name.Local, err)
		}
		list[i] = U(u)
	}
	return end(a, rest)
}

func end(a xml.Attr, rest string) error {
	if rest != "" {
		return fmt.Errorf("%s: more numbers than expected: %q", a.Name.Local, rest)
	}
	return nil
}
