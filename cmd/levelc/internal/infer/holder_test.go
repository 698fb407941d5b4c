package infer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

// roles are the fields of a kind with what they are.
func roles(t *testing.T, text string) map[string]string {
	t.Helper()
	s := inferred(t, text)
	out := map[string]string{}
	for i := range s.Tables {
		for k := range s.Tables[i].Fields {
			f := &s.Tables[i].Fields[k]
			out[s.Tables[i].Name+"."+f.Name] = strings.TrimSpace(f.Type.String() + " " + strings.TrimPrefix(f.Attr.Role.String(), "value") + " " + f.Target)
		}
	}
	return out
}

func inferred(t *testing.T, text string) *format.Schema {
	t.Helper()
	file, err := source.Spool(strings.NewReader(text), "level.json")
	require.NoError(t, err)
	defer file.Close()
	r, err := infer.Files(context.Background(), []*source.File{file}, infer.Options{})
	require.NoError(t, err, text)
	policy := compile.UnknownError
	for _, n := range r.Notes {
		if n.Lost {
			policy = compile.UnknownWarn
		}
	}
	said := build(t, r.Schema, policy, file)
	require.NotContains(t, said, "ERROR", "%s\n%s\n%v", text, strings.Join(said, "\n"), r.Notes)
	return r.Schema
}

func TestObjectsWhoseKeysAreReferredToAreNodes(t *testing.T) {
	r := roles(t, `{"start":"hall","rooms":{"hall":{"exits":["kitchen"]},"kitchen":{"exits":["hall"],"items":{"lamp":{"kind":"light"}}}}}`)
	require.Equal(t, "str id,key", r["room.id"])
	require.Equal(t, "ref  room", r["root.start"])
	require.Equal(t, "ref text room", r["room.exits.value"])

	r = roles(t, `{"hall":{"to":"attic","light":1},"attic":{"to":"deep","light":2},"deep":{"to":"hall"}}`)
	require.Equal(t, "str id,key", r["root.id"])
	require.Equal(t, "ref  root", r["root.to"])

	// Each event is a field of its own, and they refer to three states together.
	r = roles(t, `{"id":"light","initial":"green","states":{"green":{"on":{"TIMER":"yellow"}},"yellow":{"on":{"TIMER":"red"}},"red":{"on":{"TIMER":"green"},"states":{"walk":{"on":{}},"wait":{}}}}}`)
	require.Equal(t, "str id,key", r["state.id"])
	require.Equal(t, "ref  state", r["state.on.TIMER"])
	require.Equal(t, "ref  state", r["root.initial"])
	require.Contains(t, r["state.parent"], "ref parent")
}

// None of the ways out of a room is met often enough to say by itself where it leads.
func TestFieldsOfAStructReferTogether(t *testing.T) {
	exits := func(a, b, c string) string {
		return `{"rooms":{"hall":{"light":1,"exits":{` + a + `}},"attic":{"light":2,"exits":{` + b + `}},"cave":{"light":2` + c + `}}}`
	}
	for text, want := range map[string]string{
		exits(`"east":"attic","north":"cave"`, `"south":"hall"`, ""):                                     "exits.east ref(room), exits.north ref(room), exits.south ref(room)",
		exits(`"east":"attic","wide":true,"n":2`, `"south":"hall"`, ""):                                  "exits.east ref(room), exits.south ref(room), exits.wide bool, exits.n u8",
		exits(`"doors":{"east":"attic","north":"cave"}`, `"doors":{"up":"hall"}`, ""):                    "exits.doors.east ref(room), exits.doors.north ref(room), exits.doors.up ref(room)",
		exits(`"east":"attic","north":"cave","sign":"Mind!"`, `"south":"hall"`, ""):                      "exits.east str, exits.north str, exits.sign str, exits.south str", // one refers to nothing
		exits(`"east":"attic"`, `"south":"hall"`, `,"signs":[{"n":1,"to":{"up":"hall","down":"cave"}}]`): "exits.east ref(room), exits.south ref(room), sign/signs span",
	} {
		r := requireBuilds(t, []string{text}, false)
		got, elements, _ := strings.Cut(shape(r), "\n")
		require.Equal(t, "room/rooms: id str id,key, "+want+", light u8", got, text)
		if elements != "" {
			require.Equal(t, "room.sign: to.up ref(room), to.down ref(room), n u8", elements)
		}
		require.Empty(t, notes(r), text)
		require.True(t, requireDumps(t, r.Schema, spool(t, text)[0], compile.UnknownError, []byte(text)), text)
	}
}

