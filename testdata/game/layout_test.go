package game_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/testdata/game"
)

var records = []reflect.Type{
	reflect.TypeFor[game.Scene](), reflect.TypeFor[game.Group](), reflect.TypeFor[game.Body](),
	reflect.TypeFor[game.Shape](), reflect.TypeFor[game.Vertex](), reflect.TypeFor[game.Joint](),
	reflect.TypeFor[game.Camera](), reflect.TypeFor[game.Waypoint](), reflect.TypeFor[game.Trigger](),
	reflect.TypeFor[game.Light](), reflect.TypeFor[game.Pickup](),
}

// A 32-bit machine aligns 64-bit numbers to four bytes only. The game's records
// are laid out so that this makes no difference: one .lvl serves all machines.
func TestRecordsHaveOneLayoutOnAllMachines(t *testing.T) {
	for _, record := range records {
		align := requireNatural(t, record, record.Name(), 0)
		require.Zero(t, int(record.Size())%align, "%s: %d bytes are no multiple of %d", record, record.Size(), align)
	}
}

// requireNatural requires that every number in the type lies at a multiple of
// its size and returns the largest size met.
func requireNatural(t *testing.T, typ reflect.Type, path string, at uintptr) int {
	switch typ.Kind() {
	case reflect.Struct:
		largest := 1
		for i := range typ.NumField() {
			field := typ.Field(i)
			largest = max(largest, requireNatural(t, field.Type, path+"."+field.Name, at+field.Offset))
		}
		return largest
	case reflect.Array:
		return requireNatural(t, typ.Elem(), path, at)
	}
	require.Zero(t, at%typ.Size(), "%s lies at %d", path, at)
	return int(typ.Size())
}
