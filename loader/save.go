package loader

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"time"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// ErrDangling marks a handle or span that a saved level cannot hold: its record is
// dead, in a chunk that is not loaded, or not among those that are saved. A copy of a
// pending handle is one even when the chunk is loaded; see [File.Resolve].
var ErrDangling = errors.New("names what is not saved")

// errNoWriter is for a nil io.Writer.
var errNoWriter = errors.New("the writer is nil")

// SaveOptions say how a level is written. The zero value will do.
type SaveOptions struct {
	// Strict makes dead and pending handles, handles of nodes that are not saved, and
	// spans that are not in use an error that wraps ErrDangling. Otherwise they are
	// written as nil and empty. Without Strict, saving while chunks of a [File] are not
	// loaded loses the references into them.
	Strict bool
	// Writer has the compression and alignment of the file, and where rows go
	// that exceed its Memory; Save calls its Spool up to twice. Its Meta is the
	// file's metadata; where it is nil, that of the level that is saved is
	// kept, if there is just one and it was loaded with KeepNodes. Its Spool
	// must not call the Binding, see there.
	Writer format.WriterOptions
}

// Save writes all records of the world as one level, which loads like any other:
// a saved game. Equal strings are written once. Handles become references again,
// and spans become lists. Save leaves out what a level does not have: fields with
// the tag "-", the state of the stores (free slots, generations), and objects of
// stores that are not in the world. It also leaves out the chunks of a [File] that
// are not loaded: references into them, which are pending, are written as nil, and
// with Strict are an error.
//
// # Order
//
// Nodes of levels that were loaded with KeepNodes come first, in the order and
// the tree of their files, level after level. All other nodes follow, in the
// order of the world's tables and of their slots. Each of these stands in the
// node that its parent field names, behind the children that are already there,
// or is a root if it names none. The same goes for a node of a level whose parent
// field the game has changed. If several parent fields name nodes, it stands in the
// innermost of these, whatever the order of the fields. Where the game has set nodes
// that do not stand in one another, the first field counts; for a node of a level, the
// first that has changed. Children of a node that is gone stand in its place. Nodes of
// chunks are in these again; what has moved, and what the game has made, is in the chunk
// of the node that it stands in, or as a root in one without a label. Loading what was
// saved gives equal rows in that order.
//
// The id of a node is that of its id field; a whole number is an id by itself if
// it is not 0. A node whose field is 0, or whose kind has no such field, has the
// id that it had in its level, if that is at hand: Level.Save knows it, and
// Binding.Save knows it for levels loaded with KeepNodes. If two nodes of one
// kind have the same id, it finds the first.
//
// # Cost
//
// Until the file is written, Save holds about 40 bytes a node, 65 where nodes stand in one
// another, 12 bytes for each id and each span, and up to 4 bytes for each string. Of the
// decoded rows it holds as much as Writer.Memory says, 16 MiB by default. SaveFile puts the
// other rows into a temporary file beside path. Save puts them into the Spool of the
// options, or holds them if there is none. Save also writes the file itself into such a
// Spool, or holds it.
//
// A world with a store that the game has closed is not saved: the error wraps
// [store.ErrClosed].
//
// The bytes depend on nothing but the records of the world and the options. The
// world must not change during a Save, which looks at ctx now and then. Some
// values cannot be held by a file, such as an enum without a name, a float that
// is not finite where levels want one, or text that is not UTF-8. They are an
// *Error that names table, field and record; the record of an element is the node that
// has it. In a hook of OnNode, Save and SaveFile return an error that wraps
// [store.ErrInUse]. While another goroutine runs a hook, they do so too, or wait for it.
func (b *Binding) Save(ctx context.Context, out io.Writer, o SaveOptions) error {
	return b.saveTo(ctx, nil, out, o)
}

// SaveFile is Save into a file. It writes the file beside path under another
// name, flushes it to the disk and renames it. So at any time there is either the
// old file or the new one, whole. A file that is replaced keeps its permissions,
// and a symbolic link keeps leading to it. What is not a file, such as a folder
// or a device, is left alone.
func (b *Binding) SaveFile(ctx context.Context, path string, o SaveOptions) error {
	return b.saveFile(ctx, nil, path, o)
}

// Save writes the level's nodes that are still alive, see Binding.Save. Handles
// of objects that are not the level's are not saved.
func (l *Level) Save(ctx context.Context, out io.Writer, o SaveOptions) error {
	if l.set == nil {
		return &Error{Op: "save", Err: errLevelUnloaded}
	}
	return l.b.saveTo(ctx, l, out, o)
}

