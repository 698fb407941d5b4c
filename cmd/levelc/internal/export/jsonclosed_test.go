package export_test

import (
	"testing"

	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// zone has an object of each sort.
type zone struct {
	At [2]float32 `level:"at"`
	In struct {
		N  int32      `level:"n"`
		At [2]float32 `level:"at"`
	} `level:"in"`
	Corners store.Span[zoneCorner] `level:"corner"`
	Depths  store.Span[int32]      `level:"depth"`
	Exits   struct {
		All store.Span[zoneExit] `level:",map"`
	} `level:"exits"`
}

type zoneCorner struct {
	X    float32   `level:"x"`
	Name store.Str `level:"name"`
}

type zoneExit struct {
	Way  store.Str  `level:"way,key"`
	To   [2]float32 `level:"to"`
	Cost int32      `level:"cost"`
}

func zoneSchema(t *testing.T) *format.Schema {
	return leveltest.SchemaOf[struct {
		Zones   standin.Bulk[zone] `level:"zone"`
		Corners standin.Array[zoneCorner]
		Depths  standin.Array[int32]
		Exits   standin.Array[zoneExit]
		store.Strings
	}](t)
}

// A level says where its schema is, and a build passes that over.
func TestALevelMayNameItsJSONSchema(t *testing.T) {
	inCrowd(t, zoneSchema(t), func(t *testing.T, s *format.Schema) {
		levels := map[string]bool{
			`{"$schema":"x.json","zone":{}}`: true, `{"type":"zone","$schema":"x.json","at":[1,2]}`: true, `{"type":"zone","$schema":null}`: true,
			`[{"type":"zone","$schema":"x.json"}]`: true, `{"zone":[{"$schema":"x.json","zone":{"$schema":"x.json"}}]}`: true,
			`{"type":"zone","in":{"$schema":"x.json"}}`: true, `{"type":"zone","at":{"x":1,"$schema":"x.json"}}`: true,
			`{"type":"zone","corner":[{"x":1,"$schema":"x.json"}],"depth":[{"text":1,"$schema":"x.json"}]}`: true,
			`{"type":"zone","exits":{"$schema":"x.json","a":{"$schema":"x.json"}}}`:                         true,
			`{"type":"zone","$schema":{"type":"zone"}}`:                                                     true,
			`{"type":"zone","$schema":[1,[2]],"corner":[{"$schema":["a"]}]}`:                                true,
		}
		requireBoth(t, s, open, levels)
		for _, text := range []string{`{"type":"zone","$schema":{}}`, `{"type":"zone","$schema":[[{}]]}`, `{"type":"zone","schema":"x.json"}`, `{"type":"zone","in":{"$schemas":"x.json"}}`} {
			levels[text] = false
		}
		requireBoth(t, s, strict, levels)
	})
	s := keySchema() // whose rooms may stand outermost without a type, too
	s.Tables[0].Attr.JSON = format.NoKey
	s.Tables[0].Fields[0].Attr.Role = format.RoleID
	for i := range s.Tables {
		for j := range s.Tables[i].Fields {
			s.Tables[i].Fields[j].Attr.Source = s.Tables[i].Fields[j].Name
		}
	}
	requireBoth(t, s, strict, map[string]bool{`{"$schema":"x.json","id":"a"}`: true, `[{"$schema":"x.json","id":"a"}]`: true})
}

// What a build keeps, the schema lets pass, in objects in which no node may stand, too.
func TestJSONSchemaLetsNamesPassInAnyObject(t *testing.T) {
	s := zoneSchema(t)
	levels := []string{
		`{"type":"zone","at":{"x":1,"zz":2}}`, `{"type":"zone","at":{"zz":{"a":[{}]}}}`, `{"type":"zone","in":{"zz":2,"at":{"zz":2}}}`,
		`{"type":"zone","corner":[{"x":1,"zz":2}]}`, `{"type":"zone","depth":[{"text":1,"zz":2}]}`, `{"type":"zone","depth":{"text":1,"zz":{"a":1}}}`,
		`{"type":"zone","exits":{"a":{"to":{"x":1,"zz":2}}}}`, `{"type":"zone","exits":{"a":{"cost":1,"zz":2}}}`,
	}
	kept, refused := map[string]bool{`{"type":"zone","depth":[{"zz":2}]}`: false, `{"type":"zone","at":{"x":"a"}}`: false}, map[string]bool{}
	for _, text := range levels {
		kept[text], refused[text] = true, false
	}
	requireBoth(t, s, open, kept)
	requireBoth(t, s, strict, refused)
}

// What is required must be there, whatever may be null around it.
func TestJSONSchemaAsksForWhatIsInsideAnObject(t *testing.T) {
	type room struct {
		At  [2]float32 `level:"at,required"`
		Opt struct {
			Deep struct {
				Must int32 `level:"must,required"`
			} `level:"deep"`
		} `level:"opt"`
		Free struct {
			N int32 `level:"n"`
		} `level:"free"`
	}
	s := leveltest.SchemaOf[struct {
		Rooms standin.Bulk[room] `level:"room"`
	}](t)
	const opt = `,"opt":{"deep":{"must":1}}`
	levels := map[string]bool{
		`{"type":"room","at":[1,2]` + opt + `}`: true, `{"type":"room","at":[1,2]` + opt + `,"free":null}`: true,
		`{"type":"room","at":[1,2],"opt":null}`: false, `{"type":"room","at":[1,2],"opt":{"deep":null}}`: false, `{"type":"room","at":[1,2],"opt":{"deep":{}}}`: false,
		`{"type":"room","at":{"x":1}` + opt + `}`: true, `{"type":"room","at":{"x":null,"y":1}` + opt + `}`: true,
		`{"type":"room","at":{}` + opt + `}`: false, `{"type":"room","at":{"x":null}` + opt + `}`: false, `{"type":"room","at":null` + opt + `}`: false,
	}
	requireBoth(t, s, strict, levels)
	levels[`{"type":"room","at":{"zz":1}`+opt+`}`] = false
	requireBoth(t, s, open, levels)
}

// A kind may be called as the member is that says a node's kind, or as a field of another
// kind: an object under that name is a node of it.
func TestAKindThatIsCalledAsAMember(t *testing.T) {
	type sort struct {
		Name store.Str `level:"name,id"`
	}
	type thing struct {
		Kind store.Str `level:"kind,json=type"`
		N    uint8     `level:"n"`
	}
	type other struct {
		Type store.Str          `level:"type,json=sort"`
		Of   store.Handle[sort] `level:"of,ref"`
	}
	type world struct {
		Sorts  standin.Bulk[sort]  `level:"type,json=types"`
		Things standin.Bulk[thing] `level:"thing,json=things"`
		Others standin.Bulk[other] `level:"other"`
		Ns     standin.Bulk[struct {
			X uint8 `level:"x"`
		}] `level:"n"`
		store.Strings
	}
	requireBoth(t, leveltest.SchemaOf[world](t), strict, map[string]bool{
		`{"type":{"name":"a"}}`: true, `{"type":[{"name":"a"},{"name":"b"}]}`: true, `{"types":[{"name":"a"}]}`: true,
		`{"other":{"type":{"name":"x"}}}`: true, `{"other":{"type":[{"name":"x"}]}}`: true, `{"other":{"type":"other","sort":"x"}}`: true,
		`{"other":{"type":{"nam":"x"}}}`: false, `{"other":{"type":"x"}}`: false, `{"other":{"sort":5}}`: false,
		`{"thing":{"n":3,"type":{"name":"z"}}}`: true, `{"thing":{"n":3,"type":"x"}}`: true, `{"thing":{"n":3,"type":{"n":1}}}`: false,
		`{"thing":{"n":{"x":1}}}`: true, `{"thing":{"n":[{"x":1},{"x":2}]}}`: true, `{"thing":{"n":{"y":1}}}`: false, `{"thing":{"n":[3]}}`: false,
	})
}

// A schema file may put a nested struct elsewhere in JSON.
func TestJSONSchemaHasThePathsOfJSON(t *testing.T) {
	s := zoneSchema(t)
	for i := range s.Tables[0].Fields {
		if f := &s.Tables[0].Fields[i]; f.Name == "in.n" || f.Name == "in.at" {
			f.Attr.JSON = "box/" + f.Name[len("in."):]
		}
	}
	requireBoth(t, s, strict, map[string]bool{
		`{"zone": {"box": {"n": 1, "at": [1, 2]}}}`: true, `{"zone": {"in": {"n": 1}}}`: false,
		`<zone><in n="1" at="1 2"/></zone>`: true, `<zone><box n="1"/></zone>`: false,
	})
}
