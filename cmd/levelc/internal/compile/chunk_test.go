package compile

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// chunked compiles a text with chunks, and returns its nodes and problems.
func chunked(t *testing.T, text string, kinds ...string) (string, []problem) {
	t.Helper()
	return chunkedBehind(t, 0, text, kinds...)
}

// chunkedBehind is chunked behind n other chunks.
func chunkedBehind(t *testing.T, n int, text string, kinds ...string) (string, []problem) {
	t.Helper()
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	m := newMemory(plan.Schema())
	c, err := new(tools).begin(context.Background(), plan, m, &Options{ChunkBy: kinds})
	require.NoError(t, err)
	c.chunks.n = n
	var r source.Reader
	if strings.HasPrefix(text, "<") {
		c.begin(0, source.XML)
		err = r.XML(strings.NewReader(text), c, source.Options{})
	} else {
		c.begin(0, source.JSON)
		err = r.JSON(strings.NewReader(text), int64(len(text)), c, source.Options{})
	}
	require.NoError(t, err)
	require.NoError(t, c.resolve())
	return strings.Join(m.nodes, ", "), c.problems.kept
}

func TestSubtreesAreChunksByTheirIDs(t *testing.T) {
	for text, want := range map[string]string{
		`<scene><group name="a"><pickup/></group><group name="b"/><pickup/><pickup/><group name="c"/></scene>`: "0 scene/0, chunk a, 1 group/0, 2 pickup/0, chunk b, 1 group/0, chunk , 1 pickup/0, 1 pickup/0, chunk c, 1 group/0",
		`<group name="a"/>`: "chunk a, 0 group/0",
		`<w><group><name>late</name><pickup/></group></w>`:                        "chunk late, 0 group/0, 1 pickup/0",
		`[{"type":"group","pickup":{"number":1},"name":"late"},{"type":"scene"}]`: "chunk late, 0 group/0, 1 pickup/0, chunk , 0 scene/0",
	} {
		got, problems := chunked(t, text, "group")
		require.Empty(t, problems, text)
		require.Equal(t, want, got)
	}
	got, problems := chunked(t, `<w><pickup number="007"/><group name="g"/><body name="b" pos="1 2"/></w>`, "pickup", "bodies", "group")
	require.Empty(t, problems)
	require.Equal(t, "chunk 7, 0 pickup/0, chunk g, 0 group/0, chunk b, 0 body/0", got)
}

func TestNodesThatCannotBeChunksAreErrors(t *testing.T) {
	for text, want := range map[string]string{
		`<group/>`:  `group lacks "name", which its chunk would be called by`,
		`<pickup/>`: `pickup lacks "number", which its chunk would be called by`,
		`<group name="a"><group name="b"/></group>`:                   "this group is to be a chunk, but it stands inside one",
		`<group name="a"><scene><pickup number="1"/></scene></group>`: "this pickup is to be a chunk, but it stands inside one",
	} {
		_, problems := chunked(t, text, "group", "pickup")
		require.Len(t, problems, 1, text)
		require.Equal(t, want, problems[0].msg)
	}
	_, problems := chunked(t, `<w><group name="a"><group name="b"/><pickup number="1"/><group name="c"><group name="d"/></group></group></w>`, "group", "pickup")
	require.Len(t, problems, 2, "one for each kind")
	require.Equal(t, []int{2, 0}, []int{*problems[0].more, *problems[1].more})
}

// A file begins with a chunk, so there may be one less.
func TestMoreChunksThanAFileHasAreToldOfOnce(t *testing.T) {
	text := `<w>` + strings.Repeat(`<pickup number="1"/>`, 3) + `</w>`
	for i := range 3 {
		text = strings.Replace(text, `"1"`, `"`+string(rune('2'+i))+`"`, 1)
	}
	for over, told := range []int{0, 1, 1, 1} {
		_, problems := chunkedBehind(t, format.MaxChunks-4+over, text, "pickup")
		require.Len(t, problems, told, over)
		if told > 0 {
			require.Equal(t, "more than 1048576 chunks", problems[0].msg)
		}
	}
}

func TestKindsThatCannotBeChunkedByAreRefused(t *testing.T) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	require.NoError(t, plan.CheckChunks([]string{"zone", "bodies", "body", "scene"}))
	for kind, want := range map[string]string{
		"grup":       `"grup" is no kind of node; did you mean "group"?`,
		"shape.part": `"shape.part" is no kind of node; did you mean "shape"?`,
		"xylophone":  `"xylophone" is no kind of node; the kinds are scene, group, body, shape, joint, trigger, zone and pickup`,
		"shape":      `"shape" has no id, which would be what its chunks are called`,
	} {
		var e *KindError
		require.ErrorAs(t, plan.CheckChunks([]string{"group", kind}), &e)
		if kind != "shape.part" {
			require.Equal(t, want, e.Error())
		}
	}
}
