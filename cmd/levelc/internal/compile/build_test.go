package compile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// openAll writes texts to files and opens them.
func openAll(t testing.TB, texts ...string) []*source.File {
	t.Helper()
	var files []*source.File
	for i, text := range texts {
		name := filepath.Join(t.TempDir(), fmt.Sprintf("%c.level", 'a'+i))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
		f, err := source.Open(name)
		require.NoError(t, err)
		f.Name = filepath.Base(name)
		t.Cleanup(func() { f.Close() })
		files = append(files, f)
	}
	return files
}

// file builds correct texts with the real writer.
func file(t testing.TB, texts ...string) []byte {
	t.Helper()
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	var out format.Buffer
	found, size, err := plan.Build(context.Background(), openAll(t, texts...), &out, format.WriterOptions{}, Options{})
	if found != nil {
		require.Empty(t, found.Diagnostics.All())
	}
	require.NoError(t, err)
	require.Len(t, out, int(size))
	return out
}

func TestOrderOfAttributesAndMembersIsNothing(t *testing.T) {
	body := []string{`"name":"b"`, `"pos":{"y":2,"x":1}`, `"motion":"dynamic"`, `"flags":["bullet"]`, `"material":{"density":3,"noise":"clank"}`}
	shape := []string{`"mask":7`, `"vertices":[[1,2],[3,4]]`, `"weights":[1,2]`, `"part":[{"hole":[[1,2,3]],"name":"p","body":"b"}]`}
	rng := rand.New(rand.NewPCG(5, 6))
	var want []byte
	for range 50 {
		mix := func(s []string) string {
			rng.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
			return strings.Join(s, ",")
		}
		// Nodes stay behind the fields: their own order is the level's.
		inner := mix(shape)
		got := file(t, `[{"type":"joint","b":"b","a":"b"},{`+mix(append([]string{`"type":"body"`}, body...))+`,"shape":{`+inner+`}}]`)
		if want == nil {
			want = got
		}
		require.Equal(t, want, got)
	}
	xml := file(t, `<w><joint b="b" a="b"/><body flags="bullet" name="b" motion="dynamic"><material sound="clank" density="3"/>
		<shape weights="1 2" mask="7"><vertex y="2" x="1"/><part body="b" name="p" hole="1 2 3"/><vertex x="3" y="4"/></shape><pos y="2" x="1"/></body></w>`)
	require.Equal(t, want, xml)
}

func TestSourcesFollowOneAnother(t *testing.T) {
	one := file(t, `<w><joint a="b"/><body name="b" pos="1 2"/><group/></w>`)
	require.Equal(t, one, file(t, `<joint a="b"/>`, `[{"type":"body","name":"b","pos":[1,2]}]`, `<group/>`))
}

func TestErrorsOfAllSourcesAreFound(t *testing.T) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	var out format.Buffer
	found, _, err := plan.Build(context.Background(), openAll(t,
		"<scene>\n<body/>\n<group visible='maybe'/></scene>", `{"type":"scene",`, "<body name='b' pos='1'/>", "<body name='b' pos='1 2'/>"), &out, format.WriterOptions{}, Options{})
	require.ErrorIs(t, err, ErrLevel)
	require.Empty(t, out)
	var said []string
	for _, d := range found.Diagnostics.All() {
		s := fmt.Sprintf("%s:%d:%d: %s", d.File, d.Line, d.Col, d.Message)
		for _, r := range d.Related {
			s += fmt.Sprintf(" | %s:%d:%d: %s", r.File, r.Line, r.Col, r.Message)
		}
		said = append(said, s)
	}
	require.Len(t, said, 5, said)
	require.Equal(t, "a.level:2:2: body lacks pos", said[0])
	require.Equal(t, `a.level:3:17: visible: "maybe" is neither true nor false`, said[1])
	require.Contains(t, said[2], "b.level:1:")
	require.Equal(t, "c.level:1:21: pos: expected 2 values, got 1", said[3])
	require.Equal(t, `d.level:1:13: a second body with the id "b" | c.level:1:13: first defined at`, said[4])
}

