package compile

import (
	"context"
	"errors"
	"io"
	"runtime/debug"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// TestASecondBuildAllocatesAFewTimes: a build after the first one makes its
// compiler, what looks at its source, and a few lists by table, whatever the
// number of its nodes; a new writer and what it makes a file of would be 500
// allocations.
func TestASecondBuildAllocatesAFewTimes(t *testing.T) {
	if raceEnabled {
		t.Skip("pools drop at random what is put into them")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection empties pools
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	var out format.Buffer
	for _, n := range []int{10, 400, 4000} {
		for syntax := range 2 {
			x, j := synthetic(n)
			files := openAll(t, string([][]byte{x, j}[syntax]))
			build := func() {
				if _, _, err := plan.Build(context.Background(), files, &out, format.WriterOptions{}, Options{}); err != nil {
					t.Fatal(err)
				}
			}
			build()
			got := testing.AllocsPerRun(5, build)
			t.Logf("%d bodies, syntax %d: %.0f", n, syntax, got)
			require.LessOrEqual(t, got, 40.0)
		}
	}
}

// TestBuildsAtTheSameTimeShareWhatIsKept builds levels of all sizes over one plan
// from several goroutines, with others between them that fail, are cancelled, or
// cannot be written, and holds each against the first one of its plan.
func TestBuildsAtTheSameTimeShareWhatIsKept(t *testing.T) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	var texts []string
	var want [][]byte
	for _, n := range []int{0, 1, 30, 700, 1500} {
		x, j := synthetic(n)
		for _, text := range [][]byte{x, j} {
			texts = append(texts, string(text))
			want = append(want, file(t, string(text)))
		}
	}
	wrong := `<w><body name="a" flags="none such"/><joint a="nobody" b="a"/></w>`
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	full := errors.New("the disk is full")
	rounds := 40
	if testing.Short() {
		rounds = 10
	}
	var done sync.WaitGroup
	for g := range 4 {
		files := openAll(t, texts...)
		bad := openAll(t, wrong)
		done.Go(func() {
			build := func(ctx context.Context, f *source.File, to io.WriterAt, o format.WriterOptions) error {
				_, _, err := plan.Build(ctx, []*source.File{f}, to, o, Options{})
				return err
			}
			for i := range rounds {
				k := (i*7 + g) % len(files)
				o := format.WriterOptions{}
				if i%5 == 0 { // what is in the spool is there no more for the next
					o.Memory, o.Spool = 1, func() (format.Spool, error) { return new(spool), nil }
				}
				var out format.Buffer
				if err := build(context.Background(), files[k], &out, o); err != nil || string(out) != string(want[k]) {
					t.Errorf("level %d: %v, %d bytes, want %d", k, err, len(out), len(want[k]))
				}
				switch i % 3 {
				case 0:
					if err := build(context.Background(), bad[0], &out, o); !errors.Is(err, ErrLevel) {
						t.Errorf("a level that is wrong: %v", err)
					}
				case 1:
					if err := build(gone, files[k], &out, o); !errors.Is(err, context.Canceled) {
						t.Errorf("cancelled: %v", err)
					}
				default:
					if err := build(context.Background(), files[k], failing{full}, o); !errors.Is(err, full) {
						t.Errorf("a full disk: %v", err)
					}
				}
			}
		})
	}
	done.Wait()
}

func TestBuildClosesItsSpoolAndTellsIfItCannot(t *testing.T) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	x, _ := synthetic(3000)
	bad := errors.New("the spool cannot be closed")
	for _, want := range []error{nil, bad, nil} {
		s := &spool{err: want}
		o := format.WriterOptions{BlockBytes: 4096, Memory: 1, Spool: func() (format.Spool, error) { return s, nil }}
		var out format.Buffer
		_, _, err = plan.Build(context.Background(), openAll(t, string(x)), &out, o, Options{})
		require.ErrorIs(t, err, want)
		require.Equal(t, 1, s.closed)
		require.NotEmpty(t, s.Buffer)
	}
}

// spool is a spool in memory.
type spool struct {
	format.Buffer
	closed int
	err    error
}

func (s *spool) ReadAt(p []byte, off int64) (int, error) { return copy(p, s.Buffer[off:]), nil }
func (s *spool) Close() error                            { s.closed++; return s.err }

type failing struct{ err error }

func (f failing) WriteAt([]byte, int64) (int, error) { return 0, f.err }
