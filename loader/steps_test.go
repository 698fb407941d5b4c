package loader

import (
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// slowly is a load of pieces that take their time.
type slowly struct {
	left int
	each time.Duration
}

func (s *slowly) size() (bytes int64, rows uint64) { return int64(s.left), 0 }

func (s *slowly) next(*Progress) error {
	if s.left == 0 {
		return io.EOF
	}
	s.left--
	time.Sleep(s.each)
	return nil
}

func (s *slowly) rollback() {}

// A Step does not begin what would overrun its budget, but always something.
func TestAStepEndsBeforeItOverruns(t *testing.T) {
	const each = 20 * time.Millisecond
	for budget, most := range map[time.Duration]int{-1: 1, 0: 1, each / 2: 1, each * 3 / 2: 1, each * 5 / 2: 2, time.Hour: 5} {
		ld := &slowly{left: 5, each: each}
		s := steps{ld: ld, begin: func() (stepped, error) { return ld, nil }}
		for !s.done {
			before := ld.left
			s.Step(budget)
			require.LessOrEqual(t, before-ld.left, most, budget)
			require.True(t, before > ld.left || s.done, budget)
		}
		require.Zero(t, ld.left)
	}
}
