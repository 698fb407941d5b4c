package loader

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"github.com/levelc/levelc/format"
)

// ErrSkipped marks a reference to a node of a kind that Skip skips.
var ErrSkipped = errors.New("a reference to a skipped node")

// Policy is what to do about a difference between a level and the world. It is
// [Ignore], [Warn] or [Fail].
type Policy uint8

const (
	Ignore Policy = iota // nothing
	Warn                 // tell the logger that Log has set
	Fail                 // refuse the level
)

// Missing says what to do about a kind of the world that the schema of a level
// does not have. The default is Ignore: there are simply no such nodes. The
// logger hears of it once for each schema that a Binding meets.
func Missing(p Policy) Option { return func(o *options) { o.policy(&o.missing, p, "Missing") } }

// Extra says what to do about a kind in the schema of a level that the world does
// not have. The default is Ignore: its nodes are left out, and their children are
// loaded. The logger hears of it once for each schema that a Binding meets.
//
// A level that has no kind in common with the world would load as nothing. Most likely
// it is the wrong file or the wrong world, so it is refused with ErrMismatch unless
// this option is given. Extra(Ignore) says that such levels are intended, as for a
// server that is bound to only some of the kinds.
func Extra(p Policy) Option {
	return func(o *options) {
		o.policy(&o.extra, p, "Extra")
		o.stranger = true
	}
}

// Skip makes loads skip the nodes of some kinds, and the elements of their spans:
// lights, for which a server has no use, or the helpers of an editor. Their
// children are loaded. Their blocks are not checked, and not read if the source
// can seek.
//
// References to skipped nodes become nil. refs says whether that is ignored, logged, or
// refused with ErrSkipped. Each Skip says so for the kinds that it names; if several name
// one, the last counts. A parent field that the level lacks refers to nothing in it: it
// is set to the nearest node that is not skipped. The kinds are named as the tables of the
// world; Bind refuses a name that the world does not have, and Walk, which has no world,
// the option.
func Skip(refs Policy, kinds ...string) Option {
	return func(o *options) {
		var p Policy
		o.policy(&p, refs, "Skip")
		for _, name := range kinds {
			o.skip = append(o.skip, skipKind{name, p})
		}
	}
}

// skipKind is a kind that is skipped, and what to do about references to its nodes.
type skipKind struct {
	name string
	refs Policy
}

// checkSkip refuses kinds that the world does not have.
func (b *Binding) checkSkip() error {
	for _, k := range b.opts.skip {
		name := k.name
		if i := b.table(name); i < 0 || b.world.Schema.Tables[i].Class != format.ClassNode {
			return &Error{Op: "bind", Table: name, Err: fmt.Errorf("%w: Skip names a kind that it does not have; the kinds are %s", ErrWorld, few(b.kinds()))}
		}
	}
	return nil
}

// skips reports whether a table of the file is skipped.
func (p *plan) skips(table int) bool { return p.skipped != nil && p.skipped[table] }

// skip marks the tables of the file that Skip names, and those that they own.
func (b *Binding) skip(p *plan, match []int) {
	if len(b.opts.skip) == 0 {
		return
	}
	world := make([]bool, len(b.schema.Tables))
	p.skipRefs = make([]Policy, len(b.stores))
	for _, k := range b.opts.skip {
		st := b.table(k.name)
		world[st+format.FixedTables], p.skipRefs[st] = true, k.refs
	}
	for st, columns := range b.columns { // owners come before the tables that they own
		for _, f := range columns {
			if world[st+format.FixedTables] && f.Type == format.TypeSpan {
				world[f.to+format.FixedTables] = true
			}
		}
	}
	p.skipped, p.skippedRefs = make([]bool, len(match)), make([]Policy, len(match))
	for i, j := range match {
		if p.skipped[i] = j >= format.FixedTables && world[j]; p.skipped[i] {
			p.skippedRefs[i] = p.skipRefs[j-format.FixedTables]
		}
	}
}

// checkTables applies the policies for kinds that only one side has.
func (b *Binding) checkTables(p *plan, match []int) error {
	if err := b.checkShared(p, match); err != nil {
		return err
	}
	unheard := sync.OnceValue(func() bool { return b.warned.add(p.schema) })
	complain := func(policy Policy, table, what string) error {
		switch {
		case policy == Fail:
			return &Error{Op: "load", Table: table, Err: fmt.Errorf("%w: %s", ErrMismatch, what)}
		case policy == Warn && b.opts.log != nil && unheard():
			b.opts.warn(what, slog.String("table", table))
		}
		return nil
	}
	for i := range p.schema.Tables {
		if t := &p.schema.Tables[i]; match[i] < 0 && t.Class == format.ClassNode {
			if err := complain(b.opts.extra, t.Name, "a kind that the world does not have"); err != nil {
				return err
			}
		}
	}
	have := make([]bool, len(b.schema.Tables))
	for _, j := range match {
		if j >= 0 {
			have[j] = true
		}
	}
	for st := range b.world.Schema.Tables {
		t := &b.world.Schema.Tables[st]
		if t.Class == format.ClassNode && !have[st+format.FixedTables] {
			if err := complain(b.opts.missing, t.Name, "a kind that the level does not have"); err != nil {
				return err
			}
		}
	}
	return nil
}

