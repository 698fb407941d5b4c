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
	"github.com/levelc/levelc/store"
)

// Reports about a store name the line of the game that loaded a level into it first, not
// one of the loader.
func TestAStoreIsOpenedByWhoLoads(t *testing.T) {
	type crate struct{ Number, Weight uint32 } // a hole has its link in the first
	type world struct {
		Crates store.Bulk[crate] `level:"crate"`
	}
	a := newAuthor(t, world{}, format.WriterOptions{})
	a.node("crate", 0, "", fields{"weight": 7})
	file := bytes.NewReader(a.file())

	var w world
	_, _, line, _ := runtime.Caller(0)
	_, err := loader.Load(ctx, file, &w)
	require.NoError(t, err)
	for h, c := range w.Crates.All() {
		require.True(t, w.Crates.Remove(h))
		c.Weight = 5
	}
	defer func() {
		require.Contains(t, fmt.Sprint(recover()), fmt.Sprintf("guard_test.go:%d:", line+1))
		require.NoError(t, w.Crates.Close())
	}()
	_, _ = w.Crates.Insert(crate{})
}