func TestAFailingSinkEndsTheBuild(t *testing.T) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	text := `<scene name="s"><tags>x</tags><joint a="b"/><body name="b" pos="0 0"><shape vertex="1 2"><vertex/></shape></body><trigger target="b">go</trigger></scene>`
	count := newMemory(plan.Schema())
	_, err = plan.Rows(context.Background(), openAll(t, strings.Replace(text, "<vertex/>", "", 1)), count, Options{})
	require.NoError(t, err)
	require.Greater(t, count.calls, 15)
	for n := 1; n <= count.calls; n++ {
		m := newMemory(plan.Schema())
		m.failAt = n
		_, err = plan.Rows(context.Background(), openAll(t, strings.Replace(text, "<vertex/>", "", 1)), m, Options{})
		require.ErrorIs(t, err, errSink, n)
	}
}

// expiring is a context that is done after some questions.
type expiring struct {
	context.Context
	left int
}

var errLate = errors.New("late")

func (e *expiring) Err() error {
	if e.left--; e.left < 0 {
		return errLate
	}
	return nil
}

func TestADoneContextEndsTheBuildSoon(t *testing.T) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	text := "<scene>" + strings.Repeat("<group><unknown/></group>", 5000) + "</scene>"
	for left := range 5 {
		m := newMemory(plan.Schema())
		_, err = plan.Rows(&expiring{context.Background(), left}, openAll(t, text), m, Options{Unknown: UnknownIgnore})
		require.ErrorIs(t, err, errLate)
		require.LessOrEqual(t, len(m.nodes), 1024*max(left, 1))
	}
}

func TestADoneContextEndsTheSearchForTargets(t *testing.T) {
	plan, err := NewPlan(&format.Schema{Tables: []format.Table{
		makeTable("n", format.ClassNode, role(fld("id", format.TypeStr), format.RoleID), span("to", "n.to")),
		makeTable("n.to", format.ClassArray, role(ref("value", "n"), format.RoleText)),
	}})
	require.NoError(t, err)
	text := `<level><n to="` + strings.Repeat("later ", 5000) + `"/><n id="later"/></level>`
	m := newMemory(plan.Schema())
	_, err = plan.Rows(&expiring{context.Background(), 100}, openAll(t, text), m, Options{})
	require.NoError(t, err)
	_, err = plan.Rows(&expiring{context.Background(), 1}, openAll(t, text), newMemory(plan.Schema()), Options{}) // asked once for the file
	require.ErrorIs(t, err, errLate)
}

func TestUnknownNamesAreToldOnceAndCounted(t *testing.T) {
	text := `<scene><body pos="0 0" a="1" b="2"/><body pos="0 0" a="3"/><group a="4"><deep><body/></deep><deep/></group>x<deep/> y</scene>`
	for policy, want := range map[Policy][]string{
		UnknownError: {`1.a?: unknown name "a" in body +1`, `1.b?: unknown name "b" in body`, `1.a?: unknown name "a" in group`, `1: unknown name "deep" in group +1`, `1: unknown text in scene: "x" +1`, `1: unknown name "deep" in scene`},
		UnknownWarn:  {`warning 1.a?: unknown name "a" in body +1`, `warning 1.b?: unknown name "b" in body`, `warning 1.a?: unknown name "a" in group`, `warning 1: unknown name "deep" in group +1`, `warning 1: unknown text in scene: "x" +1`, `warning 1: unknown name "deep" in scene`},
	} {
		out := compileAll(t, gameSchema(), policy, text)
		require.Len(t, out.problems, len(want))
		for i := range want {
			require.True(t, strings.HasPrefix(out.problems[i], want[i]), "%s: %s", want[i], out.problems[i])
		}
		require.Equal(t, 4, out.c.nodes)
	}
	require.Empty(t, compileAll(t, gameSchema(), UnknownIgnore, strings.Replace(text, "<deep><body/></deep>", "<deep/>", 1)).problems)
}

