package loader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

type planned struct {
	Crates store.Bulk[crate] `level:"crate"`
}

type crate struct {
	X float32 `level:"x"`
}

// lanePlanned loads a file into a new world, and returns what that was done with.
func lanePlanned(t *testing.T, file []byte, opts ...Option) *lane {
	ln, err := tryLane(file, opts...)
	require.NoError(t, err)
	return ln
}

func tryLane(file []byte, opts ...Option) (*lane, error) {
	var w planned
	b, err := Bind(&w, opts...)
	if err != nil {
		return nil, err
	}
	_, err = b.LoadBytes(context.Background(), file)
	ln := b.lanes[0]
	return ln, errors.Join(err, b.Close())
}

// grown is planned after a while.
type grown struct {
	Crates  store.Bulk[grownCrate] `level:"crate"`
	Strings store.Strings
}

type grownCrate struct {
	X    float64   `level:"x"`
	Name store.Str `level:"name,default=box"`
	Full bool      `level:"full,default=true"`
}

// One plan converts for several worlds at the same time.
func TestWorldsThatShareAPlanConvertSideBySide(t *testing.T) {
	file := savedCrates(t, 3000)
	load := func() error {
		var w grown
		b, err := Bind(&w)
		if err != nil {
			return err
		}
		_, err = b.LoadBytes(context.Background(), file)
		x := 0.0
		for _, c := range w.Crates.All() {
			if c.X != x || !c.Full || w.Strings.Get(c.Name) != "box" {
				err = errors.Join(err, fmt.Errorf("crate %v is %+v", x, *c))
				break
			}
			x++
		}
		if x != 3000 {
			err = errors.Join(err, fmt.Errorf("%v crates", x))
		}
		return errors.Join(err, b.Close())
	}
	require.NoError(t, load())
	errs := make([]error, 4)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			for range 10 {
				errs[i] = errors.Join(errs[i], load())
			}
		})
	}
	all.Wait()
	require.NoError(t, errors.Join(errs...))
}

// savedCrates returns a level of n crates, of which each one's X is its number.
func savedCrates(t *testing.T, n int) []byte {
	var w planned
	b, err := Bind(&w)
	require.NoError(t, err)
	for i := range n {
		_, err = w.Crates.Insert(crate{float32(i)})
		require.NoError(t, err)
	}
	var out bytes.Buffer
	require.NoError(t, b.Save(context.Background(), &out, SaveOptions{}))
	require.NoError(t, b.Close())
	return out.Bytes()
}

// Worlds of one type share the plan for a schema, unless an option has to do with it. It
// goes with the last of them.
func TestWorldsShareAPlan(t *testing.T) {
	file := savedCrates(t, 1)
	planOf := func(opts ...Option) *plan { return lanePlanned(t, file, opts...).plan }
	kept := lanePlanned(t, file) // and its reader the schema
	first := kept.plan
	require.Same(t, first, planOf())
	require.Same(t, first, planOf(OnNode(func(Placed) error { return nil })))
	var others [4]*lane
	var all sync.WaitGroup
	for i := range others {
		all.Go(func() { others[i], _ = tryLane(file) })
	}
	all.Wait()
	for _, ln := range others {
		require.NotNil(t, ln)
		require.Same(t, first, ln.plan)
	}
	for _, own := range []Option{Skip(Ignore, "crate"), Reloadable(), KeepNodes(), Missing(Fail), Extra(Fail), Extra(Ignore), Extra(Warn)} {
		require.NotSame(t, first, planOf(own))
	}
	require.True(t, planOf(Skip(Ignore, "crate")).skips(format.FixedTables))
	require.Same(t, first, planOf())

	wt, s := first.world, first.schema
	require.Same(t, first, sharedPlans.find(wt, s))
	runtime.KeepAlive(kept)
	kept, first = nil, nil
	runtime.GC()
	require.Nil(t, sharedPlans.find(wt, s))
}