func TestNumbersMayBeKeys(t *testing.T) {
	r := roles(t, `{"nodes":{"1":{"text":"a","next":2},"2":{"text":"b","next":10},"10":{"text":"c"}}}`)
	require.Equal(t, "u8 id,key", r["node.id"])
	require.Equal(t, "ref  node", r["node.next"])
	r = roles(t, `{"nodes":{"1":{"text":"a","next":"2"},"2":{"text":"b","next":"10"},"10":{"text":"c","next":"1"}}}`)
	require.Equal(t, "str id,key", r["node.id"])
	r = roles(t, `{"nodes":{"01":{"text":"a","next":2},"2":{"text":"b","next":10},"10":{"text":"c"}}}`)
	require.NotContains(t, r["node.id"], "key", "no integer is written 01")
	// Small numbers are keys of everything.
	r = roles(t, `{"levels":{"1":{"hp":2},"2":{"hp":3},"3":{"hp":1}}}`)
	require.Equal(t, "str key", r["root.levels.entries.key"])
	for field, what := range r {
		require.NotContains(t, what, "ref", field)
		require.NotContains(t, what, "id,key", field)
	}
}

// The outermost object has no name that speaks of nodes, but its keys may do so.
func TestTheOutermostObjectHoldsNodesUnderKeysThatLookLikeData(t *testing.T) {
	for text, want := range map[string]string{
		`{"1":{"enemies":[{"id":"a","hp":1},{"id":"b","hp":2}]},"2":{"enemies":[{"id":"c","hp":3}]}}`:             "str id,key",
		`{"level-1":{"enemies":[{"id":"a","hp":1},{"id":"b","hp":2}]},"level-2":{"enemies":[{"id":"c","hp":3}]}}`: "str id,key",
		`{"cave":{"enemies":[{"id":"a","hp":1},{"id":"b","hp":2}]},"hall":{"enemies":[{"id":"c","hp":3}]}}`:       "",
	} {
		r := roles(t, text)
		require.Equal(t, want, r["root.id"], text)
		require.Equal(t, "str id", r["enemy.id"], text)
		require.Equal(t, want != "", r["enemy.parent"] == "ref parent root", text)
	}
}

// What says the key once more takes it; what says something else does not.
func TestAnIDBesideTheKey(t *testing.T) {
	r := roles(t, `{"parts":{"a":{"Id":"a","to":"b"},"b":{"Id":"b","to":"c"},"c":{"Id":"c","to":"a"}}}`)
	require.Equal(t, "str id,key", r["part.Id"])
	require.NotContains(t, r, "part.id")
	r = roles(t, `{"parts":{"a":{"id":"x","to":"b"},"b":{"id":"y","to":"c"},"c":{"id":"z","to":"a"}}}`)
	require.Equal(t, "str id,key", r["part.key"])
	require.Equal(t, "str", r["part.id"])
	r = roles(t, `{"parts":{"7":{"id":7,"to":8},"8":{"id":8,"to":9},"9":{"id":9,"to":7}}}`)
	require.Equal(t, "u8 id,key", r["part.id"])
	r = roles(t, `{"parts":{"7":{"id":"7","to":"8"},"8":{"id":"8","to":"9"},"9":{"id":"9","to":"7"}}}`)
	require.Equal(t, "str id,key", r["part.id"])
}

// Keys are strings if one of them is no integer, and JSON's numbers are none.
func TestANumberThatSaysAKeyThatIsNoIntegerIsAFieldBesideIt(t *testing.T) {
	for text, want := range map[string]string{
		`{"start":"1.5","floors":{"1":{"id":1,"up":"1.5"},"1.5":{"id":1.5,"up":"2"},"2":{"id":2}}}`: "floor/floors: key str id,key, id f32, up ref(floor)",
		`{"start":"1e3","floors":{"1e3":{"id":1e3,"to":"2e3"},"2e3":{"id":2e3}}}`:                   "floor/floors: key str id,key, id f32, to ref(floor)",
	} {
		r := requireBuilds(t, []string{text}, false)
		require.Contains(t, shape(r), want, text)
		require.True(t, requireDumps(t, r.Schema, spool(t, text)[0], compile.UnknownError, []byte(text)), text)
	}
}

