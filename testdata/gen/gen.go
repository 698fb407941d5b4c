// Package gen makes levels of package game of any size, for benchmarks and
// tests that need more than a person would write.
//
// A level depends on the seed and the size alone: the same options give the
// same bytes on every machine and in every version of Go, and the XML and the
// JSON of one seed and size hold the same nodes with the same values in the
// same order. No float is computed on the way; numbers are made as digits.
//
//	stats, err := gen.Write(f, gen.Options{Format: gen.XML, Bytes: gen.Small, Seed: 1})
package gen

import (
	"bufio"
	"fmt"
	"io"
)

// Format is the notation of a level.
type Format uint8

const (
	XML Format = iota
	JSON
)

func (f Format) String() string {
	switch f {
	case XML:
		return "xml"
	case JSON:
		return "json"
	}
	return fmt.Sprintf("Format(%d)", uint8(f))
}

// ParseFormat is the inverse of Format.String.
func ParseFormat(s string) (Format, error) {
	for _, f := range []Format{XML, JSON} {
		if s == f.String() {
			return f, nil
		}
	}
	return 0, fmt.Errorf("format %q: want xml or json", s)
}

// The sizes that benchmarks use.
const (
	Small  int64 = 500 << 10 // a level of a phone game
	Medium int64 = 5 << 20
	Large  int64 = 50 << 20 // a simulation
)

// Options say which level to make.
type Options struct {
	Format Format
	// Bytes is about how large the level is in XML. The JSON of the same level
	// is as large as it happens to be. A level has at least one group, so very
	// small sizes are exceeded.
	Bytes int64
	Seed  uint64
}

// Stats counts what a level holds.
type Stats struct {
	Bytes    int64 // written
	Nodes    int   // the sum of Kinds
	Kinds    map[string]int
	Vertices int
	Stops    int
}

// Write writes one level to w, in pieces as it is made. The memory it needs
// does not depend on the size.
func Write(w io.Writer, o Options) (Stats, error) {
	measure := &counter{to: io.Discard}
	target := &counter{to: w}
	out := bufio.NewWriterSize(target, 64<<10)
	b := &builder{random: random(o.Seed), stats: Stats{Kinds: make(map[string]int)}}
	switch o.Format {
	case XML:
		measure = target
		b.to = []notation{&xmlNotation{w: out}}
		b.size = func() int64 { return target.n + int64(out.Buffered()) }
	case JSON:
		// The XML is made as well, to see how long it gets, and thrown away.
		discard := bufio.NewWriterSize(measure, 64<<10)
		b.to = []notation{&jsonNotation{w: out}, &xmlNotation{w: discard}}
		b.size = func() int64 { return measure.n + int64(discard.Buffered()) }
	default:
		return Stats{}, fmt.Errorf("unknown format %v", o.Format)
	}
	b.failed = func() bool { return target.err != nil }
	b.scene(o.Bytes)
	if err := out.Flush(); err != nil {
		return Stats{}, err
	}
	for _, n := range b.stats.Kinds {
		b.stats.Nodes += n
	}
	b.stats.Bytes = target.n
	return b.stats, nil
}

// counter counts the bytes on their way to a writer and keeps its first error.
type counter struct {
	to  io.Writer
	n   int64
	err error
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.n += int64(n)
	if c.err == nil {
		c.err = err
	}
	return n, err
}
