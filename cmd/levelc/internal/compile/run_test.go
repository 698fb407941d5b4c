package compile

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/smallalloc"
)

// outcome is what came of a build in a test.
type outcome struct {
	*memory
	c *compiler
	// problems as "file:offset member[item]: message (hint) | file: note"
	problems []string
}

// newCompiler makes a compiler whose stacks spill to pool, which may be nil.
func newCompiler(p *Plan, sink Sink, policy Policy, most int, pool *smallalloc.Pool) (*compiler, error) {
	return (&tools{pool: pool}).begin(context.Background(), p, sink, &Options{Unknown: policy, Keep: most})
}

// compileAll runs sources, each XML or JSON by its first byte, into a memory
// sink.
func compileAll(t *testing.T, s *format.Schema, policy Policy, sources ...string) outcome {
	t.Helper()
	return compileWith(t, s, policy, allBlanks, sources...)
}

var allBlanks = source.Options{Blanks: true, Numbers: source.LongList, Rows: true}

// compileWith is compileAll for sources that are read in another way.
func compileWith(t *testing.T, s *format.Schema, policy Policy, o source.Options, sources ...string) outcome {
	t.Helper()
	return compileThrough(t, s, policy, o, func(c *compiler) source.Handler { return c }, sources...)
}

// input is what a build reads with. The next one uses it again, as builds of a plan do.
type input struct {
	source.Reader
	pool *smallalloc.Pool
}

var spare *input

// compileThrough is compileWith for a compiler that is called through another handler.
func compileThrough(t *testing.T, s *format.Schema, policy Policy, o source.Options, through func(*compiler) source.Handler, sources ...string) outcome {
	t.Helper()
	plan, err := NewPlan(s)
	require.NoError(t, err)
	m := newMemory(plan.Schema())
	in := spare
	if spare = nil; in == nil {
		in = &input{pool: tight(t)}
		in.SpillTo(in.pool)
	}
	c, err := newCompiler(plan, m, policy, 100, in.pool)
	require.NoError(t, err)
	for i, text := range sources {
		if strings.HasPrefix(text, "<") {
			c.begin(i, source.XML)
			err = in.XML(strings.NewReader(text), through(c), o)
		} else {
			c.begin(i, source.JSON)
			err = in.JSON(strings.NewReader(text), int64(len(text)), through(c), o)
		}
		var broken *source.Error
		if errors.As(err, &broken) {
			c.cut = true
			c.problems.add(problem{file: i, pos: source.Pos{Off: broken.Off}, msg: broken.Msg})
			continue
		}
		require.NoError(t, err)
		require.Equal(t, 1, c.frames.Len())
		require.Zero(t, c.rows.Len())
		require.Zero(t, c.given.Len())
		require.Zero(t, c.text.Len())
		require.Zero(t, c.depth)
	}
	c.free()
	for range in.pool.Live() {
		require.Fail(t, "a slot is kept behind a build")
	}
	spare = in
	require.NoError(t, c.resolve())
	out := outcome{memory: m, c: c}
	for _, p := range c.problems.sorted() {
		out.problems = append(out.problems, show(p, sources))
	}
	return out
}

// show puts the text that a place begins with behind it, where the place is
// not found by walking JSON.
func show(p problem, sources []string) string {
	s := place(p.file, p.pos, sources) + ": " + p.msg
	if p.warning {
		s = "warning " + s
	}
	if p.more != nil && *p.more > 0 {
		s += fmt.Sprintf(" +%d", *p.more)
	}
	if p.hint != "" {
		s += " (" + p.hint + ")"
	}
	for _, n := range p.related {
		s += " | " + place(n.file, n.pos, sources) + ": " + n.msg
	}
	return s
}

func place(file int, pos source.Pos, sources []string) string {
	s := ""
	if file > 0 {
		s = fmt.Sprintf("#%d ", file)
	}
	line := 1 + strings.Count(sources[file][:pos.Off], "\n")
	s += fmt.Sprint(line)
	if pos.Member != "" {
		s += "." + pos.Member
	}
	if pos.Name {
		s += "?"
	}
	if pos.Item > 0 {
		s += fmt.Sprintf("[%d]", pos.Item-1)
	}
	return s
}

// level compiles one correct source and returns its dump.
func level(t *testing.T, text string) string {
	t.Helper()
	out := compileAll(t, gameSchema(), UnknownError, text)
	require.Empty(t, out.problems)
	return out.dump()
}

// wrong compiles a wrong source and returns what is said about it.
func wrong(t *testing.T, sources ...string) []string {
	t.Helper()
	out := compileAll(t, gameSchema(), UnknownError, sources...)
	require.NotEmpty(t, out.problems)
	return out.problems
}