func TestObjectsThatHoldNodesAreNodes(t *testing.T) {
	r := roles(t, `{"levels":{"one":{"enemies":[{"id":"a","hp":1},{"id":"b","hp":2}]},"two":{"enemies":[{"id":"c","hp":3}]}}}`)
	require.Equal(t, "str id,key", r["level.id"])
	require.Contains(t, r["enemy.parent"], "ref parent")
	// Not the only ones of their kind: nothing can refer to them.
	r = roles(t, `{"rooms":{"a":{"items":{"x":{"go":"b"},"y":{"go":"c"}}},"b":{"items":{"x":{"go":"a"}}},"c":{"items":{}}},"want":["x","y","x"],"has":"y"}`)
	require.Equal(t, "str id,key", r["room.id"])
	require.Equal(t, "str key", r["item.id"])
	// A tree by names.
	r = roles(t, `{"bones":{"hip":{"at":1,"bones":{"leg":{"at":2},"arm":{"at":3,"bones":{"hand":{"at":4}}}}}}}`)
	require.Equal(t, "str id,key", r["bone.id"])
}

// What makes nodes of what stands in a list, or under keys of its own, makes nodes of what
// holds it. Pairs of a name and a value are none.
func TestWhatIsHeldIsANode(t *testing.T) {
	doors := `"doors":{"n":{"w":1},"s":{"w":2}},"open":["n","s"]}` // whose keys come again in each room
	require.Equal(t, strings.Join([]string{
		`root/.: start str`,
		`room/rooms: id str id,key, open span`,
		`door/doors: id str key, parent ref(room) parent, w u8`,
		`room.open: value str text`,
	}, "\n"), shape(requireBuilds(t, []string{`{"start":"hall","rooms":{"hall":{` + doors + `,"attic":{` + doors + `,"cave":{` + doors + `}}`}, false)))
	things := `{"things":[{"type":"box","w":1},{"type":"ball","r":2}]}`
	require.Contains(t, shape(requireBuilds(t, []string{`{"n":1,"rooms":{"hall":` + things + `,"attic":` + things + `}}`}, false)), "room/rooms: id str id,key")
	for _, one := range []string{`"props":[{"name":"a%s","value":1},{"name":"b%[1]s","value":2}]`, `"one":{"id":"%s","v":1}`} {
		text := fmt.Sprintf(`{"n":1,"sets":{"low":{`+one+`},"high":{`, "l") + fmt.Sprintf(one+`}}}`, "h")
		require.NotContains(t, shape(requireBuilds(t, []string{text}, false)), "key", text)
	}
}

// Without evidence a map stays one, and a struct too.
func TestObjectsWithoutReferencesStayWhatTheyWere(t *testing.T) {
	for _, text := range []string{
		`{"map":{"player-1":{"hp":1},"player-2":{"hp":2},"player-3":{"hp":3},"player-4":{"hp":4}}}`,
		`{"material":{"front":{"density":1},"back":{"density":2}},"side":"front"}`,
		`{"scene":{"camera":{"at":[1,2]},"sky":{"colour":"red"}},"list":["camera","sky","camera"]}`,
		`{"rooms":{"a":{"to":"b"},"b":{"to":"c"},"c":{"to":"a"},"version":3}}`,
		`{"rooms":{"a":{"to":"b"},"b":{"to":"c"},"c":{"to":"a"},"d":[{"to":"a"}]}}`,
	} {
		for field, what := range roles(t, text) {
			require.NotContains(t, what, "id,key", "%s: %s", field, text)
		}
	}
}

// What an object holds may stand in what holds nodes itself, and several files go
// together.
func TestHoldersInHolders(t *testing.T) {
	r := roles(t, `{"worlds":{"x":{"zones":{"a":{"to":"b"},"b":{"to":"c"}}},"y":{"zones":{"c":{"to":"a"}}}}}`)
	require.Equal(t, "str id,key", r["world.id"])
	require.Equal(t, "str id,key", r["zone.id"])
	require.Equal(t, "ref parent world", r["zone.parent"])
}

var heldWords = []string{"a", "b", "c", "d", "1", "2", "10", "rooms", "room", "items", "states", "x", "y", "id", "key", "type", "to", "next", "value", ""}

