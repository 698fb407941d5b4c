package loader

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/store"
)

// Binding joins a world to the levels that are loaded into it. It reads the
// world's type once, and keeps the buffers that loads need. It also remembers how
// the schemas of the last few levels map to the stores, so loading another level of
// one of them neither reflects nor plans. Bindings of one type of world share that: a
// second one does it again only for options that have to do with it. Bind, BindStores
// and BindSchema make one; the zero Binding has no stores, and loads and saves nothing
// but an error.
//
// Several goroutines may load and unload through one Binding at the same time, each a
// level of its own. They take turns to reserve rows, to make them alive and to remove
// them. Reading, checking and copying, which is nearly all of a load, goes on in
// parallel. To everyone else, a load is a change of the stores: no other goroutine may
// use the stores, call methods of a Level, or the Find of a File, which reads the strings
// of the world, until the loads are over. The other methods of a File, and those of a
// Loading and a ChunkLoading, do not mind the loads of other goroutines.
//
// # Calls from a hook
//
// A Binding calls the hook of OnNode, the handler of Log and the Spool of SaveOptions
// while it holds the lock by which loads take turns. In these, what takes a turn at the
// same Binding waits for itself, and blocks forever:
//
//   - Load, LoadFS, LoadBytes, LoadMapped and Open;
//   - the Step, Finish and Cancel of a Loading or a ChunkLoading;
//   - the Unload and Reload of a Level;
//   - the Load, Unload and Close of a File;
//   - except in a hook, Save, SaveFile and Close.
//
// The loader cannot make these an error, because it cannot tell them from those of
// another goroutine, which rightly wait. In a hook, Save, SaveFile and Close return an
// error that wraps [store.ErrInUse]. Start, Find, ID, IDs, Loaded, ChunkOf, Resolve and
// Nodes take no turn.
type Binding struct {
	*worldType
	stores  []store.Rows   // for each table of world.Schema
	strings *store.Strings // or nil; see stringsFor

	imaged []*Level // levels that have an image, in the order of their loading
	gone   int      // how many of imaged are unloaded
	opts   options
	warned warnedOf
	mu     sync.Mutex  // guards all below, and the stores except for Rows.Bytes
	closed atomic.Bool // set with mu; in a hook it is read without
	own    bool        // strings are not the world's
	loads  int         // under way: loads of levels, and reads of chunks
	saving *saveKit    // nil before the first save
	inHook atomic.Bool // read without mu, which who calls the hook holds
	lanes  []*lane     // not in use
	sets   []*rangeSet // of unloaded levels, for the next ones
	home   storage     // of lanes and sets
}

// storage is the first storage of the free lists. Lanes spill if more levels are loaded at
// once.
type storage struct {
	lanes [2]*lane
	sets  [maxFreeSets]*rangeSet
}

// Bind reads the type of the struct that world points to, once in a program, and finds
// its stores; package layout says what the struct may hold. The error names every field
// that a level cannot have.
//
// A world may be bound more than once, with other options. The Bindings do not
// wait for each other, so the caller must not let their loads overlap. Bind gives
// each store the number that it has in AnyHandles ([store.Bulk.Kind]), which is
// its place among the stores of the world. It refuses a store that already has
// another number, and one that is closed.
func Bind(world any, opts ...Option) (*Binding, error) {
	v := reflect.ValueOf(world)
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, &Error{Op: "bind", Err: fmt.Errorf("%w: the %T is nil", ErrWorld, world)}
	}
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return nil, &Error{Op: "bind", Err: fmt.Errorf("%w: want a pointer to a struct of stores, got %T", ErrWorld, world)}
	}
	wt, err := worldTypeOf(v.Type().Elem())
	if err != nil {
		return nil, &Error{Op: "bind", Err: fmt.Errorf("%w: %w", ErrWorld, err)}
	}
	return bindTo(wt, opts, func(path []int) any { return v.Elem().FieldByIndex(path).Addr().Interface() })
}

// errUnbound is for the zero Binding.
var errUnbound = fmt.Errorf("%w: the Binding has no world; Bind makes one", ErrWorld)

// bound returns an error for the zero Binding and a closed one.
func (b *Binding) bound() error {
	if b.worldType == nil {
		return errUnbound
	}
	return b.notClosed()
}

// enter announces writes to the stores without mu. Until leave, nobody can close them.
func (b *Binding) enter() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	err := b.notClosed()
	if err == nil {
		b.loads++
	}
	return err
}

