package standin_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

type (
	thing struct {
		Name  store.Str `level:"name,id"`
		Next  store.Handle[thing]
		Parts store.Span[part] `level:"part"`
	}
	part struct{ X, Y float32 }

	real struct {
		Things store.Bulk[thing] `level:"thing|item,json=things"`
		Lists  struct{ Parts store.Array[part] }
		Strings
	}
	made struct {
		Things standin.Bulk[thing] `level:"thing|item,json=things"`
		Lists  struct{ Parts standin.Array[part] }
		Strings
	}
	Strings struct{ Texts store.Strings }
)

func TestAWorldOfStandInsHasTheSchemaOfTheRealOne(t *testing.T) {
	want, err := layout.Of(layout.FromReflect(reflect.TypeFor[real]()))
	require.NoError(t, err)
	got, err := layout.Of(standin.Describe(reflect.TypeFor[made]()))
	require.NoError(t, err)
	require.Equal(t, want.Schema, got.Schema)
	require.Len(t, got.Schema.Tables, 2)
}

func TestStandInsAreNamedAsTheRealStores(t *testing.T) {
	for want, typ := range map[reflect.Type]reflect.Type{
		reflect.TypeFor[store.Bulk[thing]](): reflect.TypeFor[standin.Bulk[thing]](), reflect.TypeFor[store.Array[part]](): reflect.TypeFor[standin.Array[part]](),
	} {
		w, d := layout.FromReflect(want), standin.Describe(typ)
		require.Equal(t, w.Name, d.Name)
		require.Equal(t, w.Kind, d.Kind)
		require.Equal(t, w.Elem().Key, d.Elem().Key)
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[*made](), reflect.TypeFor[[2]made]()} {
		d := standin.Describe(typ)
		require.Equal(t, layout.Nodes, d.Elem().Fields[0].Type.Kind, "what a pointer or an array leads to")
	}
}
