package infer_test

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// fuzzSeeds are levels that have something of everything.
var fuzzSeeds = []string{
	`<a/>`,
	`<s n="1"><b id="x" p="1 2"/><b id="y" p="3 4"/><b id="z"/><c b="x"/><c b="y"/><c b="z"/></s>`,
	`<s><g name="a"><g name="b"><v x="1" y="2"/><v x="1.5" y="2"/></g></g><m>3</m></s>`,
	`<s><p name="a" value="1"/><p name="b" value="x"/><l>1 2</l><l>3 4</l><t k="1">text<i/>more</t></s>`,
	`<s><v>1</v><v/><w x="1" y="2"/><e on="false"/><e on="false"/><e on="false"/><e on="false"/><e/></s>`,
	`{"type":"scene","name":"x","children":[{"type":"a","v":1},{"type":"b","w":[1,2]}],"shapes":[{"x":1},{"x":2}]}`,
	`{"entities":{"e1":{"id":1,"t":"a"},"e2":{"id":2,"t":true},"e33":{"id":3,"t":1.5},"e444":{"id":4,"t":null}}}`,
	`{"type":"s","a":[],"b":[[1,2],[3,4]],"c":[true,false],"d":{"x":1,"y":2},"e":[{"f":1},null],"g":{},"type2":"s"}`,
	`{"type":"s","a":1,"b":[{"a":{"a":{"a":[{"a":1}]}}}],"$x":1,"a,b":2,"a/b":{"c":1},"":3}`,
	`{"tepe":"s","a":1,"b":[{"a":{"a":{"a":[{"a":1}]}}}],"":3}`,
	`[{"a":1,"":[]},{"a":1,"":[{"b":3}]},{"a":1,"":[3]}]`,
	`[{"b":{"a":1}},{"b.a":1},{"b":[{"c":"x"}],"b.c":["y"]}]`,
	`<s><a><b.c>1</b.c><b.c>2</b.c><b><c>3</c><c>4</c></b></a><a.b x="1" id="q"/></s>`,
	`{"type":{"c":{"x":{"parent":1},"$x":1}},"y":[]}`,
	`{"a":[{"$schema":["x",{"b":1}]},{"$schema":"u"}],"$schema":"v","c":{"$schema":{"d":1}},"d":{"$schema":{"d":1}}}`,
	`{"a b":[{"type":"."},{"type":{}}],"y":1}`,
	`{"key":1,"x":{"e-f":1,"[]":{"key":{}}}}`,
	`{"c":[{"e-f":{"key":1}},{"e-f":[null]}]}`,
	`[{"a":[null]},{"a":{}}]`,
	`[{"id":{"key":[{"y":{"type":"root"}}]}}]`,
	`<s xsi:a="x"><xsi:a>1</xsi:a><t xsi:a="x"/><t><xsi:a>1</xsi:a></t></s>`,
	`<s><d><d/><p>1<k/></p><p k="1"/><text>1</text>x<text y="1"/></d></s>`,
	`[{"[]":{"y":[{"x":1},1]}},{"[]":[{"a":[{"$d":null}]},{"a":1}]}]`,
	`{"k":{"` + strings.Repeat("long", 50) + `":{"` + strings.Repeat("long", 50) + `":1}}}`,
	`{"c":[{"childrens":{"id":1}},{"k":{"childrens":{"x":1,"y":1}}},{"x":{},"name":{"children":[{"y":1,"name":1}]}}]}`,
	`{"x":{"scores":{"1":1,"2":2,"3":3,"4":4,"5":5}},"list":[1,{"y":1}],"y":[{"type":"x"},{"type":"y","x":2}]}`,
	`{"a":[[{"b":1},{"b":2}],[{"b":3}]],"c":[{"d":[[{"e":1}]]},{"d":{"e":1}}],"g":[[{"h":1},{"h":2}],[{"h":1},{"h":2}]],"i":[[[1],[2,3]],[[4]]]}`,
	`[[{"type":"a","b":[[{}],[]]}],[{"type":"a","b":[[{}],{}]},{"type":"c"}]]`,
	`{"start":"a","rooms":{"a":{"to":"b","items":{"x":{"on":"y"},"y":{}}},"b":{"id":"b","to":["a","c"],"items":{"x":{}}},"c":{"to":"a"}}}`,
	`{"1":{"next":2,"s":{"a":{"s":{"b":{}}}}},"2":{"next":10,"id":2},"10":{"next":1},"$schema":"x"}`,
	`[{"type":"a","id":18446744073709551615,"n":-0},{"type":"a","id":9007199254740993,"n":1e400}]`,
}

// FuzzWhatIsInferredBuilds: whatever the source, the schema inferred from it
// builds it, in the same way each time.
func FuzzWhatIsInferredBuilds(f *testing.F) {
	n := 0
	add := func(text string) {
		n++
		f.Add([]byte(text))
	}
	for _, s := range fuzzSeeds {
		add(s)
	}
	for _, name := range []string{"orchard.xml", "orchard.json", "bridge.json", "limits.xml", "limits.json"} {
		text, err := os.ReadFile("../../../../testdata/levels/" + name)
		require.NoError(f, err)
		add(string(text))
	}
	require.Equal(f, len(fuzzSeeds)+5, n)
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := source.Spool(bytes.NewReader(text), "fuzz")
		require.NoError(t, err)
		defer file.Close()
		files := []*source.File{file}
		r, err := infer.Files(context.Background(), files, infer.Options{})
		if err != nil {
			return
		}
		again, err := infer.Files(context.Background(), files, infer.Options{Source: source.Options{Ahead: 1}})
		require.NoError(t, err)
		require.Equal(t, r, again)
		_, err = export.Go(r.Schema, export.GoOptions{})
		require.NoError(t, err)
		policy := compile.UnknownError
		for _, note := range r.Notes {
			if note.Lost {
				policy = compile.UnknownWarn
			}
		}
		said := build(t, r.Schema, policy, files...)
		require.NotContains(t, said, "ERROR", "%s\n%v", strings.Join(said, "\n"), r.Notes)
	})
}