func (b *Binding) leave() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.loads--
}

var (
	errLoading = fmt.Errorf("a level is being loaded: wait for the load to return, or Finish or Cancel it: %w", store.ErrInUse)
	errInHook  = fmt.Errorf("a level is being loaded: its OnNode hook has not returned: %w", store.ErrInUse)
)

var errClosed = fmt.Errorf("the Binding is closed: %w", store.ErrClosed)

// notClosed returns an error after Close. With mu locked, it stays as it is.
func (b *Binding) notClosed() error {
	if b.closed.Load() {
		return errClosed
	}
	return nil
}

// stringsFor returns where the strings of a level go: into the Strings of the world. If the
// world has none, its records have no text, and of the level's strings only ids and labels
// can matter, for Find and Save. If they do, the strings go into a Strings of the Binding's
// own. nil means nowhere. The caller holds mu.
func (b *Binding) stringsFor(wanted bool) *store.Strings {
	switch {
	case b.strings != nil && (wanted || !b.own):
		return b.strings
	case wanted:
		b.strings, b.own = new(store.Strings), true
		return b.strings
	}
	return nil
}

// Close closes the stores of the world, including its strings, or those that the Binding
// keeps for the ids of levels in a world that has no Strings. All records are gone,
// handles resolve nowhere, and the memory goes back, to the system or to the stores that
// are opened next (see package store). Nothing else gives it back, and the collector never
// does: a program that makes worlds again and again, as tests do, must close each of them.
//
// After Close nothing can be loaded or saved; the attempt returns an error that wraps
// [store.ErrClosed], and no chunk of a File is loaded any more. Closing twice is
// harmless. While another goroutine, or a load in steps, is loading a level, Close does
// nothing and returns an error that wraps [store.ErrInUse]. So it does in a hook of
// [OnNode], and while another goroutine opens a File, reads a chunk of one or runs a
// hook. It waits for who holds the stores at that moment: a load that is about to
// return, an Unload, a Save. What has not begun ends with ErrClosed: a load whose head
// is still being read, and a [ChunkLoading] between two steps.
func (b *Binding) Close() error {
	if b.inHook.Load() {
		return wrap("close", errInHook)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.loads > 0 {
		return wrap("close", errLoading)
	}
	b.closed.Store(true)
	b.letGo()
	var errs []error
	for _, s := range b.stores {
		if c, ok := s.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	if b.strings != nil {
		errs = append(errs, b.strings.Close())
	}
	return wrap("close", errors.Join(errs...))
}

// letGo drops what was kept for later loads and saves. A game may keep a Level or a File of
// a closed Binding, and with that the Binding.
func (b *Binding) letGo() {
	b.lanes, b.sets, b.home, b.saving = nil, nil, storage{}, nil
	b.imaged, b.gone = nil, 0
}

// Named is a store for BindStores. Tag is the level tag that its field would have in a
// world: the kind of node, as in "light|lamp,json=lights". For the store of a span's
// elements it may be empty.
type Named struct {
	Tag   string
	Store store.Rows
}

// BindStores is Bind for stores that are not fields of a world. Each is a *store.Bulk
// of records or a *store.Array of elements. strings may be nil if no record has a Str.
// As with Bind, any mistake in the types is an error.
func BindStores(strings *store.Strings, stores []Named, opts ...Option) (*Binding, error) {
	world := &layout.Type{Name: "stores", Kind: layout.Struct}
	for i, n := range stores {
		v := reflect.ValueOf(n.Store)
		if v.Kind() == reflect.Pointer && v.IsNil() {
			return nil, &Error{Op: "bind", Table: n.Tag, Err: fmt.Errorf("%w: the %T is nil", ErrWorld, n.Store)}
		}
		if v.Kind() != reflect.Pointer {
			return nil, &Error{Op: "bind", Table: n.Tag, Err: fmt.Errorf("%w: want a pointer to a store, got %T", ErrWorld, n.Store)}
		}
		t := layout.FromReflect(v.Type().Elem())
		if t.Kind != layout.Nodes && t.Kind != layout.Elements {
			return nil, &Error{Op: "bind", Table: n.Tag, Err: fmt.Errorf("%w: want a *store.Bulk or a *store.Array, got %T", ErrWorld, n.Store)}
		}
		world.Fields = append(world.Fields, layout.Field{Name: fmt.Sprint(i), Type: t, Tag: n.Tag, Tagged: n.Tag != "", Exported: true})
	}
	if strings != nil {
		world.Fields = append(world.Fields, layout.Field{Name: "strings", Type: layout.FromReflect(reflect.TypeFor[store.Strings]()), Exported: true})
	}
	lw, err := layout.Of(world)
	if err != nil {
		return nil, &Error{Op: "bind", Err: fmt.Errorf("%w: %w", ErrWorld, err)}
	}
	return bindTo(newWorldType(lw), opts, func(path []int) any {
		if path[0] == len(stores) {
			return strings
		}
		return stores[path[0]].Store
	})
}

// kinded is a store with a number that AnyHandles name it by.
type kinded interface {
	Kind() uint16
	SetKind(uint16)
}

// setKinds numbers the stores in the order of the tables. On an error it numbers none.
func (b *Binding) setKinds() error {
	for _, set := range []bool{false, true} {
		for i, st := range b.stores {
			k, ok := st.(kinded)
			if !ok {
				continue
			}
			if was := k.Kind(); was != 0 && int(was) != i+1 {
				return &Error{Op: "bind", Table: b.world.Schema.Tables[i].Name, Err: fmt.Errorf(
					"%w: the store has the kind %d already, from another Bind or SetKind, and would get %d, so that AnyHandles would name another store; bind the same stores in the same order", ErrWorld, was, i+1)}
			}
			if set {
				k.SetKind(uint16(i + 1))
			}
		}
	}
	return nil
}

// bindTo binds a world. at returns the store with a given path of field indexes.
func bindTo(wt *worldType, opts []Option, at func(path []int) any) (*Binding, error) {
	lw := wt.world
	stores := make([]store.Rows, 0, len(lw.Tables))
	for i, st := range lw.Tables {
		t := &lw.Schema.Tables[i]
		rows, ok := at(st.Path).(store.Rows)
		if !ok || !reachable(rows, t.Class) {
			return nil, &Error{Op: "bind", Table: t.Name, Err: fmt.Errorf("%w: %s is no store that levels can be loaded into; a store.Bulk is", ErrWorld, st.Name)}
		}
		if k := slices.Index(stores, rows); k >= 0 && t.Class == format.ClassNode {
			return nil, &Error{Op: "bind", Table: t.Name, Err: fmt.Errorf("%w: it has the store of %s already; each kind needs one of its own", ErrWorld, lw.Schema.Tables[k].Name)}
		}
		if isClosed(rows) {
			return nil, &Error{Op: "bind", Table: t.Name, Err: fmt.Errorf("%s: %w; a store does not open again", st.Name, store.ErrClosed)}
		}
		stores = append(stores, rows)
	}
	var strings *store.Strings
	if lw.Strings != nil {
		if strings = at(lw.Strings).(*store.Strings); isClosed(strings) {
			return nil, &Error{Op: "bind", Table: "$str", Err: fmt.Errorf("the Strings of the world: %w; a store does not open again", store.ErrClosed)}
		}
	}
	return newBinding(wt, stores, strings, opts)
}

// newBinding binds a world whose schema is valid to the stores of its tables. strings may
// be nil.
func newBinding(wt *worldType, stores []store.Rows, strings *store.Strings, opts []Option) (*Binding, error) {
	o, err := newOptions(opts)
	if err != nil {
		return nil, wrap("bind", err)
	}
	if wt.wrong != nil {
		return nil, wt.wrong
	}
	b := &Binding{worldType: wt, stores: stores, strings: strings, opts: o}
	b.useOwnStorage()
	if err := b.checkSkip(); err != nil {
		return nil, err
	}
	if err := b.setKinds(); err != nil {
		return nil, err
	}
	return b, nil
}

// reachable reports whether the store of a table gives access to its rows as bytes.
func reachable(rows store.Rows, c format.Class) bool {
	if c == format.ClassNode {
		_, ok := rows.(store.Live)
		return ok
	}
	_, ok := rows.(store.Elements)
	return ok
}

// useOwnStorage points the free lists to their built-in storage.
func (b *Binding) useOwnStorage() {
	b.lanes, b.sets = b.home.lanes[:0], b.home.sets[:0]
}

// Schema returns the tables of the world, without the format's fixed ones. It must not
// be modified.
func (b *Binding) Schema() *format.Schema {
	if b.worldType == nil {
		return nil
	}
	return b.world.Schema
}
