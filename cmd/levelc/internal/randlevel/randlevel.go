package randlevel

import (
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/levelc/levelc/format"
)

// Options say what level to make.
type Options struct {
	Schema, Rows uint64 // seeds
	Change       uint64 // seed of a few changes to the rows; 0 means none
	Nameless     bool   // some nodes have no id, and something may refer to them
	Extras       bool   // chunks, dynamic properties, source positions
}

// Level is one that was made.
type Level struct {
	Schema *format.Schema
	File   []byte
}

// mostElements limits the elements of all spans of a level.
const mostElements = 400

// Make makes a level; the same options make the same one.
func Make(o Options) (*Level, error) {
	var out format.Buffer
	s, err := Write(o, new(format.Writer), format.WriterOptions{}, &out)
	if err != nil {
		return nil, err
	}
	return &Level{Schema: s, File: out}, nil
}

// Write makes a level with a writer, which it resets, and writes it to out. It returns
// the level's schema.
func Write(o Options, w *format.Writer, of format.WriterOptions, out io.WriterAt) (*format.Schema, error) {
	r := &random{Rand: rand.New(rand.NewPCG(o.Schema, 1)), o: o, elements: mostElements}
	r.world()
	r.Rand = rand.New(rand.NewPCG(o.Rows, 2))
	if o.Change != 0 {
		r.other = rand.New(rand.NewPCG(o.Change, 3))
	}
	if err := r.level(w, of, out); err != nil {
		return nil, fmt.Errorf("randlevel: %+v: %w", o, err)
	}
	return r.schema, nil
}

// random is the state of one call of Write.
type random struct {
	*rand.Rand
	o      Options
	other  *rand.Rand // makes changes
	schema *format.Schema
	spans  []int // tables whose spans have not been made yet

	w        *format.Writer
	err      error // the first one
	rows     []int // by table: rows of node tables
	nodes    []node
	open     []node
	taken    map[string]bool // ids
	elements int             // how many more may be made
}

// node is a node and the nodes that contain it.
type node struct {
	table, row int
	parents    []node
}

func (r *random) keep(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *random) chance(percent int) bool { return r.IntN(100) < percent }

// perhaps lets the other source of randomness call do now and then.
func (r *random) perhaps(percent int, do func()) {
	if r.other == nil || r.other.IntN(100) >= percent {
		do()
		return
	}
	before := r.Rand
	r.Rand = rand.New(rand.NewPCG(r.other.Uint64(), 4))
	do()
	r.Rand = before
}

func pick[T any](r *random, list ...T) T { return list[r.IntN(len(list))] }
