package smallalloc

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// model is what a pool should be: a map from slots in use to what was
// written to them.
type model struct {
	t     *testing.T
	p     *Pool
	live  [][]byte         // blocks in use, from the pool and from the Go heap
	seed  map[*byte]uint64 // what each of them was filled from
	freed [][]byte         // slots freed lately, for wrong frees
	next  uint64
}

func newModel(t *testing.T, form Bitmap, classes ...Class) *model {
	return &model{t: t, p: newPool(t, form, classes...), seed: map[*byte]uint64{}}
}

// fill writes a sequence that follows from seed to the whole of b.
func fill64(b []byte, seed uint64) {
	r := rand.NewPCG(seed, 1)
	for i := range b {
		b[i] = byte(r.Uint64())
	}
}

func (m *model) mustHold(b []byte) {
	want := make([]byte, len(b))
	fill64(want, m.seed[&b[0]])
	require.Equal(m.t, want, b, "another owner wrote to the block")
}

func (m *model) alloc(n int, heap bool) {
	lowest := -1
	if n < len(m.p.bins) {
		lowest = m.p.lowest(n)
	}
	var b []byte
	ok := true
	if heap {
		b = m.p.Alloc(n)
	} else {
		b, ok = m.p.TryAlloc(n)
		require.Equal(m.t, lowest >= 0, ok)
	}
	if !ok {
		require.Nil(m.t, b)
		return
	}
	require.Len(m.t, b, n)
	require.Equal(m.t, lowest >= 0, m.p.Owns(b), "a hit if and only if there is a free slot")
	if lowest >= 0 {
		require.Equal(m.t, lowest, m.p.offset(b), "the lowest free slot")
	}
	b = b[:cap(b)]
	if len(b) == 0 {
		return
	}
	_, used := m.seed[&b[0]]
	require.False(m.t, used, "a block in use was handed out")
	m.next++
	m.seed[&b[0]] = m.next
	fill64(b, m.next)
	m.live = append(m.live, b)
}

func (m *model) free(i int) {
	if len(m.live) == 0 {
		return
	}
	i %= len(m.live)
	b := m.live[i]
	m.mustHold(b)
	delete(m.seed, &b[0])
	m.live = slices.Delete(m.live, i, i+1)
	want := m.p.Owns(b)
	ours, err := m.p.Free(b)
	require.NoError(m.t, err)
	require.Equal(m.t, want, ours)
	if ours {
		m.freed = append(m.freed, b)
	}
}

// wrong frees what must not be freed.
func (m *model) wrong(i int) {
	if len(m.freed) > 0 {
		b := m.freed[i%len(m.freed)]
		if _, reused := m.seed[&b[0]]; !reused {
			require.ErrorIs(m.t, second(m.p.Free(b)), ErrDoubleFree)
		}
	}
	if len(m.live) > 0 {
		b := m.live[i%len(m.live)]
		if at := 1 + i%(len(b)-1); m.p.Owns(b) {
			require.ErrorIs(m.t, second(m.p.Free(b[at:])), ErrInterior)
		}
	}
}

func (m *model) reset() {
	m.p.Reset()
	for _, b := range m.live {
		if m.p.Owns(b) {
			m.freed = append(m.freed, b)
		}
	}
	m.live = m.live[:0]
	clear(m.seed)
}

func (m *model) check() {
	require.NoError(m.t, m.p.verify())
	var want []int
	for _, b := range m.live {
		if m.p.Owns(b) {
			want = append(want, m.p.offset(b))
		}
	}
	slices.Sort(want)
	var got []int
	for b := range m.p.Live() {
		got = append(got, m.p.offset(b))
	}
	require.Equal(m.t, want, got)
}

// run does one command for each two bytes.
func (m *model) run(commands []byte) {
	for len(commands) >= 2 {
		op, arg := commands[0], int(commands[1])
		commands = commands[2:]
		switch op % 16 {
		case 0, 1, 2, 3, 4:
			m.alloc(arg, true)
		case 5, 6, 7, 8:
			m.alloc(arg%64, false)
		case 9, 10, 11, 12, 13:
			m.free(arg)
		case 14:
			m.wrong(arg)
		case 15:
			if arg < 8 {
				m.reset()
			}
			m.check()
		}
	}
	m.check()
}

func FuzzPool(f *testing.F) {
	seeds := [][]byte{
		{0, 8, 9, 0, 14, 0},
		slices.Repeat([]byte{0, 1, 5, 33}, 40),
		slices.Repeat([]byte{5, 16, 5, 17, 9, 3, 14, 1, 15, 200}, 30),
		append(slices.Repeat([]byte{5, 60}, 130), append([]byte{15, 0}, slices.Repeat([]byte{0, 48}, 9)...)...),
	}
	require.NotEmpty(f, seeds)
	for _, s := range seeds {
		require.NotEmpty(f, s)
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, commands []byte) {
		if len(commands) > 2000 {
			return
		}
		for _, form := range []Bitmap{Tree, Flat} {
			newModel(t, form, Class{8, 70}, Class{16, 9}, Class{40, 64}, Class{64, 1}).run(commands)
		}
	})
}

func TestRandomCommandsAgreeWithTheModel(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		r := rand.New(rand.NewPCG(1, uint64(form)))
		commands := make([]byte, 6000)
		for range 10 {
			for i := range commands {
				commands[i] = byte(r.Uint32())
			}
			newModel(t, form, Class{8, 130}, Class{24, 100}, Class{48, 200}, Class{128, 9}).run(commands)
		}
	})
}

// Every order of allocating and freeing that a pool of up to three slots can see
// in eight steps.
func TestSmallPoolsExhaustively(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		for slots := 1; slots <= 3; slots++ {
			const steps = 8
			total := 1
			for range steps {
				total *= slots + 1
			}
			for order := range total {
				p := newPool(t, form, Class{8, slots})
				live := make([][]byte, slots)
				for step, rest := 0, order; step < steps; step, rest = step+1, rest/(slots+1) {
					what := rest % (slots + 1)
					if what == slots {
						want := slices.IndexFunc(live, func(b []byte) bool { return b == nil })
						b, ok := p.TryAlloc(8)
						if ok != (want >= 0) || ok && p.offset(b) != want*8 {
							t.Fatalf("order %d step %d: got slot %v, want %d", order, step, ok, want)
						}
						if ok {
							live[want] = b
						}
						continue
					}
					ours, err := p.Free(p.region.Bytes(uintptr(what*8), 8, 8))
					if ours != (live[what] != nil) || ours != (err == nil) {
						t.Fatalf("order %d step %d: free of %d: %v %v", order, step, what, ours, err)
					}
					live[what] = nil
				}
				if err := p.verify(); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
