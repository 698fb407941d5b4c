//go:build invariants

package smallalloc

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAWriteAfterFreeIsFoundAtTheNextIssue(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		for at := range 48 {
			p := newPool(t, form, Class{48, 70})
			b := p.Alloc(48)
			p.Free(b)
			b[at] = 0
			require.Panics(t, func() { p.Alloc(48) }, "byte %d", at)
		}
	})
}

func TestAWriteAfterResetIsFoundAtTheNextIssue(t *testing.T) {
	p := newPool(t, Tree, Class{48, 70})
	b := p.Alloc(48)
	p.Reset()
	b[0] = 0
	require.Panics(t, func() { p.Alloc(48) })
}

func TestFreedContentsAreOverwritten(t *testing.T) {
	p := newPool(t, Tree, Class{48, 70})
	b := p.Alloc(48)
	clear(b)
	p.Free(b)
	require.Equal(t, 48, countByte(b, poison))
}

func TestAStaleRefPanics(t *testing.T) {
	p := newPool(t, Tree, Class{48, 70})
	b := p.Alloc(48)
	r := p.Ref(b)
	require.Len(t, p.At(r, 48), 48)
	p.Free(b)
	require.Panics(t, func() { p.At(r, 48) })
	require.Panics(t, func() { p.At(r+1, 48) }, "no start of a slot")
	p.Alloc(48)
	require.Panics(t, func() { p.At(r, 49) }, "more than the slot has")
}
