package layout_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// How a source writes references is in the schema, and not in what a level stores of it.
func TestTagsSayHowReferencesAreWritten(t *testing.T) {
	type bone struct {
		ID     int32                          `level:"id,id,index"`
		Parent store.Handle[bone]             `level:"parent,none='-1|no, none'"`
		Any    store.AnyHandle                `level:"any,form=#*|url(#*)"`
		Links  store.Span[store.Handle[bone]] `level:"links,none=0,form=@*"`
		Pair   [2]store.Handle[bone]          `level:"pair,none=x"`
	}
	type world struct {
		Bones standin.Bulk[bone] `level:"bone"`
		Links standin.Array[store.Handle[bone]]
	}
	w := of(t, world{})
	b := table(t, w, "bone")
	require.True(t, field(t, b, "id").Attr.Index)
	require.Equal(t, []string{"-1", "no, none"}, field(t, b, "parent").Attr.None)
	require.Equal(t, []string{"#*", "url(#*)"}, field(t, b, "any").Attr.Forms)
	require.Equal(t, []string{"x"}, field(t, b, "pair").Attr.None)
	require.Empty(t, field(t, b, "links").Attr.None)
	value := field(t, table(t, w, "bone.links"), "value")
	require.Equal(t, []string{"0"}, value.Attr.None)
	require.Equal(t, []string{"@*"}, value.Attr.Forms)

	stored, err := format.AppendSchema(nil, w.Schema.Complete())
	require.NoError(t, err)
	for i := range w.Schema.Tables {
		for j := range w.Schema.Tables[i].Fields {
			a := &w.Schema.Tables[i].Fields[j].Attr
			a.None, a.Forms, a.Index = nil, nil, false
		}
	}
	without, err := format.AppendSchema(nil, w.Schema.Complete())
	require.NoError(t, err)
	require.Equal(t, without, stored)
}

// The kinds that a Span's ref= names are for its handles, also for those in arrays.
func TestASpanOfArraysOfHandlesNamesTheirKinds(t *testing.T) {
	type thing struct {
		Any  store.Span[[2]store.AnyHandle]     `level:"any,ref='a|''b'"`
		Two  store.Span[[2]store.Handle[thing]] `level:"two,ref=c"`
		Some store.Span[store.AnyHandle]        `level:"some,ref='''b'"`
	}
	type world struct {
		A     standin.Bulk[thing] `level:"a"`
		B     standin.Bulk[thing] `level:"'b"`
		C     standin.Bulk[thing] `level:"c"`
		Anys  standin.Array[[2]store.AnyHandle]
		Twos  standin.Array[[2]store.Handle[thing]]
		Somes standin.Array[store.AnyHandle]
	}
	w := of(t, world{})
	require.Equal(t, []string{"a", "'b"}, field(t, table(t, w, "a.any"), "value").Symbols)
	require.Equal(t, "c", field(t, table(t, w, "a.two"), "value").Target)
	require.Equal(t, []string{"'b"}, field(t, table(t, w, "a.some"), "value").Symbols)
}

func TestTagsOfReferencesThatCannotBeAreRefused(t *testing.T) {
	type room struct {
		ID store.Str `level:"id,id"`
	}
	for _, c := range []struct {
		record any
		why    string
	}{
		{struct {
			N int32 `level:"n,none=-1"`
		}{}, "none= and form= want a reference by id"},
		{struct {
			N store.Str `level:"n,form=#*"`
		}{}, "none= and form= want a reference by id"},
		{struct {
			N store.Span[int32] `level:"n,none=-1"`
		}{}, "none= and form= want a reference by id"},
		{struct {
			R store.Handle[room] `level:",parent,none=-1"`
		}{}, "none= and form= want a reference by id"},
		{struct {
			R store.Handle[room] `level:"r,none=-1,required"`
		}{}, "required and none= exclude each other"},
		{struct {
			R store.Handle[room] `level:"r,none=-1,default=hall"`
		}{}, "default= and none= exclude each other"},
		{struct {
			R store.Handle[room] `level:"r,none="`
		}{}, "an empty reference is none by itself"},
		{struct {
			R store.Handle[room] `level:"r,none"`
		}{}, `option "none" needs a value`},
		{struct {
			R store.Handle[room] `level:"r,none=-1||0"`
		}{}, `option "none" has an empty name`},
		{struct {
			R store.Handle[room] `level:"r,none=' -1'"`
		}{}, "white space at an end"},
		{struct {
			R store.Handle[room] `level:"r,form="`
		}{}, "in which * stands for the id"},
		{struct {
			R store.Handle[room] `level:"r,form=#"`
		}{}, "one * stands for the id"},
		{struct {
			R store.Handle[room] `level:"r,form=**"`
		}{}, "one * stands for the id"},
		{struct {
			R store.Handle[room] `level:"r,form=*"`
		}{}, "nothing stands around the id"},
		{struct {
			R store.Handle[room] `level:"r,form='* '"`
		}{}, "white space at an end"},
		{struct {
			R store.Handle[room] `level:"r,prefix=#"`
		}{}, "form=#*"},
		{struct {
			ID store.Str `level:"id,id,index"`
		}{}, "index wants an id that is an integer"},
		{struct {
			N int32 `level:"n,index"`
		}{}, "index wants an id that is an integer"},
		{struct {
			N int32 `level:"n,id,index,required"`
		}{}, "a required id has no use for an index"},
		{struct {
			N int32 `level:"n,id,key,index"`
		}{}, "a node under its key has no use for an index"},
	} {
		_, err := layout.Record(layout.FromReflect(reflect.TypeOf(c.record)))
		require.ErrorContains(t, err, c.why)
	}
	type element struct {
		N int32 `level:"n,id,index"`
	}
	type world struct {
		N standin.Bulk[struct {
			Of store.Span[element] `level:"of"`
		}] `level:"n"`
		Of standin.Array[element]
	}
	_, err := layout.Of(standin.Describe(reflect.TypeFor[world]()))
	require.ErrorContains(t, err, "an element of a span has no use for an index")
}