// warnedOf is the schemas of which the logger has heard. A plan may be made more than once:
// for loads at the same time, for a File, and after a level was refused.
type warnedOf struct {
	mu  sync.Mutex
	all map[[sha256.Size]byte]struct{}
}

// add reports whether the schema is a new one.
func (w *warnedOf) add(s *format.Schema) bool {
	b, err := format.AppendSchema(nil, s)
	if err != nil {
		return true // cannot be: it was read from a file
	}
	key := sha256.Sum256(b)
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, heard := w.all[key]; heard {
		return false
	}
	if w.all == nil {
		w.all = make(map[[sha256.Size]byte]struct{})
	}
	w.all[key] = struct{}{}
	return true
}

// checkShared refuses a level that has no kind in common with the world.
func (b *Binding) checkShared(p *plan, match []int) error {
	var kinds []string
	for i := range p.schema.Tables {
		t := &p.schema.Tables[i]
		if t.Class != format.ClassNode {
			continue
		}
		if match[i] >= 0 || b.opts.stranger {
			return nil
		}
		kinds = append(kinds, t.Name)
	}
	if len(kinds) == 0 { // and so the level has no nodes
		return nil
	}
	return &Error{Op: "load", Err: fmt.Errorf("%w: they have no kind in common; the level has %s, the world %s; Extra(Ignore) loads it all the same, as nothing",
		ErrMismatch, few(kinds), few(b.kinds()))}
}

// kinds returns the names of the world's kinds.
func (b *Binding) kinds() []string {
	var kinds []string
	for i := range b.world.Schema.Tables {
		if t := &b.world.Schema.Tables[i]; t.Class == format.ClassNode {
			kinds = append(kinds, t.Name)
		}
	}
	return kinds
}

// few lists some names, for a message.
func few(names []string) string {
	const most = 5
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// refDrop is a reference field that may name skipped nodes.
type refDrop struct {
	off   uint // in 32-bit words
	count int
	any   bool   // an anyref: drop those to skipped tables; otherwise drop all
	refs  Policy // unless any, where it depends on the table

	table, field string
}

// dropRefs sets the references in rows that name skipped nodes to nil. It returns the
// rows as words, to be relocated, and of how many references the logger is to hear.
func (p *plan) dropRefs(tp *tablePlan, rows []byte) (words []uint32, dropped int, err error) {
	words, err = format.RowsOf[uint32](rows)
	if err != nil {
		return nil, 0, err
	}
	for _, d := range tp.drops {
		n, err := d.apply(words, uint(tp.stride)/4, p)
		if dropped += n; err != nil {
			return nil, dropped, err
		}
	}
	return words, dropped, nil
}

// refsTo says what to do about a reference of a file that leads to none of the rows that
// are loaded.
func (p *plan) refsTo(f *column, ref []byte) Policy {
	switch {
	case p.skipped == nil:
		return Ignore
	case f.Type != format.TypeAnyRef:
		return p.skipRefs[f.to]
	}
	if t := binary.NativeEndian.Uint16(ref[8:]); int(t) < len(p.skippedRefs) {
		return p.skippedRefs[t]
	}
	return Ignore
}

// apply sets the references in a block that name skipped nodes to nil, and counts those of
// which the logger is to hear.
func (d *refDrop) apply(w []uint32, stride uint, p *plan) (n int, err error) {
	size, refs := uint(2), d.refs
	if d.any {
		size = 3
	}
	for k := range uint(d.count) {
		for i := d.off + k*size; i+size <= uint(len(w)); i += stride {
			v := w[i : i+size]
			if v[0] == 0 {
				continue
			}
			if d.any {
				t := kindIn(v[2])
				if uint(t) >= uint(len(p.skipped)) || !p.skipped[t] {
					continue
				}
				refs = p.skippedRefs[t]
			}
			switch refs {
			case Fail:
				return n, &Error{Op: "load", Table: d.table, Field: d.field, Err: ErrSkipped}
			case Warn:
				n++
			}
			clear(v)
		}
	}
	return n, nil
}
