package export_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// A map leaves what stands beside it in its element unchecked, and nothing else.
func TestXMLSchemaAsksForFieldsBesideAMap(t *testing.T) {
	type entry struct {
		Key   store.Str `level:"key,key"`
		Value int32     `level:"value"`
	}
	type room struct {
		At  [2]float32 `level:"at,required"`
		Opt struct {
			Must int32 `level:"must,required"`
			Deep struct {
				N int32 `level:"n,required"`
			} `level:"deep"`
		} `level:"opt"`
		Props struct {
			N    int32             `level:"n"`
			All  store.Span[entry] `level:",map"`
			Deep struct {
				N int32 `level:"n"`
			} `level:"deep"`
		} `level:"props"`
	}
	type world struct {
		Rooms   standin.Bulk[room] `level:"room"`
		Entries standin.Array[entry]
		store.Strings
	}
	levels := map[string]bool{
		`<room at="1 2"><opt must="1"><deep n="1"/></opt><props a="1"><b value="2"/></props></room>`: true,
		`<level><room at="1 2"><opt><must>1</must><deep><n>1</n></deep></opt></room></level>`:        true,
		`<room><opt must="1"><deep n="1"/></opt></room>`:                                             false, `<room at="1 2"><opt><deep n="1"/></opt></room>`: false, `<room at="1 2"><opt must="1"><deep/></opt></room>`: false,
		`<room at="1 2"><opt must="1"/><props n="1"/></room>`: false, `<room at="1 2"/>`: false,
	}
	requireBoth(t, leveltest.SchemaOf[world](t), strict, levels)

	// What stands in an element with a map is left to the build.
	s := leveltest.SchemaOf[world](t)
	for i := range s.Tables[0].Fields {
		if f := &s.Tables[0].Fields[i]; f.Name == "props.n" || f.Name == "props.deep.n" {
			f.Attr.Required = true
		}
	}
	const lacking = `<room at="1 2"><opt must="1"><deep n="1"/></opt></room>`
	require.NotEmpty(t, builds(t, s, lacking))
	valid := xmlValidator(t, s, strict)
	require.NoError(t, valid(document(t, lacking)))
	require.NoError(t, valid(document(t, `<room at="1 2"><opt must="1"><deep n="1"/></opt><props n="1"><deep n="1"/></props></room>`)))
	require.Error(t, valid(document(t, `<room><opt must="1"><deep n="1"/></opt></room>`)))
}

// An id is neither empty where it is required nor there twice, the outermost node's
// too.
func TestXMLSchemaAsksForIDs(t *testing.T) {
	type note struct {
		Name store.Str `level:"name,id,required"`
	}
	type world struct {
		Rooms standin.Bulk[struct {
			ID store.Str `level:"id,id"`
		}] `level:"room|hall"`
		Doors standin.Bulk[struct {
			Name  store.Str        `level:"name,id,required"`
			Notes store.Span[note] `level:"note"`
		}] `level:"door"`
		Notes standin.Array[note]
		store.Strings
	}
	s := leveltest.SchemaOf[world](t)
	requireBoth(t, s, strict, map[string]bool{
		`<room id="a"><room id="b"/><door name="a"/></room>`: true, `<room><room/><hall/></room>`: true,
		`<room id="a"><room id="a"/></room>`: false, `<hall id="a"><room id="a"/></hall>`: false, `<hall><id>a</id><door name="a"><room id="a"/></door></hall>`: false,
		`<door name=" a&#10;b "/>`: true, `<door><name>a</name></door>`: true, `<door name="a"><note name=""/></door>`: true,
		`<door name=""/>`: false, `<door name="  "/>`: false, `<door/>`: false, `<door><name/></door>`: false, `<door><name xml:space="preserve"> </name></door>`: false,
	})
	// It cannot tell that an empty id is none.
	const twice = `<level><room id=""/><room id=""/></level>`
	require.Empty(t, builds(t, s, twice))
	require.Error(t, xmlValidator(t, s, strict)(document(t, twice)))
	require.NoError(t, xmlValidator(t, s, strict)(document(t, `<level><room/><room/></level>`)))
}
