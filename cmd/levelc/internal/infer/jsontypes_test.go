package infer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
)

// The definitions of a whole game are such lists. Their objects have more members in all
// than objects that are one thing.
func TestAListOfManyTypesHasAKindForEach(t *testing.T) {
	const types = 200
	var list, want strings.Builder
	for i := range 3 * types {
		kind := i % types
		fmt.Fprintf(&list, `,{"type": "t%d", "id": "x%d", "a%d": %d, "b%d": true, "c%d": {"x%d": 0.5, "y": %d}}`, kind, i, kind, i, kind, kind, kind, i)
		if i < types {
			fmt.Fprintf(&want, "t%d: id str id, c%d.x%d f32, c%d.y u16, a%d u16, b%d bool\n", i, i, i, i, i, i)
		}
	}
	for name, text := range map[string]string{
		"outermost":       "[" + list.String()[1:] + "]",
		"under a key":     `{"defs": [` + list.String()[1:] + "]}",
		"beside a member": `{"version": 3, "defs": [` + list.String()[1:] + "]}",
	} {
		t.Run(name, func(t *testing.T) {
			r := from(t, text)
			require.Empty(t, r.Notes)
			got := shape(r)
			if name == "beside a member" {
				got, _ = strings.CutPrefix(got, "root/.: version u8\n")
				got = strings.ReplaceAll(got, ", parent ref(root) parent", "")
			}
			require.Equal(t, strings.TrimSpace(want.String()), got)
		})
	}
}

// Programs that write their objects as XML say with it what they are.
func TestAnObjectsTypeIsAField(t *testing.T) {
	r := from(t, `<s xmlns:xsi="u" xsi:schemaLocation="x"><a xsi:type="Circle" xsi:nil="true" n="1"/><a xsi:type="Box" n="2"/></s>`)
	require.Equal(t, "a: xsi:type str, n u8", shape(r))
}

func TestJSONTypesNameKinds(t *testing.T) {
	r := from(t, `{"type":"scene","name":"s","children":[
		{"type":"body","mass":1,"shapes":[{"form":"box","type":"x"},{"form":"ball","type":"y"}]},
		{"type":"light","range":2}]}`)
	require.Equal(t, lines(
		"scene: name str id",
		"body: shape/shapes span, mass u8",
		"light: range u8",
		"body.shape: form str, type str",
	), shape(r), "types of one shape are a field")
	r = from(t, `{"shapes":[{"type":"box","size":[1,2]},{"type":"ball","radius":1}]}`)
	require.Equal(t, "box: size u8[2]\nball: radius u8", shape(r), "types that differ in their members are kinds")
}

// The sides of an operator are told apart by their keys, so their types cannot be kinds.
func TestObjectsOfOneTypeUnderTwoKeys(t *testing.T) {
	const mul, noise = `{"type":"mul","v":1,"q":2}`, `{"type":"noise","scale":3}`
	r := from(t, `{"ops":[{"left":`+mul+`,"right":`+noise+`},{"left":`+noise+`,"right":`+mul+`}]}`)
	require.Equal(t, "op/ops: left.type str, left.v u8, left.q u8, left.scale u8, right.type str, right.scale u8, right.v u8, right.q u8", shape(r))
	require.Empty(t, notes(r))
	r = from(t, `{"ops":[{"left":`+mul+`,"right":`+noise+`},{"left":`+mul+`,"right":`+noise+`}]}`)
	require.NotContains(t, shape(r), "mul:", "of one type each, they are no kinds")
	r = from(t, `{"ops":[{"id":1,"things":[`+mul+`,`+noise+`],"target":`+mul+`},{"id":2}]}`)
	require.Contains(t, shape(r), "mul: ", "what stands in a list of things is a node")
	require.Equal(t, []string{`mul: such objects stand under "things" and under "target", which as nodes they do not say`}, notes(r))
}

// A body is a box, a circle or a polygon. If a box has to be a struct, so have the others.
func TestWhatStandsUnderAKeyIsAllOfOneSort(t *testing.T) {
	const entity = `{"name":"%d","components":{"body":%s%s}},`
	box, circle, poly := `{"type":"box","w":1,"h":2}`, `{"type":"circle","r":3}`, `{"type":"poly","points":[[0,1],[2,3]]}`
	render := `,"render":{"type":"sprite","image":"i"}`
	text := fmt.Sprintf(entity, 1, box, render+`,"trigger":`+box) + fmt.Sprintf(entity, 2, circle, render) + fmt.Sprintf(entity, 3, poly, `,"render":{"type":"mesh","file":"f"}`)
	r := requireBuilds(t, []string{`{"entities":[` + strings.TrimSuffix(text, ",") + `]}`}, false)
	require.Equal(t, lines(
		"entity/entities: name str id",
		"components: body.type str, body.points span, body.w u8, body.h u8, body.r u8, trigger.type str, trigger.w u8, trigger.h u8, parent ref(entity) parent",
		"sprite: image str, parent ref(components) parent",
		"mesh: file str, parent ref(components) parent",
		"components.body.points: value u8[2] text",
	), shape(r))
	r = from(t, `{"entities":[`+text+`{"name":"4","parts":[`+circle+`,`+poly+`]}]}`)
	require.Contains(t, shape(r), "circle: parent anyref(entity components) parent, r u8", "a node where it stands in a list, and so everywhere")
	require.Contains(t, shape(r), "body.type str, body.w u8, body.h u8,")
}