// A name may be what the compiler calls something else that it tells of once.
func TestAnUnknownNameIsNoOtherMatter(t *testing.T) {
	text := `<scene><body pos="0 0"><health>007</health></body><body pos="0 0"><health zero="1">7</health></body></scene>`
	out := compileAll(t, gameSchema(), UnknownError, text)
	require.Len(t, out.problems, 2)
	require.Contains(t, out.problems[0], "warning 1: health: 007 has a zero in front")
	require.Contains(t, out.problems[1], `1.zero?: unknown name "zero" in health of body`)
	out = compileAll(t, doorSchema(), UnknownError, `[{"type":"door"},{"type":"door","=type":1}]`)
	require.Len(t, out.problems, 2)
	require.Contains(t, out.problems[1], `unknown name "=type" in door`)
}

// To ignore names is not to ignore that they have the nodes in them, or all of the file.
func TestNodesUnderAnIgnoredNameAreToldOf(t *testing.T) {
	const hint = " (it holds nodes of the kind body: take %q away from around them, or make it a kind too, a store.Bulk that is tagged with it)"
	for text, want := range map[string]string{
		`<scene><deep/><deep><a><body/><body/></a></deep><deep><body/><group/></deep></scene>`: `1: unknown name "deep" in scene +1` + fmt.Sprintf(hint, "deep"),
		`{"type":"scene","deep":[{"a":{"bodies":[{}]}},{"a":5}]}`:                              `1.deep?: unknown name "deep" in scene` + fmt.Sprintf(hint, "deep"),
		`<w><deep><body/></deep><group/></w>`:                                                  `1: "deep" is no kind of node` + fmt.Sprintf(hint, "deep"),
		`<w a="1"><x/></w>`:                                                                    `1: no node in the file: "w" is no kind, and nothing directly in it is (the kinds are scene, group, body, shape, joint, trigger, zone and pickup)`,
		`{"type":"scne"}`:                                                                      `1.type: no node in the file: "scne" is no kind, and nothing directly in it is (did you mean "scene"?)`,
		`[]`:                                                                                   `1: no node in the file (the kinds are scene, group, body, shape, joint, trigger, zone and pickup)`,
	} {
		require.Equal(t, []string{"warning " + want}, compileAll(t, gameSchema(), UnknownIgnore, text).problems, text)
	}
	s := heldSchema()
	s.Tables[0].Attr.JSON = format.NoKey
	got := compileAll(t, s, UnknownIgnore, `{"$schema":"a"}`).problems
	require.Len(t, got, 1)
	require.Contains(t, got[0], "warning 1: no node in the file: the outermost object holds nodes of the kind")
}

func TestUnknownNamesOfAMapAreBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("<scene>")
	for i := range mostTold + 100 {
		fmt.Fprintf(&b, "<x%d/>", i)
	}
	b.WriteString("</scene>")
	out := compileAll(t, gameSchema(), UnknownError, b.String())
	require.Len(t, out.problems, leastKept)
	require.Equal(t, mostTold+100, out.c.problems.errors)
}

func TestManyDanglingReferencesAreFast(t *testing.T) {
	var b strings.Builder
	b.WriteString("<scene>")
	n := 6000
	if testing.Short() {
		n = 2000
	}
	for i := range n {
		fmt.Fprintf(&b, "<body name='crate-%d' pos='0 0'/><joint a='create_%d'/>", i, i)
	}
	b.WriteString("</scene>")
	out := compileAll(t, gameSchema(), UnknownError, b.String())
	require.Equal(t, n, out.c.problems.errors)
	require.LessOrEqual(t, out.c.compared, mostComparisons)
	require.Contains(t, out.problems[0], `did you mean "crate-0"?`)
}

// Of a column that is wrong in all rows the first thousand are shown at most; for the
// rest there are no words to be made.
func TestMistakesThatAreOnlyCountedCostNothing(t *testing.T) {
	const rows = 100000
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	for _, one := range []string{`<body pos="0 0" health="x"/>`, `<joint a="nobody"/>`} {
		files := openAll(t, "<group>"+strings.Repeat(one, rows)+"</group>")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		s, _, err := plan.Build(t.Context(), files, new(format.Buffer), format.WriterOptions{}, Options{})
		runtime.ReadMemStats(&after)
		require.ErrorIs(t, err, ErrLevel)
		require.Equal(t, rows, s.Diagnostics.Count(diag.Error))
		require.Less(t, after.Mallocs-before.Mallocs, uint64(rows/2), one)
	}
}

