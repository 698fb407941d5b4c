package output

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestPatienceComesToAnEnd(t *testing.T) {
	p, tries := patience(20*time.Millisecond), 0
	for d := time.Millisecond; p.wait(d); d *= 2 {
		tries++
	}
	require.Equal(t, 5, tries, "1, 2, 4, 8, and the 5 that are left")
	require.Zero(t, p)
}
