package infer_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// mixedLevels are sources that have names in common, and mean other things by
// them.
var mixedLevels = [][]string{
	{`{"type":"bs"}`, `<scene d="1"/>`},
	{`{}`, `<scene y="1"/>`},
	{`<a/>`, `<scene y="1"/>`},
	{`[{"id":[{"key":1},{"$d":1}]}]`, `<scene><id><parent><id d="false"/></parent></id></scene>`},
	{`{"text":{"x":{"x":{"$d":"w"}}}}`, `<scene><x><d/><d/></x></scene>`},
	{`[{}]`, `<scene><value><b>1</b></value></scene>`, `{"key":{"value":[{"name":1,"b":"a b"},{"b":{}}]}}`},
	{`<scene><e-f><value><e-f><text/></e-f></value>hello</e-f></scene>`, `{"id":{"e-f":[{"name":1},{"text":1}]}}`},
	{`{"e-f":{"bs":{}}}`, `[{"e-f":[]}]`},
	{`{"text":{"name":[],"parent":{}}}`, `<scene><a><text><bs><text name=","></text></bs></text></a></scene>`},
	{`{"type":"b","text":1}`, `{"type":"c","k":{"text":{}},"e":[{"c":{}},{"$d":{"b":{},"$d":{"b":1}}},{"c":1}]}`},
	{`[{"a":{"x":{}},"type":{"y":{"root":[1,{"type":"x"}],"e-f":1}}}]`},
	{`[{"c":[[]]}]`, `<scene value="1"><c></c><c><value><type></type>1</value></c></scene>`},
	// Nodes in what is left out, to which something seems to refer.
	{`{"e-f":{"z":{"value":[{"parent":1,"value":"parent","$d":1,"id":"parent"},{"value":"z","key":1}]},"$d":{"value":{"id":"z"}}}}`},
	{`<s><b><k id="x"/><k id="y"/><k id="z"/></b><r to="x"/><r to="y"/><r to="z"/></s>`, `<t><q id="1" b="1"><b y="1"/></q><q id="2"/></t>`},
	{`<s><b><k id="x"/><k id="y"/><k id="z"/></b><r to="x"/><r to="y"/><r to="z"/></s>`, `{"type":"t","q":[{"id":"1","b":[1,"a"]}]}`},
}

func TestLevelsOfDifferentKindsBuildWithOneSchema(t *testing.T) {
	for _, texts := range mixedLevels {
		for _, one := range []bool{false, true} {
			requireBuilds(t, texts, one)
		}
	}
}

// requireBuilds holds sources against the schema that is inferred from them,
// which is returned with its notes.
func requireBuilds(t *testing.T, texts []string, one bool) *infer.Result {
	t.Helper()
	files := spool(t, texts...)
	defer func() {
		for _, f := range files {
			f.Close()
		}
	}()
	r, err := infer.Files(context.Background(), files, infer.Options{OneLevel: one})
	require.NoError(t, err)
	policies := []compile.Policy{compile.UnknownKeep, compile.UnknownError}
	for _, n := range r.Notes {
		if n.Lost {
			policies[1] = compile.UnknownWarn
		}
	}
	levels := [][]*source.File{files}
	if !one {
		levels = levels[:0]
		for i := range files {
			levels = append(levels, files[i:i+1])
		}
	}
	plan, err := compile.NewPlan(r.Schema)
	require.NoError(t, err)
	for _, p := range policies {
		for _, level := range levels {
			said := buildBy(t, plan, p, level...)
			require.NotContains(t, said, "ERROR", "%s: %s\n%v", texts, said, r.Notes)
		}
	}
	return r
}
