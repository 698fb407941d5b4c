package ldtk_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/loader/ldtk"
	"github.com/levelc/levelc/store"
)

// sign is what nothing in these levels is.
type sign struct {
	Says store.Str `level:"says,text"`
}

type signs struct {
	ldtk.World
	Crates store.Bulk[struct {
		Key store.Str `level:"key,id"`
	}] `level:"Crate"`
	Signs store.Bulk[sign] `level:"Sign"`
}

type bag struct {
	Key  store.Str            `level:"key,id"`
	Rest store.Span[carriage] `level:",map"`
}

type carriage struct {
	Name store.Str `level:",key"`
	What store.Str `level:"what"`
}

type bags struct {
	ldtk.World
	Bags  store.Bulk[bag]  `level:"Crate"`
	Signs store.Bulk[sign] `level:"Sign"`
	Rest  store.Array[carriage]
}

// An array that no field takes becomes no nodes, whatever it is called.
func TestAFieldThatIsCalledLikeAKind(t *testing.T) {
	for _, fields := range [][]string{
		{"Sign", "Array<String>", `["a", "b"]`}, {"Sign", "Array<EntityRef>", `[null, null]`}, {"Sign", "Array<String>", `["a"]`}, {"Sign", "String", `"a"`},
	} {
		res := build(t, schemaOf(t, new(signs)), files(t, "p.ldtk", one(crateWith(fields...))), compile.Options{})
		require.Len(t, res.found, 1, fields)
		require.Contains(t, res.found[0], `p.ldtk:8:18: unknown name "Sign" in Crate`, fields)
	}
	w := new(bags)
	load(t, w, compileFile(t, w, files(t, "p.ldtk", one(crateWith("Sign", "Array<String>", `["a", "b"]`)))))
	require.Zero(t, w.Signs.Len())
	for _, b := range w.Bags.All() {
		var what []string
		for _, c := range w.Rest.Slice(b.Rest) {
			what = append(what, w.Strings.Get(c.Name)+" "+w.Strings.Get(c.What))
		}
		require.Equal(t, []string{"Sign a", "Sign b"}, what)
	}
}
