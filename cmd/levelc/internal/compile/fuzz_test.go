package compile

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// fuzz compiles any text. Whatever it is, nothing panics, the sink's contract
// is kept, and a level without problems can be written and is valid.
func fuzz(t *testing.T, plan *Plan, text []byte, syntax source.Format) {
	for _, policy := range []Policy{UnknownWarn, UnknownKeep} {
		fuzzOnce(t, plan, text, syntax, policy)
	}
}

func fuzzOnce(t *testing.T, plan *Plan, text []byte, syntax source.Format, policy Policy) {
	m := newMemory(plan.Schema())
	w, err := format.NewWriter(plan.Schema(), format.WriterOptions{})
	require.NoError(t, err)
	defer w.Close()
	for _, sink := range []Sink{m, w} {
		c, err := newCompiler(plan, sink, policy, 10, tight(t))
		require.NoError(t, err)
		c.begin(0, syntax)
		var r source.Reader
		if syntax == source.XML {
			err = r.XML(bytes.NewReader(text), c, source.Options{})
		} else {
			err = r.JSON(bytes.NewReader(text), int64(len(text)), c, source.Options{})
		}
		require.NoError(t, c.fatal)
		if c.cut = err != nil; c.cut {
			return
		}
		require.NoError(t, c.resolve())
		if c.problems.errors > 0 {
			return
		}
	}
	m.dump()
	var out format.Buffer
	_, err = w.Finish(&out)
	require.NoError(t, err)
	require.NoError(t, format.Verify(bytes.NewReader(out), format.Options{}))
}

func seeds(f *testing.F, pattern string, more ...string) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "..", "testdata", pattern))
	require.NoError(f, err)
	require.NotEmpty(f, files)
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(text)
	}
	require.NotEmpty(f, more)
	for _, text := range more {
		f.Add([]byte(text))
	}
}

func FuzzXML(f *testing.F) {
	plan, err := NewPlan(gameSchema())
	require.NoError(f, err)
	seeds(f, "levels/*.xml",
		`<scene name="s" gravity="1 2"><tags>a</tags><body name="b" pos="1 2" flags="bullet|sensor"><material density="2"/></body></scene>`,
		`<body pos="0 0"><shape vertex="1 2 3 4"><weights>1 2</weights><part hole="1 2 3"><at x="1"/></part></shape></body>`,
		`<scene a="1"><b c="2">x<d/>y</b><b/><levelc:value key="e" list="true"><i/></levelc:value><body pos="0 0" f="g"><shape><vertex x="1" y="2" z="3"/></shape></body></scene>`,
		`<w><joint a="b" both="b b"/><body name="b" pos="1 2"/><trigger target="7" wakes="b">x<group/>y</trigger><pickup number="7" next="7"/></w>`)
	f.Fuzz(func(t *testing.T, text []byte) {
		fuzz(t, plan, text, source.XML)
		require.Equal(t, rowsOf(t, plan, text, UnknownKeep, false), rowsOf(t, plan, text, UnknownKeep, true))
	})
}

// FuzzXMLAhead: a level does not depend on what a reader that is ahead converts.
// Names recur, as they have to for that, with fields of other types as well.
func FuzzXMLAhead(f *testing.F) {
	plan, err := NewPlan(gameSchema())
	require.NoError(f, err)
	seeds(f, "levels/*.xml",
		`<scene gravity="1 2" name="3"/><body name="b" pos="1 2" flags="bullet|sensor" health="7" motion="static"><material density="2"/></body>`,
		`<body pos="1 2" health="1" mask="2"/><body pos="1" health="x" motion="dynamic"/><shape pos="1 2" mask="3" health="4"/>`,
		`<body pos="0 0"><shape mask="1" vertex="1 2 3 4"><weights>1 2</weights><vertex x="1" y="2"/><vertex x="1 " y="q"/></shape></body>`,
		`<joint a="b" breaks="1"/><a breaks="1" a="b"><b breaks="2"/></a><joint breaks="" a=""/><joint breaks=" 2 " breaks="3"/>`)
	f.Fuzz(func(t *testing.T, text []byte) {
		text = fmt.Appendf(nil, "<w>%[1]s%[1]s%[1]s</w>%[2]s", text, strings.Repeat(" ", 64))
		one, said := buildText(t, plan, text, 0)
		two, said2 := buildText(t, plan, text, 1)
		require.Equal(t, said, said2)
		require.True(t, bytes.Equal(one, two))
	})
}

func FuzzJSON(f *testing.F) {
	plan, err := NewPlan(gameSchema())
	require.NoError(f, err)
	seeds(f, "levels/*.json",
		`{"type":"scene","name":"s","gravity":{"x":1},"tags":["a"],"bodies":[{"name":"b","pos":[1,2],"flags":["bullet"],"material":{"density":2}}]}`,
		`{"type":"body","pos":[0,0],"shape":{"vertices":[[1,2],[3,4]],"weights":[1],"part":[{"hole":[[[1,2],3]],"at":{"x":1}}]}}`,
		`{"type":"scene","a":[1,[{"b":[]},[null,{"type":"body"}]]],"c":{"type":"body","pos":[0,0]},"d":{"e":[{"f":{}}]}}`,
		`[{"type":"joint","a":"b","both":["b","b"]},{"type":"body","name":"b","pos":[1,2]},{"type":"trigger","target":7,"wakes":["b",{"text":"b"}]},{"type":"pickup","number":7}]`)
	f.Fuzz(func(t *testing.T, text []byte) { fuzz(t, plan, text, source.JSON) })
}

// FuzzHeld has nodes under their keys.
func FuzzHeld(f *testing.F) {
	plan, err := NewPlan(heldSchema())
	require.NoError(f, err)
	for _, text := range []string{
		`{"rooms":{"hall":{"light":3,"to":"attic","item":{"a":{"kind":"lamp"},"b":{"type":"tool"}}},"attic":{"id":"attic"},"deep":{"type":"cave"}},"door":{"7":{"room":"hall"}}}`,
		`{"rooms":{"":{"id":"x"},"a":null,"\u0062":{"id":"b"}},"cave":{"c":{"item":[{"slot":"1"},{"type":"door","number":1}]}}}`,
		`{"rooms":{"a":[{"x":{}},[1]],"b":[],"c":3,"d":{"type":"coin","rooms":{}}},"door":{"01":{},"1e2":{"number":3},"99999":{}}}`,
		`{"rooms":[[{"id":"a"}],[{"id":"b"}]],"item":{"c":{"type":"room","rooms":{"d":{"rooms":[]}}}},"door":{"1":{"number":1.0}}}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		fuzz(t, plan, text, source.JSON)
		text = fmt.Appendf(nil, `{"a":[%s]}%s`, text, strings.Repeat(" ", 64))
		one, said := buildText(t, plan, text, 0)
		two, said2 := buildText(t, plan, text, 1)
		require.Equal(t, said, said2)
		require.True(t, bytes.Equal(one, two))
	})
}
