package format

import (
	"fmt"
	"math"
	"slices"
)

// conversion says how one value becomes another.
type conversion struct {
	from, to uint8 // bytes
	step     stepKind
	table    []uint32     // enum: by symbol of the file
	gone     []int        // enum: the symbols of the file that the reader does not have
	defaults []uint32     // enum: what stands in for those, by value of the reader's field
	moved    [][16]uint64 // flags: what any four bits of the file become, by those bits
}

type stepKind uint8

const (
	stepNone   stepKind = iota // zero extension, or only the byte order
	stepSame                   // the values as they are, of any type
	stepSigned                 // sign extension from 8*from bits
	stepUintF32
	stepUintF64
	stepIntF32
	stepIntF64
	stepF32F64
	stepEnum
	stepFlags
)

// convert decides how a value becomes another one. If there is no way, it says why.
func convert(from, to *Field) (c conversion, what string) {
	a, b := from.Type, to.Type
	c = conversion{from: uint8(a.Size()), to: uint8(b.Size())}
	not := func(why string) (conversion, string) {
		return c, fmt.Sprintf("%s in the file, %s in the reader: %s", a, b, why)
	}
	switch {
	case a.IsEnum() && b.IsEnum():
		return enumTable(c, from, to)
	case a.IsFlags() && b.IsFlags():
		return flagBits(c, from, to)
	case a == b:
		c.step = stepSame
		return c, ""
	case a.isUnsigned() && b.isUnsigned(), a.isSigned() && b.isSigned():
		if a.Size() > b.Size() {
			return not("does not fit")
		}
		if a.isSigned() {
			c.step = stepSigned
		}
		return c, ""
	case a.isUnsigned() && b.isSigned(), a.isSigned() && b.isUnsigned():
		return not("the sign changed")
	case a == TypeF32 && b == TypeF64:
		c.step = stepF32F64
		return c, ""
	case a == TypeF64 && b == TypeF32:
		return not("does not fit")
	case a.IsInteger() && b.IsFloat():
		if 2*a.Size() > b.Size() {
			return not("not every value is exact")
		}
		switch {
		case a.isSigned() && b == TypeF64:
			c.step = stepIntF64
		case a.isSigned():
			c.step = stepIntF32
		case b == TypeF64:
			c.step = stepUintF64
		default:
			c.step = stepUintF32
		}
		return c, ""
	}
	return not("there is no conversion")
}

func enumTable(c conversion, from, to *Field) (conversion, string) {
	if slices.Equal(from.Symbols, to.Symbols) && from.Type == to.Type {
		c.step = stepSame
		return c, ""
	}
	c.step, c.table, c.defaults = stepEnum, make([]uint32, len(from.Symbols)), enumDefaults(to)
	symbols := symbolIndex(to.Symbols)
	for i, name := range from.Symbols {
		switch k := symbols.find(name); {
		case k >= 0:
			c.table[i] = uint32(k)
		case c.defaults == nil:
			return c, fmt.Sprintf("the reader has no symbol %q and no default in its place", name)
		default:
			c.gone = append(c.gone, i)
		}
	}
	return c, ""
}

// enumDefaults returns the symbols of a field's default, or nil if it has none.
func enumDefaults(f *Field) []uint32 {
	b, err := DefaultBytes(f)
	if err != nil || !f.Attr.HasDefault {
		return nil
	}
	symbols := make([]uint32, f.Count)
	size := int(f.Type.Size())
	for k := range symbols {
		symbols[k] = uint32(littleNumber(b[k*size : (k+1)*size]))
	}
	return symbols
}

// standIn returns the conversion in which one symbol stands in for those that are gone.
func (c conversion) standIn(symbol uint32) conversion {
	c.table = slices.Clone(c.table)
	for _, i := range c.gone {
		c.table[i] = symbol
	}
	return c
}

func flagBits(c conversion, from, to *Field) (conversion, string) {
	if n := len(from.Symbols); from.Type == to.Type && n <= len(to.Symbols) && slices.Equal(from.Symbols, to.Symbols[:n]) {
		c.step = stepSame
		return c, ""
	}
	c.step = stepFlags
	c.moved = make([][16]uint64, (len(from.Symbols)+3)/4)
	for i, name := range from.Symbols {
		k := slices.Index(to.Symbols, name)
		if k < 0 && !to.Attr.HasDefault {
			return c, fmt.Sprintf("the reader has no flag %q, and no default that says it may be dropped", name)
		}
		for four := range c.moved[i/4] {
			if k >= 0 && four>>(i%4)&1 != 0 {
				c.moved[i/4][four] |= 1 << k
			}
		}
	}
	return c, ""
}

func (t Type) isUnsigned() bool { return t == TypeU8 || t == TypeU16 || t == TypeU32 || t == TypeU64 }
func (t Type) isSigned() bool   { return t == TypeI8 || t == TypeI16 || t == TypeI32 || t == TypeI64 }

// apply converts values in place.
func (c *conversion) apply(v []uint64) {
	switch c.step {
	case stepSigned, stepIntF32, stepIntF64:
		shift := 64 - 8*uint(c.from)
		for i := range v {
			v[i] = uint64(int64(v[i]<<(shift&63)) >> (shift & 63))
		}
	}
	switch c.step {
	case stepUintF32:
		for i := range v {
			v[i] = uint64(math.Float32bits(float32(v[i])))
		}
	case stepUintF64:
		for i := range v {
			v[i] = math.Float64bits(float64(v[i]))
		}
	case stepIntF32:
		for i := range v {
			v[i] = uint64(math.Float32bits(float32(int64(v[i]))))
		}
	case stepIntF64:
		for i := range v {
			v[i] = math.Float64bits(float64(int64(v[i])))
		}
	case stepF32F64:
		for i := range v {
			v[i] = math.Float64bits(float64(math.Float32frombits(uint32(v[i]))))
		}
	case stepEnum:
		for i := range v {
			if v[i] < uint64(len(c.table)) { // otherwise the file was not checked
				v[i] = uint64(c.table[v[i]])
			} else {
				v[i] = 0
			}
		}
	case stepFlags:
		c.flags(v)
	}
}

// flags moves the bits of values. Those without a name are gone.
func (c *conversion) flags(v []uint64) {
	if len(c.moved) == 2 { // eight flags or nearly so
		low, high := &c.moved[0], &c.moved[1]
		for i, x := range v {
			v[i] = low[x&15] | high[x>>4&15]
		}
		return
	}
	for i, x := range v {
		v[i] = 0
		for k := range c.moved {
			v[i] |= c.moved[k][x&15]
			x >>= 4
		}
	}
}
