package compile

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// partly is a compiler that gets tags in parts.
type partly struct{ source.Handler }

// rowsOf compiles a text of XML and returns all that came of it.
func rowsOf(t *testing.T, plan *Plan, text []byte, policy Policy, whole bool) string {
	m := newMemory(plan.Schema())
	c, err := newCompiler(plan, m, policy, 50, tight(t))
	require.NoError(t, err)
	c.begin(0, source.XML)
	var r source.Reader
	h := source.Handler(c)
	if !whole {
		h = partly{c}
	}
	err = r.XML(bytes.NewReader(text), h, source.Options{})
	require.NoError(t, c.fatal)
	said := fmt.Sprintln(err, c.problems.errors, c.problems.warnings)
	for _, p := range c.kept {
		more := 0
		if p.more != nil {
			more = *p.more
		}
		said += fmt.Sprintln(p.pos, p.warning, p.msg, p.hint, p.related, more)
	}
	if err == nil && c.problems.errors == 0 {
		require.NoError(t, c.resolve())
		if c.problems.errors == 0 {
			said += fmt.Sprint(m.dump())
		}
	}
	return said
}

// Tags as a whole and in parts give the same rows and the same errors.
func TestTagsMakeTheSameRowsAsTheirParts(t *testing.T) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	x, _ := synthetic(60)
	texts := [][]byte{x}
	for _, pattern := range []string{"levels", "bad"} {
		files, err := filepath.Glob(filepath.Join("..", "..", "..", "..", "testdata", pattern, "*.xml"))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, name := range files {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			texts = append(texts, text)
		}
	}
	for _, change := range [][2]string{
		{`x="`, `x="1" x="`}, {` x="`, ` z="`}, {` x="`, ` x="a`}, {` y="`, ` y=" `}, {` y="`, ` y="1e39`}, {"<vertex ", "<vertex y='1' "},
		{"<vertex ", "<vertices "}, {` x=`, ` xmlns:a="b" x=`}, {"mask=", "mist="}, {`pos="`, `pos="1 2 `}, {`pos="`, `pos=",`},
		{"body-7", "body-8"}, {"dynamic", "dramatic"}, {"<material ", "<material density='3' "}, {"<shape ", "<shape vertices='1 2' "}, {"<shape ", "<shape weights='1 2' "},
		{"<body ", "<body material='1' "}, {"<body ", "<body xml:space='preserve' "}, {"<body ", "<body xml:lang='en' "},
	} {
		texts = append(texts, bytes.ReplaceAll(x, []byte(change[0]), []byte(change[1])))
	}
	for i, text := range texts {
		for _, policy := range []Policy{UnknownError, UnknownWarn, UnknownIgnore, UnknownKeep} {
			require.Equal(t, rowsOf(t, plan, text, policy, false), rowsOf(t, plan, text, policy, true), "text %d", i)
		}
	}
}
