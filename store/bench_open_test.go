package store

import (
	"fmt"
	"testing"
)

// What a store costs that gets one record and goes again.
func BenchmarkOpenClose(b *testing.B) {
	type row = record
	type opened interface {
		Init(opts ...Option) error
		Insert(v row) (Handle[row], error)
		Close() error
	}
	for _, c := range []struct {
		store   string
		backing Backing
		zero    func() opened
	}{
		{"bulk", Reserved, func() opened { return new(Bulk[row]) }},
		{"bulk", Blocks, func() opened { return new(Bulk[row]) }},
		{"bulk", Geometric, func() opened { return new(Bulk[row]) }},
		{"bulk", Heap, func() opened { return new(Bulk[row]) }},
		{"packed", Reserved, func() opened { return new(Packed[row]) }},
		{"packed", Heap, func() opened { return new(Packed[row]) }},
	} {
		one := func(b *testing.B, trim bool) {
			for b.Loop() {
				if trim {
					TrimClosed()
				}
				s := c.zero()
				err := s.Init(Backed(c.backing))
				if err == nil {
					_, err = s.Insert(row{})
				}
				if err == nil {
					err = s.Close()
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		}
		name := fmt.Sprintf("store=%s/backing=%v/memory=", c.store, c.backing)
		b.Run(name+"any", func(b *testing.B) { one(b, false) })
		if c.backing == Reserved || c.backing == Geometric {
			b.Run(name+"new", func(b *testing.B) { one(b, true) })
		}
	}
}
