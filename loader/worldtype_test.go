package loader_test

import (
	"reflect"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

func TestATypeOfWorldIsReadOnce(t *testing.T) {
	var a, b game.World
	first, second := bind(t, &a), bind(t, &b)
	require.Same(t, first.Schema(), second.Schema())
	allocs := testing.AllocsPerRun(5, func() { bind(t, new(game.World)) })
	require.Less(t, allocs, float64(10*reflect.TypeFor[game.World]().NumField()), "reading it takes several for each field of each record")
}

func TestWorldsOfAWrongTypeFailEachTime(t *testing.T) {
	_, first := loader.Bind(new(wrongLamps))
	_, second := loader.Bind(new(wrongLamps))
	require.ErrorIs(t, first, loader.ErrWorld)
	require.EqualError(t, second, first.Error())
}

func TestWorldsOfOneTypeAreBoundAtOnce(t *testing.T) {
	type world struct {
		Rows store.Bulk[plain] `level:"row"`
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			b, err := loader.Bind(new(world))
			if err == nil {
				err = b.Close()
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}
