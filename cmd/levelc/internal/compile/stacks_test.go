package compile

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/smallalloc"
)

// tight is a pool that is soon full: slots are left for larger ones, and taken
// by others then, and many a container has to go on to the heap.
func tight(t testing.TB) *smallalloc.Pool {
	p, err := smallalloc.New(smallalloc.Options{Classes: []smallalloc.Class{{Size: 64, Slots: 2}, {Size: 512, Slots: 2}, {Size: 4096, Slots: 1}}})
	require.NoError(t, err)
	return p
}

// compileIn builds the level in text and returns what was told to the sink.
func compileIn(t *testing.T, p *smallalloc.Pool, text string) ([]byte, *Summary) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	f, err := source.Spool(strings.NewReader(text), "level")
	require.NoError(t, err)
	defer f.Close()
	out := rowLog{memory: newMemory(plan.Schema())}
	s, err := plan.Rows(context.Background(), []*source.File{f}, &out, Options{Pool: p})
	require.NoError(t, err)
	return out.Bytes(), s
}

// rowLog is a Sink that writes down what it is told.
type rowLog struct {
	*memory
	bytes.Buffer
}

func (l *rowLog) String(b []byte) (uint32, error) {
	fmt.Fprintf(l, "string %q\n", b)
	return l.memory.String(b)
}

func (l *rowLog) Put(table int, row uint32, b []byte) error {
	fmt.Fprintf(l, "put %d %d %x\n", table, row, b)
	return l.memory.Put(table, row, b)
}

func (l *rowLog) Append(table int, owner uint32, b []byte) (uint32, error) {
	fmt.Fprintf(l, "append %d %d %x\n", table, owner, b)
	return l.memory.Append(table, owner, b)
}

func TestRowsDoNotDependOnWhereTheyAreGathered(t *testing.T) {
	xml, json := synthetic(60)
	for _, text := range []string{string(xml), string(json)} {
		roomy, err := NewPool(4)
		require.NoError(t, err)
		full := tight(t)
		for full.Stats().Misses() == 0 {
			full.Alloc(64)
			full.Alloc(512)
			full.Alloc(4096)
		}
		want, _ := compileIn(t, full, text)
		got, s := compileIn(t, roomy, text)
		require.Equal(t, string(want), string(got))
		got, _ = compileIn(t, tight(t), text)
		require.Equal(t, string(want), string(got))

		for range roomy.Live() {
			require.Fail(t, "a slot is kept behind a build")
		}
		stats := roomy.Stats()
		require.NotZero(t, stats.Hits())
		require.NotEmpty(t, stats.Plan(1<<20))
		toPool := uint64(0)
		for _, c := range s.Spills {
			toPool += c.ToPool
			require.Zero(t, strings.Count(c.Place, "\n"))
		}
		require.Equal(t, stats.Hits(), toPool, "each slot is counted at the place that took it")
	}
}