// A Tiled property may refer to an object, and then says so as its type.
func TestATypeThatIsDataElsewhereIsNoNameOfAKind(t *testing.T) {
	r := from(t, `{"type":"map","width":2,"properties":[{"name":"boss","type":"object","value":7},{"name":"n","type":"int","value":1}],
		"objects":[{"id":7,"name":"a"},{"id":8,"name":"b"}]}`)
	require.Equal(t, lines(
		"map: property/properties span, width u8",
		"objects: name str, id u8 id",
		"map.property: name str, type str, value u8",
	), shape(r))
}

// "error" is a member too, so it is no kind; no other type is one then, and what all have
// become must not be called like one of them.
func TestAKindIsNotCalledLikeATypeOfItsObjectsThatNamesNone(t *testing.T) {
	const child = `{"type":"child","children":[{"type":"func"},{"type":"child"}]}`
	r := requireBuilds(t, []string{`{"children":[{"type":"k0","children":[{"type":"error"}]},
		{"type":"error","children":[{"type":"k0","error":37},{"type":"error","children":[{"type":"error"},
			{"type":"k0","children":[` + child + `,` + child + `,{"type":"k0","children":[{"type":"child"}]},{"type":"func"}]}]}]}],"version":"1.0"}`}, false)
	require.Regexp(t, `(?m)^children: .*type`, shape(r))
}

// Its name means nothing in XML; the type of JSON's outermost object is a value.
func TestTheTypeOfAnOutermostObjectThatIsNoNodeIsToldOf(t *testing.T) {
	r := requireBuilds(t, []string{`{"type":"FeatureCollection","features":[{"id":1},{"id":2}]}`}, false)
	require.Equal(t, "feature/features: id u8 id", shape(r))
	require.Equal(t, []string{"FeatureCollection: no node comes of the outermost object of this type, so that the type is not kept"}, notes(r))
	r = from(t, `{"type":"FeatureCollection","n":1,"features":[{"id":1},{"id":2}]}`)
	require.Contains(t, shape(r), "FeatureCollection: n u8")
	require.Empty(t, notes(r))
}

// The members of all geometries of GeoJSON have the same names. What is in them differs by
// type, and no field takes all of it.
func TestTypesThatDifferInTheFormOfAMemberAreKinds(t *testing.T) {
	const features = `{"type": "FeatureCollection", "bbox": [-1, -1, 9, 9], "features": [
		{"type": "Feature", "id": 7, "geometry": {"type": "Point", "coordinates": [1.5, 2]}},
		{"type": "Feature", "id": 8, "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 4]], [[1, 1], [2, 1]]]}},
		{"type": "Feature", "id": 9, "geometry": null},
		%s
		{"type": "Feature", "id": 11, "geometry": {"type": "LineString", "coordinates": [[0, 0], [1, 1], [2, 1]]}}]}`
	r := from(t, fmt.Sprintf(features, ""))
	require.Empty(t, r.Notes)
	require.Contains(t, shape(r), "\nPoint: coordinates f32[2], parent ref(feature) parent\nPolygon: coordinate/coordinates span, parent ref(feature) parent\n"+
		"LineString: coordinates span, parent ref(feature) parent\n")

	r = from(t, fmt.Sprintf(features, `{"type": "Feature", "id": 10, "geometry": {"type": "Point", "coordinates": [[1, 2]]}},`))
	require.NotContains(t, shape(r), "Point:", "the type does not decide it")

	r = from(t, `{"vars": [{"type": "int", "value": 3}, {"type": "vec", "value": {"x": 1, "y": 2}}, {"type": "str", "value": "s"}]}`)
	require.Equal(t, "int: value u8\nvec: value u8[2]\nstr: value str", shape(r))
	r = from(t, `{"vars": [{"type": "int", "value": 3}, {"type": "list", "value": []}, {"type": "any", "value": null}, {"type": "str", "value": "s"}]}`)
	require.Equal(t, "var/vars: type str, value span any\nvar.value: value str text", shape(r), "one field takes these")
}

// Elsewhere they would be, and the objects under keys would lose these.
func TestTypesOfObjectsUnderKeysNameNoKinds(t *testing.T) {
	const things = `"things":[{"type":"big","a":1},{"type":"small","b":1}]`
	require.Contains(t, shape(from(t, `{"n":1,`+things+`}`)), "\nbig: ")
	for objects, want := range map[string]string{
		`{"hall":{"type":"big","to":"attic"},"attic":{"type":"small","to":"hall"}}`:                                    "room/rooms: id str id,key, type str, to ref(room)", // are referred to
		`{"a":{"type":"big","boxes":[{"id":"x"},{"id":"y"}]},"b":{"type":"small","boxes":[{"id":"z"}]}}`:               "room/rooms: id str id,key, type str",               // hold nodes
		`{"1,1":{"type":"big","v":1},"1,2":{"type":"small","v":2},"2,2":{"type":"big","v":2}}`:                         "root.rooms.entries: key str key, type str, v u8",   // are a map
		`{"hall":{"type":"room","to":"attic"},"attic":{"type":"room","to":"hall"},"cave":{"type":"room","to":"hall"}}`: "room/rooms: id str id,key, to ref(room)",           // are of their own
	} {
		for _, text := range []string{`{"start":"hall","rooms":` + objects + `,` + things + `}`, `{` + things + `,"start":"hall","rooms":` + objects + `}`} {
			r := requireBuilds(t, []string{text}, false)
			require.Contains(t, shape(r), want, text)
			require.Empty(t, notes(r), text)
			require.True(t, requireDumps(t, r.Schema, spool(t, text)[0], compile.UnknownError, []byte(text)))
		}
	}
}