// SaveFile is Save into a file, see Binding.SaveFile.
func (l *Level) SaveFile(ctx context.Context, path string, o SaveOptions) error {
	if l.set == nil {
		return &Error{Op: "save", Err: errLevelUnloaded}
	}
	return l.b.saveFile(ctx, l, path, o)
}

// Save writes the world that world points to as a level. A game that also loads
// levels calls [Binding.Save] instead, because its Binding knows their order.
func Save(ctx context.Context, out io.Writer, world any, o SaveOptions) error {
	b, err := Bind(world)
	if err != nil {
		return err
	}
	return b.Save(ctx, out, o)
}

func (b *Binding) saveTo(ctx context.Context, l *Level, out io.Writer, o SaveOptions) error {
	if out == nil {
		return wrap("save", errNoWriter)
	}
	if o.Writer.Spool != nil {
		return b.saveThrough(ctx, l, out, o)
	}
	var file format.Buffer
	if _, err := b.save(ctx, l, &file, o); err != nil {
		return err
	}
	_, err := io.Copy(out, bytes.NewReader(file)) // which sees a Write that leaves something out
	return wrap("save", err)
}

// saveThrough is saveTo through a spool, because the head of a file is known last.
func (b *Binding) saveThrough(ctx context.Context, l *Level, out io.Writer, o SaveOptions) (err error) {
	file, err := o.Writer.Spool()
	if err == nil && file == nil {
		err = format.ErrNoSpool
	}
	if err != nil {
		return wrap("save", err)
	}
	defer func() { // also where out panics
		if e := file.Close(); err == nil {
			err = wrap("save", e)
		}
	}()
	size, err := b.save(ctx, l, file, o)
	if err == nil {
		_, err = io.Copy(out, io.NewSectionReader(file, 0, size))
	}
	return wrap("save", err)
}

// save writes level l, or the world if l is nil. It returns the file's length.
func (b *Binding) save(ctx context.Context, l *Level, out io.WriterAt, o SaveOptions) (size int64, err error) {
	if err := cmp.Or(b.bound(), ctx.Err()); err != nil {
		return 0, wrap("save", err)
	}
	if b.inHook.Load() { // where Lock would block forever, or the world is changing
		return 0, wrap("save", errInHook)
	}
	start := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := cmp.Or(b.notClosed(), b.storesOpen("save")); err != nil {
		return 0, wrap("save", err)
	}
	kit := b.kit()
	s := &saver{b: b, schema: kit.schema, tables: kit.tables, ctx: ctx, strict: o.Strict}
	s.collect(l)
	if err := countable(len(s.nodes), "nodes", mostNodes); err != nil {
		return 0, wrap("save", err)
	}
	if o.Writer.Meta == nil && len(s.levels) == 1 {
		o.Writer.Meta = s.levels[0].img.meta
	}
	s.w = &kit.w
	if err = s.w.Reset(s.schema, o.Writer); err != nil {
		return 0, wrap("save", err)
	}
	defer func() {
		if e := kit.close(); err == nil {
			err = wrap("save", e)
		}
	}()
	s.arrange()
	s.noteIDs()
	s.number()
	if err = s.write(); err != nil {
		return 0, wrap("save", err)
	}
	if size, err = s.w.Finish(out); err != nil {
		err = s.named(err, nil)
	} else {
		b.opts.logSave(ctx, len(s.nodes), size, start)
	}
	return size, wrap("save", err)
}

// storesOpen returns an error if the game has closed a store itself: a save would leave out
// what was in it, and a reload would not write it, in silence.
func (b *Binding) storesOpen(op string) error {
	for i, s := range b.stores {
		if isClosed(s) {
			return &Error{Op: op, Table: b.world.Schema.Tables[i].Name, Err: store.ErrClosed}
		}
	}
	if b.strings != nil && isClosed(b.strings) {
		return &Error{Op: op, Table: "$str", Err: store.ErrClosed}
	}
	return nil
}

// isClosed asks the Init of a store, which says so at once. With an option that no store
// takes it changes nothing, not even a store that has never been used.
func isClosed(s any) bool {
	i, ok := s.(interface{ Init(...store.Option) error })
	return ok && errors.Is(i.Init(noLimit), store.ErrClosed)
}

var noLimit = store.Limit(-1)