// heldSource makes up objects in objects whose keys recur as values.
func heldSource(r *rand.Rand, depth int) any {
	word := func(from, to int) string { return heldWords[from+r.IntN(to-from)] }
	node := func() map[string]any {
		o := map[string]any{}
		for range r.IntN(4) {
			switch name := word(7, len(heldWords)); name {
			case "to", "next":
				o[name] = []any{word(0, 7), word(0, 4), []string{word(0, 4), word(0, 4)}, 1 + r.IntN(2)}[min(3, r.IntN(6))]
			case "id", "key":
				o[name] = word(0, 7)
			case "x", "y", "value":
				o[name] = r.IntN(5)
			case "type":
				o[name] = word(11, 13)
			default:
				if depth > 0 {
					o[name] = heldSource(r, depth-1)
				}
			}
		}
		return o
	}
	switch r.IntN(12) {
	case 0:
		return []any{node(), node()}
	case 1:
		return r.IntN(4)
	case 2:
		return node()
	}
	o := map[string]any{}
	for range 1 + r.IntN(4) {
		key := word(0, 7)
		n := node()
		if r.IntN(4) == 0 {
			n["id"] = key
		}
		o[key] = n
		if r.IntN(40) == 0 {
			o[key] = nil
		}
	}
	return o
}

// Whatever objects hold: what is inferred builds them, and a dump of that is the same.
func TestRandomHoldersBuildWithTheirSchema(t *testing.T) {
	n, held := uint64(500), 0
	if testing.Short() {
		n = 150
	}
	for seed := range n {
		r := rand.New(rand.NewPCG(seed, 2))
		doc := map[string]any{"start": heldWords[r.IntN(7)]}
		for range 1 + r.IntN(3) {
			doc[heldWords[7+r.IntN(4)]] = heldSource(r, 2)
		}
		var whole any = doc
		if r.IntN(8) == 0 {
			whole = map[string]any{"a": heldSource(r, 2), "b": heldSource(r, 2)}
		}
		text, err := json.Marshal(whole)
		require.NoError(t, err)
		file, err := source.Spool(bytes.NewReader(text), "random")
		require.NoError(t, err)
		res, err := infer.Files(context.Background(), []*source.File{file}, infer.Options{})
		if err != nil {
			require.ErrorIs(t, err, infer.ErrNothing, string(text))
			file.Close()
			continue
		}
		policy := compile.UnknownError
		for _, n := range res.Notes {
			if n.Lost {
				policy = compile.UnknownWarn
			}
		}
		said := build(t, res.Schema, policy, file)
		require.NotContains(t, said, "ERROR", "seed %d: %s\n%s\n%v", seed, text, strings.Join(said, "\n"), res.Notes)
		for i := range res.Schema.Tables {
			for k := range res.Schema.Tables[i].Fields {
				if f := &res.Schema.Tables[i].Fields[k]; res.Schema.Tables[i].Class == format.ClassNode && f.Attr.Role.IsKey() {
					held++
				}
			}
		}
		requireDumps(t, res.Schema, file, policy, text)
		file.Close()
	}
	t.Logf("%d kinds with keys", held)
	require.Greater(t, held, int(n/10))
}

// requireDumps requires that a dump of a level builds to the same bytes. It reports false if
// a source cannot say what is in the level.
func requireDumps(t *testing.T, s *format.Schema, file *source.File, policy compile.Policy, text []byte) bool {
	t.Helper()
	plan, err := compile.NewPlan(s)
	require.NoError(t, err)
	var one format.Buffer
	_, _, err = plan.Build(context.Background(), []*source.File{file}, &one, format.WriterOptions{}, compile.Options{Unknown: policy})
	require.NoError(t, err)
	l, err := level.Read(bytes.NewReader(one), format.Options{})
	require.NoError(t, err)
	var b strings.Builder
	if err := unparse.Write(&b, l, unparse.Options{Syntax: source.JSON}); err != nil {
		var no *unparse.Error
		require.ErrorAs(t, err, &no, "%s", text)
		return false
	}
	again, err := source.Spool(strings.NewReader(b.String()), "dump")
	require.NoError(t, err)
	defer again.Close()
	var two format.Buffer
	_, _, err = plan.Build(context.Background(), []*source.File{again}, &two, format.WriterOptions{}, compile.Options{Unknown: policy})
	require.NoError(t, err, "%s\n%s", text, b.String())
	require.True(t, bytes.Equal(one, two), "%s\n%s", text, b.String())
	return true
}