func TestNodesAreNestedAsDeepAsAByteTells(t *testing.T) {
	for depth, want := range map[int]int{256: 0, 257: 1, 300: 1} {
		text := strings.Repeat("<group>", depth) + strings.Repeat("</group>", depth)
		plan, err := NewPlan(gameSchema())
		require.NoError(t, err)
		m := newMemory(plan.Schema())
		found, err := plan.Rows(context.Background(), openAll(t, text), m, Options{Source: source.Options{Limits: source.Limits{Depth: 1000}}})
		require.Equal(t, want > 0, err != nil)
		require.Equal(t, want, found.Diagnostics.Count(diag.Error))
		require.Len(t, m.nodes, min(depth, 256))
	}
}

func TestTextOfOpenElementsIsBounded(t *testing.T) {
	long := swollen{text: bytes.Repeat([]byte("x"), 1<<20)}
	text := "<trigger>" + strings.Repeat("long<group/>", 34) + "</trigger>"
	out := compileThrough(t, gameSchema(), UnknownError, allBlanks, func(c *compiler) source.Handler { long.compiler = c; return long }, text)
	require.NotEmpty(t, out.problems)
	require.Contains(t, out.problems[0], "more than 32 MiB of text")
}

// swollen gives the compiler another text in place of each "long".
type swollen struct {
	*compiler
	text []byte
}

func (s swollen) Text(v *source.Value) bool {
	if string(v.Bytes) != "long" {
		return s.compiler.Text(v)
	}
	return s.compiler.Text(&source.Value{Kind: source.Text, Bytes: s.text, At: v.At})
}

func ExamplePlan_Build() {
	schema := &format.Schema{Tables: []format.Table{{
		Name: "body", Class: format.ClassNode, Stride: 8,
		Fields: []format.Field{{Name: "pos", Type: format.TypeF32, Count: 2, Attr: format.Attr{Source: "pos", Required: true}}},
		Attr:   format.TableAttr{Names: []string{"body"}},
	}}}
	dir, _ := os.MkdirTemp("", "")
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "scene.xml")
	os.WriteFile(name, []byte(`<scene><body pos="1 2"/><body pos="3"/></scene>`), 0o600)

	plan, err := NewPlan(schema)
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := source.Open(name)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	var out format.Buffer
	found, _, err := plan.Build(context.Background(), []*source.File{f}, &out, format.WriterOptions{}, Options{})
	fmt.Println(err)
	for _, d := range found.Diagnostics.All() {
		fmt.Printf("%d:%d: %s\n", d.Line, d.Col, d.Message)
	}
	// Output:
	// the level has errors
	// 1:36: pos: expected 2 values, got 1
}

// noDisk is a file that cannot be written.
type noDisk struct{}

func (noDisk) WriteAt([]byte, int64) (int, error) { return 0, errSink }

func TestAnErrorOfTheFileIsNotBlamedOnChunks(t *testing.T) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	_, _, err = plan.Build(t.Context(), openAll(t, `<scene name="a"/>`), noDisk{}, format.WriterOptions{}, Options{ChunkBy: []string{"scene"}})
	require.ErrorIs(t, err, errSink)
	require.False(t, errors.As(err, new(*BlocksError)))
}

// Of very many matters not each is counted, but an error beside warnings is told of.
func TestAnErrorBehindVeryManyWarningsIsTold(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"type":"n","one":0`)
	for i := range mostTold + 100 {
		fmt.Fprintf(&b, `,"x%d":0`, i)
	}
	b.WriteString(`,"two":{}}`)
	s := &format.Schema{Tables: []format.Table{makeTable("n", format.ClassNode, fld("one", format.TypeU8), fld("two", format.TypeU8))}}
	out := compileAll(t, s, UnknownWarn, b.String())
	require.Len(t, out.problems, leastKept+1)
	require.Equal(t, "1: two: expected an integer, got an object", out.problems[leastKept])
}
