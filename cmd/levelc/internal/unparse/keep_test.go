package unparse_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

// keepSchema is a kind with a nested struct, an inline array and elements.
func keepSchema() *format.Schema {
	f := func(name string, t format.Type, off, n uint32, a format.Attr) format.Field {
		if a.Source == "" {
			a.Source = strings.ReplaceAll(name, ".", "/")
		}
		return format.Field{Name: name, Type: t, Offset: off, Count: n, Attr: a}
	}
	node := format.Table{Name: "n", Class: format.ClassNode, Stride: 40, Fields: []format.Field{
		f("name", format.TypeStr, 0, 1, format.Attr{Role: format.RoleID}),
		f("pos", format.TypeF32, 4, 2, format.Attr{Components: []string{"x", "y"}}),
		f("in.depth", format.TypeU32, 12, 1, format.Attr{}),
		f("v", format.TypeSpan, 16, 1, format.Attr{}),
		f("w", format.TypeSpan, 24, 1, format.Attr{}),
		f("s", format.TypeSpan, 32, 1, format.Attr{}),
	}}
	node.Attr.Names = []string{"n"}
	node.Fields[3].Target, node.Fields[4].Target, node.Fields[5].Target = "n.v", "n.w", "n.s"
	text := format.Attr{Role: format.RoleText}
	return &format.Schema{Tables: []format.Table{node,
		{Name: "n.v", Class: format.ClassArray, Stride: 8, Fields: []format.Field{f("x", format.TypeF32, 0, 1, format.Attr{}), f("y", format.TypeF32, 4, 1, format.Attr{})}},
		{Name: "n.w", Class: format.ClassArray, Stride: 4, Fields: []format.Field{f("value", format.TypeF32, 0, 1, text)}},
		{Name: "n.s", Class: format.ClassArray, Stride: 4, Fields: []format.Field{f("value", format.TypeStr, 0, 1, text)}},
	}}
}

// keepPlan is the plan of keepSchema.
var keepPlan = sync.OnceValues(func() (*compile.Plan, error) { return compile.NewPlan(keepSchema()) })

// buildKept compiles a source and keeps what the schema does not name.
func buildKept(t testing.TB, dir string, text string) []byte {
	t.Helper()
	name := filepath.Join(dir, "level.txt")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	f, err := source.Open(name)
	require.NoError(t, err)
	defer f.Close()
	plan, err := keepPlan()
	require.NoError(t, err)
	var out format.Buffer
	found, _, err := plan.Build(context.Background(), []*source.File{f}, &out, format.WriterOptions{}, compile.Options{Unknown: compile.UnknownKeep})
	if found != nil {
		var say bytes.Buffer
		require.NoError(t, diag.Write(&say, &found.Diagnostics, diag.Options{}))
		require.Empty(t, say.String(), text)
	}
	require.NoError(t, err, text)
	return out
}

// comeBack holds a level against what its dumps compile to.
func comeBack(t testing.TB, dir string, text string) {
	t.Helper()
	want := buildKept(t, dir, text)
	l, err := level.Read(bytes.NewReader(want), format.Options{})
	require.NoError(t, err)
	for _, syntax := range syntaxes {
		var again strings.Builder
		require.NoError(t, unparse.Write(&again, l, unparse.Options{Syntax: syntax}), text)
		got := buildKept(t, dir, again.String())
		require.True(t, bytes.Equal(want, got), "%v of %s is\n%s", syntax, text, again.String())
	}
}

func TestWhatWasKeptComesBack(t *testing.T) {
	dir := t.TempDir()
	for _, text := range []string{
		`<n a="1" b="x" c="1.0" d="1e300" e="-0.0" f="true" g=" x " h="&#10;"/>`,
		`<n type="crate" text="x"/>`,
		`<n><a/><a/><b>1</b><c x="1">t</c><d><e><f>2</f></e><e/></d></n>`,
		`<n>hello <a/> world<n b="1"><n/></n><c/></n>`,
		`<n><in depth="3" soil="clay"><layer>1</layer></in><pos frame="world">1 2</pos></n>`,
		`<n><pos x="1" y="2" frame="f"/><v x="1" y="2" z="3"/><v x="1" y="2"/><w u="kg">3</w><w>4</w><s>a</s><s lang="en">b c</s></n>`,
		`<w><n a="1"/><n b="2"/></w>`,
		`{"type":"n","a":null,"b":"3","c":"true","d":[],"e":[1],"f":[[]],"g":[{}],"h":{},"i":"","j":" x ","k":1.0,"l":"\u00e9"}`,
		`{"type":"n","no name":1,"":2,"a/b":3,"levelc:value":4,"xmlns":5,"xml:a":"b","-a":{"b c":[1,2]},"in":{"soil":1,"depth":2}}`,
		`{"type":"n","children":[{"type":"n"},{"a":1},{"type":"n","children":7}],"children2":[null]}`,
		`{"type":"n","a":[1,"2",null,[3,[4]],{"b":[5]},[],{}],"b":[[1,{"c":2}],[{"d":3}]]}`,
		`{"type":"n","x":{"type":"n","y":{"type":"n"}},"z":{"n":{"n":1}}}`,
		`{"n":[{"type":"crate"},{"type":3}]}`,
		`{"type":"n","w":[{"text":1,"u":"kg"},{"text":2}],"s":[{"text":"a","u":null},{"text":"b"}],"v":[{"x":1,"y":2,"z":[]}]}`,
		`{"type":"n","a":[true,false,0,-1,1e-7,18446744073709551615,-9223372036854775808]}`,
	} {
		comeBack(t, dir, text)
	}
}

// anyJSON writes a random value.
func anyJSON(b *strings.Builder, r *rand.Rand, depth int) {
	scalars := []string{`null`, `true`, `1`, `-2.5`, `3.0`, `1e20`, `"x"`, `"3"`, `""`, `" "`, `"true"`, `"a<&\"b"`, `"\n\t x"`, `18446744073709551615`, `"-0.5"`, `"é"`}
	n := r.IntN(4)
	switch k := r.IntN(5); {
	case depth > 3 || k < 2:
		b.WriteString(scalars[r.IntN(len(scalars))])
	case k == 2:
		b.WriteByte('[')
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			anyJSON(b, r, depth+1)
		}
		b.WriteByte(']')
	default:
		anyObject(b, r, depth, "")
	}
}

func anyObject(b *strings.Builder, r *rand.Rand, depth int, head string) {
	names := []string{"a", "text", "key", "list", "item", "n2", "levelc:value", "no name", "type", "xml:x", "9", "children", "q", "null"}
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	b.WriteString("{" + head)
	for i := range r.IntN(5) {
		if i > 0 || head != "" {
			b.WriteByte(',')
		}
		if names[i] == "type" && head != "" {
			names[i] = "kind"
		}
		fmt.Fprintf(b, "%q:", names[i])
		anyJSON(b, r, depth+1)
	}
	b.WriteByte('}')
}

func TestRandomPropertiesComeBack(t *testing.T) {
	n := 400
	if testing.Short() {
		n = 40
	}
	dir := t.TempDir()
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		var b strings.Builder
		anyObject(&b, r, 0, `"type":"n","name":"x"`)
		comeBack(t, dir, b.String())
	}
}
