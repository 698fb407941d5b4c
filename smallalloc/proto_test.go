package smallalloc

import (
	"math/rand/v2"
	"testing"
)

type obj48 struct{ a [6]uint64 }

var sinkO *obj48

func BenchmarkProto(b *testing.B) {
	for _, f := range []Bitmap{Tree, Flat} {
		name := "form=tree"
		if f == Flat {
			name = "form=flat"
		}
		mk := func() (*Pool, [][]byte) {
			p, err := New(Options{Bitmap: f})
			if err != nil {
				b.Fatal(err)
			}
			var a [][]byte
			for range 12800 {
				a = append(a, p.Alloc(48))
			}
			return p, a
		}
		b.Run(name+"/pattern=lifo50", func(b *testing.B) {
			p, a := mk()
			for _, x := range a[6400:] {
				p.Free(x)
			}
			b.ResetTimer()
			var st [16][]byte
			for i := 0; i < b.N; i += 16 {
				for j := range st {
					st[j] = p.Alloc(48)
				}
				for j := 15; j >= 0; j-- {
					p.Free(st[j])
				}
			}
		})
		b.Run(name+"/pattern=pair50", func(b *testing.B) {
			p, a := mk()
			for _, x := range a[6400:] {
				p.Free(x)
			}
			b.ResetTimer()
			for i := 0; i < b.N; i++ {
				p.Free(p.Alloc(48))
			}
		})
		for _, full := range []int{50, 99} {
			b.Run(name+"/pattern=random"+string(rune('0'+full/10)), func(b *testing.B) {
				p, a := mk()
				r := rand.New(rand.NewPCG(1, 2))
				r.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
				n := 12800 * full / 100
				for _, x := range a[n:] {
					p.Free(x)
				}
				a = a[:n]
				idx := make([]int32, 1<<16)
				for i := range idx {
					idx[i] = int32(r.IntN(n))
				}
				b.ResetTimer()
				for i := 0; i < b.N; i++ {
					j := idx[i&(1<<16-1)]
					x := a[j]
					p.Free(x)
					a[j] = p.Alloc(48)
				}
			})
		}
		b.Run(name+"/pattern=adversarial", func(b *testing.B) {
			p, a := mk()
			first, last := a[0], a[12799]
			p.Free(first)
			b.ResetTimer()
			p.Free(last)
			for i := 0; i < b.N; i += 2 {
				first = p.Alloc(48)
				last = p.Alloc(48)
				p.Free(first)
				p.Free(last)
			}
		})
	}
	b.Run("form=new/random9", func(b *testing.B) {
		n := 12800 * 99 / 100
		a := make([]*obj48, n)
		r := rand.New(rand.NewPCG(1, 2))
		for i := range a {
			a[i] = new(obj48)
		}
		idx := make([]int32, 1<<16)
		for i := range idx {
			idx[i] = int32(r.IntN(n))
		}
		b.ResetTimer()
		for i := 0; i < b.N; i++ {
			j := idx[i&(1<<16-1)]
			a[j] = new(obj48)
		}
	})
}
