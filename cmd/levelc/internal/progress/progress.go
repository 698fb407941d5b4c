package progress

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

const (
	progressAfter = 300 * time.Millisecond // what is faster needs no line
	progressEvery = 100 * time.Millisecond
)

// Line counts levels that are done. A nil *Line shows nothing.
type Line struct {
	out   io.Writer
	width func() int // columns of the terminal
	begun time.Time
	all   int

	mu      sync.Mutex
	done    int
	current string
	shown   bool

	quit    chan struct{}
	stopped sync.WaitGroup
}

// Start shows the progress of n levels on a terminal that has as many columns as width
// says, which is asked again for each line. The caller ends it with Stop, once.
func Start(out io.Writer, n int, width func() int) *Line {
	p := newLine(out, n, width)
	p.stopped.Go(p.run)
	return p
}

func newLine(out io.Writer, n int, width func() int) *Line {
	return &Line{out: out, width: width, begun: time.Now(), all: n, quit: make(chan struct{})}
}

// Begin shows the name of a level that is begun.
func (p *Line) Begin(name string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	p.current = name
	p.mu.Unlock()
}

// End counts a level as done.
func (p *Line) End() {
	if p == nil {
		return
	}
	p.mu.Lock()
	p.done++
	p.mu.Unlock()
}

// Stop removes the line.
func (p *Line) Stop() {
	if p == nil {
		return
	}
	close(p.quit)
	p.stopped.Wait()
	if p.shown {
		io.WriteString(p.out, "\r\x1b[K")
	}
}

func (p *Line) run() {
	wait := time.NewTimer(progressAfter)
	defer wait.Stop()
	select {
	case <-p.quit:
		return
	case <-wait.C:
	}
	every := time.NewTicker(progressEvery)
	defer every.Stop()
	for {
		io.WriteString(p.out, p.line(time.Since(p.begun)))
		p.shown = true
		select {
		case <-p.quit:
			return
		case <-every.C:
		}
	}
}

// line returns what is shown after that time, cut to the width of the terminal.
func (p *Line) line(after time.Duration) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	rate := float64(p.done) / max(after.Seconds(), 1e-3)
	text := fmt.Sprintf("%*d/%d  %.0f/s  ", len(fmt.Sprint(p.all)), p.done, p.all, rate)
	room := p.width() - 1 // in the last column, some terminals begin the next line
	if len(text) > room {
		return "\r\x1b[K" + text[:max(0, room)]
	}
	return "\r\x1b[K" + text + shorten(terse.Plain(p.current), room-len(text))
}

// shorten cuts a path to so many columns. It cuts at the beginning, because files of a
// folder differ at their ends.
func shorten(path string, columns int) string {
	width := terse.Width(path)
	switch {
	case width <= columns:
		return path
	case columns < 8:
		return ""
	}
	for i, r := range path {
		if width < columns {
			return "…" + path[i:]
		}
		width -= terse.RuneWidth(r)
	}
	return "…"
}
