package loader

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"math"

	"github.com/levelc/levelc/format"
)

// ErrOption marks an option that has no meaning where it is given.
var ErrOption = errors.New("an option that has no meaning here")

// Option changes how levels are read. [Walk] takes MaxBytes and Check; the others are
// about loading into stores. A nil Option changes nothing, so that a program can
// leave one out by a condition.
type Option func(*options)

type options struct {
	format    format.Options
	keepNodes bool
	keepRows  bool // and keepNodes
	hook      func(Placed) error
	log       *slog.Logger
	skip      []skipKind
	missing   Policy
	extra     Policy
	stranger  bool     // a level need not have a kind in common with the world
	stores    []string // the names of options that are about loading into stores
	wrong     error    // the first option with an invalid value
}

func newOptions(opts []Option) (options, error) {
	var o options
	for _, opt := range opts {
		if opt != nil {
			opt(&o)
		}
	}
	if o.keepRows {
		o.format.Check = format.CheckFull
	}
	return o, o.wrong
}

// policy sets a policy if p is one.
func (o *options) policy(to *Policy, p Policy, option string) {
	o.forStores(option)
	if p > Fail {
		o.refuse(fmt.Errorf("%s: unknown policy %d; it is Ignore, Warn or Fail", option, p))
		return
	}
	*to = p
}

// forStores notes an option that a walk, which has no stores, could not follow.
func (o *options) forStores(option string) { o.stores = append(o.stores, option) }

// refuse keeps the first mistake.
func (o *options) refuse(err error) { o.wrong = cmp.Or(o.wrong, err) }

// MaxBytes bounds what a level may take in memory once it is decoded: as the file has it,
// and where records of the world have become larger than those of the file, with that. A
// file whose directory asks for more is refused before any of its data is read, with an
// error that wraps [format.ErrBudget]. 0, the default, is 1 GiB. For a File, MaxBytes bounds
// each [File.Load] and what Open takes for strings, ids and the tree around chunks. A
// 32-bit program never takes more than 2 GiB.
func MaxBytes(n int64) Option {
	return func(o *options) {
		if n < 0 {
			o.refuse(fmt.Errorf("MaxBytes: %d is negative; 0 is the default, math.MaxInt64 no bound", n))
			return
		}
		o.format.MaxBytes = min(n, math.MaxInt) // so that all rows of a table can be counted by an int
	}
}

// Check chooses how much of a file is checked. The default is everything. Check less
// only of files that come with the game and cannot have been changed. Wrong rows that
// are not checked give wrong values or an error, but no panic.
func Check(m format.Mode) Option {
	return func(o *options) {
		if m > format.CheckNone {
			o.refuse(fmt.Errorf("Check: unknown mode %d; it is format.CheckFull, CheckSums or CheckNone", m))
			return
		}
		o.format.Check = m
	}
}

// KeepNodes makes levels keep the order and depths of their nodes, their chunks,
// dynamic properties and metadata. Save needs them to write a level as it came,
// [Level.Props] and [ElementProps] the properties, and [Level.Meta] the metadata. They cost 8
// bytes of ordinary memory for each node, and the bytes of the properties; without KeepNodes a
// load skips all of them. Open refuses this option, see File.
func KeepNodes() Option {
	return func(o *options) { o.keepNodes = true; o.forStores("KeepNodes") }
}

// Reloadable makes levels keep their rows as they stood in the file, so that
// [Level.Reload] can tell what has changed in the file from what the game has
// changed since. It is meant for development: it costs as much ordinary memory
// again as the decoded level takes without its text. It includes KeepNodes, and files are checked
// in full. Open refuses this option, see File.
func Reloadable() Option {
	return func(o *options) { o.keepNodes, o.keepRows = true, true; o.forStores("Reloadable") }
}

// OnNode makes a load call f for every node of the level, in document order, once
// all of them are alive. If f returns an error, or the context of the load ends
// meanwhile, the level is unloaded again and the load returns that error. If f panics,
// the level is unloaded before the panic goes on. f may read and write the node and
// look at others, but it must not load, unload or reload through the same Binding: that
// blocks forever. Save and Close return an error that wraps [store.ErrInUse]. [Binding]
// lists the calls; do them once the load has returned. Loads on several goroutines call
// f one after another, so it needs no lock of its own. Calling it costs 4 bytes a node
// during the load and no allocation.
func OnNode(f func(Placed) error) Option {
	return func(o *options) { o.hook = f; o.forStores("OnNode") }
}

// Log makes the loader tell the logger what it does. It logs levels that are
// loaded, unloaded, reloaded and saved, and chunks that are loaded and unloaded, at
// the level Info, and the differences that a policy of Warn is about at the level
// Warn. What fails is an error and not logged. Without this option, or with nil, the
// loader is silent. The logger's handler must not call the Binding, see there.
func Log(l *slog.Logger) Option {
	return func(o *options) { o.log = l; o.forStores("Log") }
}
