package smallalloc

import (
	"fmt"
	"math"
	"slices"
)

// Class is a size of slot and how many slots of it a pool has. All slots of a pool
// together have less than 32 GiB, or 2 GiB on machines of 32 bits.
type Class struct {
	Size  int // bytes, a multiple of 8, at most MaxSize
	Slots int // at least 1
}

// MaxSize is the largest size a class may have, in bytes. Larger objects gain
// nothing from a pool: their header and the search for them no longer weigh
// anything beside the work of filling them.
const MaxSize = 4096

// maxRegion bounds a region so that every slot has a Ref, and so that sizes
// fit an int where that has 32 bits.
const maxRegion = min(math.MaxInt-1<<20, (1<<32-2)*refUnit)

// DefaultClasses returns the list a pool has when it is given none: sizes 8, 16, 32,
// 48, 64, 96 and 128, 43,008 slots, about 1.4 MiB with almost half of it in
// slots of 48 bytes. Measure a level of your own and take [Stats.Plan] instead.
func DefaultClasses() []Class {
	return []Class{
		{Size: 8, Slots: 8192},
		{Size: 16, Slots: 8192},
		{Size: 32, Slots: 8192},
		{Size: 48, Slots: 12800},
		{Size: 64, Slots: 4096},
		{Size: 96, Slots: 1024},
		{Size: 128, Slots: 512},
	}
}

// Footprint returns the number of bytes that a pool of these classes takes out of
// the memory it is given: every slot and one bit for it, each class's bits
// rounded up to a byte, and nothing else. 1,000 slots of 8 bytes take 8,125. As in
// [Options], nil stands for the default classes.
func Footprint(classes []Class) (int, error) {
	sorted, err := ordered(classes)
	if err != nil {
		return 0, fmt.Errorf("smallalloc: %w", err)
	}
	return total(sorted), nil
}

// total returns what the classes take together.
func total(classes []Class) int {
	n := 0
	for _, c := range classes {
		n += c.bytes()
	}
	return n
}

// bytes returns what a class takes: slots and bits.
func (c Class) bytes() int { return c.Size*c.Slots + bitBytes(c.Slots) }

// bitBytes returns how many bytes hold n bits.
func bitBytes(n int) int { return (n + 7) / 8 }

// ordered returns a copy of classes in ascending order, each of them possible and
// all of them together within maxRegion. For nil it returns the default classes.
func ordered(classes []Class) ([]Class, error) {
	if classes == nil {
		return DefaultClasses(), nil // they are in order
	}
	if len(classes) == 0 {
		return nil, fmt.Errorf("%w: the list is empty", ErrClass)
	}
	sorted := slices.Clone(classes)
	slices.SortFunc(sorted, func(a, b Class) int { return a.Size - b.Size })
	left := maxRegion
	for i, c := range sorted {
		switch {
		case c.Size <= 0 || c.Size > MaxSize || c.Size%8 != 0:
			return nil, fmt.Errorf("%w: size %d is not a multiple of 8 from 8 to %d", ErrClass, c.Size, MaxSize)
		case c.Slots <= 0:
			return nil, fmt.Errorf("%w: size %d has %d slots", ErrClass, c.Size, c.Slots)
		case i > 0 && sorted[i-1].Size == c.Size:
			return nil, fmt.Errorf("%w: size %d is listed twice", ErrClass, c.Size)
		case c.Slots > left/(c.Size+1):
			return nil, fmt.Errorf("%w: the slots of all sizes up to %d exceed %d bytes", ErrClass, c.Size, maxRegion)
		}
		left -= c.bytes()
	}
	return sorted, nil
}
