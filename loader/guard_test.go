//go:build invariants

package loader_test

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
)

// Reports about a store name the line of the game that loaded a level into it first, not
// one of the loader.
func TestAStoreIsOpenedByWhoLoads(t *testing.T) {
	a := newAuthor(t, numbered{}, format.WriterOptions{})
	a.node("slot", 0, "", fields{"weight": 7})
	file := bytes.NewReader(a.file())

	var w numbered
	_, _, line, _ := runtime.Caller(0)
	_, err := loader.Load(ctx, file, &w)
	require.NoError(t, err)
	for h, s := range w.Slots.All() {
		require.True(t, w.Slots.Remove(h))
		s.Weight = 5 // N has the link of the hole
	}
	defer func() {
		require.Contains(t, fmt.Sprint(recover()), fmt.Sprintf("guard_test.go:%d:", line+1))
		require.NoError(t, w.Slots.Close())
	}()
	_, _ = w.Slots.Insert(slotKind{})
}