func TestObjectsThatAreNotAlikeAreNoNodesUnderTheirKeys(t *testing.T) {
	for _, text := range []string{
		`{"n":1,"rooms":{"hall":{"items":[{"n":1},{"n":2}]},"attic":{"items":[{"n":2}]}}}`, // what has no id is no node
		`{"n":1,"rooms":{"hall":{"items":[{"id":1},{"id":2}],"a":1,"b":1},"attic":{"items":[{"id":3}],"c":1,"d":1},"c":{"q":[{"id":7}],"e":1,"f":1}}}`,
		`{"start":"hall","to":"attic","back":"c","rooms":{"hall":{"a":1,"b":1},"attic":{"c":1,"d":1},"c":{"e":1,"f":1}}}`,
	} {
		require.NotContains(t, shape(requireBuilds(t, []string{text}, false)), "key", text)
	}
	alike := requireBuilds(t, []string{`{"start":"hall","to":"attic","back":"c","rooms":{"hall":{"a":1,"b":1},"attic":{"a":1,"d":1},"c":{"e":1,"f":1}}}`}, false)
	require.Contains(t, shape(alike), "room/rooms: id str id,key, ")
}

// What is in a map is no node, so nothing can stand there under its id.
func TestAMapHasNoNodesUnderKeys(t *testing.T) {
	for _, text := range []string{
		`{"items":{"1":{"":{"d":{"to":"c"}},"key":"c","type":"x"},"10":{"id":"10","states":{"b":{"":{"10":{},"b":{"id":"b"},"c":{"id":"c","next":2,"to":1,"y":1},"d":{"id":"d","to":"b","type":"x"}},"id":"2","type":"y"}},"x":1}},
			"room":{"1":{"id":"1"},"10":{},"d":{}},"start":"d","states":{"1":{"id":"10","next":2},"10":{"rooms":{"10":{"id":"2","type":"x"},"a":{}}},"d":{}}}`,
		`{"a":{"10":{"key":"1","x":2},"2":{"room":{"b":{"key":"b","next":"c","rooms":{"10":{"id":"d"},"2":{"next":["d","d"],"value":3},"b":{"id":"b","y":1}}},"d":{"":{"10":{"id":"d","value":2,"x":3},"a":{},"c":{"next":"c"}},"key":"2"}},"y":3}},
			"b":{"1":{"id":"d","y":2},"10":{"items":{"1":{"x":3},"10":{"items":{"1":{"type":"x"},"a":{"key":"10","next":2}},"room":{"2":{"id":"2"},"c":{"id":"c","type":"y","value":0},"d":{"id":"d","value":0}}},"c":{}},"next":"10","value":4},"2":{"items":2,"to":2,"y":1},"a":{}}}`,
	} {
		requireBuilds(t, []string{text}, false)
	}
}

// What says none in one level changes nothing in how the others refer to keys, whichever is
// read first.
func TestNoneInAnotherLevelIsNoNumber(t *testing.T) {
	levels := []string{
		`{"lamps":[{"next":"hall"},{"next":"attic"},{"next":"cave"}],"rooms":{"hall":{"h":1},"attic":{"h":2},"cave":{"h":3}}}`,
		`{"lamps":[{"next":-1}],"rooms":{}}`,
	}
	want := "lamp/lamps: next ref(room)\nroom/rooms: id str id,key, h u8"
	require.Equal(t, want, shape(requireBuilds(t, levels, false)))
	slices.Reverse(levels)
	require.Equal(t, want, shape(requireBuilds(t, levels, false)))
}

// What turns out to be no reference in one level is none in the others, whichever is read
// first.
func TestWhatIsNoReferenceRefersToNoKeys(t *testing.T) {
	for _, levels := range [][]string{
		{`{"lamps":[{"next":"hall"},{"next":"attic"},{"next":"cave"}],"rooms":{"hall":{"h":1},"attic":{"h":2},"cave":{"h":3}}}`, `{"lamps":[{"next":[1,2]}]}`},
		{`{"lamps":[{"next":["hall","attic"]},{"next":["cave"]}],"rooms":{"hall":{"h":1},"attic":{"h":2},"cave":{"h":3}}}`, `{"lamps":[{"next":[null,"hall"]}]}`},
		{`{"lamps":[{"owners":[2,1]}],"rooms":{"1":{"h":1},"2":{"h":2}}}`, `{"lamps":[{"owners":[2,1,1]}]}`},
	} {
		one := shape(requireBuilds(t, levels, false))
		slices.Reverse(levels)
		require.NotContains(t, one, "id,key")
		for line := range strings.SplitSeq(shape(requireBuilds(t, levels, false)), "\n") {
			require.Contains(t, one, line)
		}
	}
}
