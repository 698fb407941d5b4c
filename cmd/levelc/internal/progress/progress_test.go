package progress

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestProgressIsOneLineThatFits(t *testing.T) {
	p := newLine(new(bytes.Buffer), 1000, func() int { return 40 })
	for range 120 {
		p.Begin("levels/some/where/deep/below/a-long-name.xml")
		p.End()
	}
	line := p.line(2 * time.Second)
	require.Equal(t, "\r\x1b[K 120/1000  60/s  …below/a-long-name.xml", line)
	require.LessOrEqual(t, len([]rune(strings.TrimPrefix(line, "\r\x1b[K"))), 40)
	p.width = func() int { return 10 }
	require.Equal(t, "\r\x1b[K 120/1000", p.line(time.Second))
	p.width = func() int { return 1 }
	require.Equal(t, "\r\x1b[K", p.line(time.Second))
	p.Begin(strings.Repeat("床", 20) + ".xml") // each takes two columns
	p.width = func() int { return 40 }
	require.Equal(t, "\r\x1b[K 120/1000  120/s  …床床床床床床床床.xml", p.line(time.Second))
	p.Begin("evil\x1b[2J.xml")
	p.width = func() int { return 80 }
	require.NotContains(t, p.line(time.Second)[1:], "\x1b[2J")
}

func TestProgressLeavesNothingBehind(t *testing.T) {
	var out shared
	p := newLine(&out, 10, func() int { return 80 })
	p.stopped.Go(p.run)
	p.Begin("a.xml")
	for end := time.Now().Add(20 * time.Second); !strings.Contains(out.String(), "a.xml"); time.Sleep(time.Millisecond) {
		require.True(t, time.Now().Before(end), "nothing is shown")
	}
	p.Stop()
	require.True(t, strings.HasSuffix(out.String(), "\r\x1b[K"))

	var none *Line // what is not shown costs no question
	none.Begin("a")
	none.End()
	none.Stop()
}

// shared is a buffer that is read while it is written.
type shared struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *shared) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}
