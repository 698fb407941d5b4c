// Package loader streams .lvl files into a game's own stores.
//
// A game declares its records and a world, a struct of stores (package layout
// has the rules), and levelc compiles levels for it. At run time the world is bound
// once and levels go in and out:
//
//	var w game.World                       // zero stores are ready to use
//	b, err := loader.Bind(&w)
//	lvl, err := b.Load(ctx, file)          // all rows at once, or nothing
//	for h, body := range w.Bodies.All() {  // plain Go structs, in place
//		...
//	}
//	door, ok := loader.Find(lvl, &w.Bodies, "door")
//	err = lvl.Unload()                     // its objects go, their handles die
//	err = b.Close()                        // the world goes, and its memory with it
//
// # How a level comes in
//
//	file ── read ──> staging buffer ── sum, check, relocate ──> stores
//	        256 KiB, stays in the CPU's cache               one copy
//
// The directory at the head of a file says how many rows each table has, so a
// load reserves consecutive slots in every store before the first row arrives.
// From then on a reference is an addition: row n of a table will lie in slot
// first+n, also where the reference points forward. Blocks come one after
// another through one buffer; while a block is in the cache its sum and every
// value in it are checked by package format, handles, spans and strings are
// relocated, one loop per field, and the rows are copied to where they stay.
// Nothing is allocated per node and there is no tree.
//
// Reserved slots are dead: no handle reaches them and no iteration sees them.
// The last step makes them alive, all together. If anything fails before it,
// the slots are given back and every store is as it was.
//
// # Where levels come from
//
// Load, Start and Walk take any io.Reader: a file, a pipe, the body of a
// response. [Binding.LoadBytes] reads a level that lies in memory, such as an
// embedded one, in place, and [Binding.LoadFS] opens one in an fs.FS. An
// io.ReaderAt is a stream by io.NewSectionReader.
//
// # Big levels, chunk by chunk
//
// [Binding.Open] opens a level whose chunks come and go, as regions around the
// player do. What refers into a chunk that is not there is pending: it turns
// into the node's handle when the chunk arrives, and back when it goes. A chunk
// comes at once ([File.Load]) or in steps between frames ([File.Start]).
//
//	rope.B   slot 0, generation 0      nil       refers to nothing
//	         row+1, generation 0       pending   the node's chunk is not loaded
//	         slot, odd generation      alive, or dead once the node was removed
//
// # Mapped levels
//
// [Binding.LoadMapped] takes a trusted file's pages for the stores' memory
// where the rows are what they have to be as they stand. What that needs and
// what it spares is told there.
//
// # Several goroutines
//
// Levels and chunks may be loaded through one Binding by several goroutines at
// once; see Binding for what that asks of everyone else.
//
// # What else a load can do
//
// [OnNode] calls the game for every node in document order, once the level is
// there. [Skip] passes over kinds that this program has no use for; [Missing]
// and [Extra] say what to do where level and world have different kinds; where they
// have none in common, the level is refused. [Log]
// has it told to a slog.Logger. [BindStores] binds stores that stand in no
// world.
//
// # Saving
//
// [Binding.Save] writes the world's records as a level, [Level.Save] those of
// one level: a saved game is a level like any other.
//
//	b, err := loader.Bind(&w, loader.KeepNodes()) // so that levels keep their order
//	...
//	err = b.SaveFile(ctx, "slot1.lvl", loader.SaveOptions{})
//
// Handles are written as references and spans as lists; what names a record that
// is dead is written as nil, or refused. Without KeepNodes the tree is found
// again from the parent fields, and nodes are in the order of the world's tables.
//
// # Reloading
//
// [Level.Reload] loads a changed file over the level that it was: nodes keep
// their handles and what the game has made of them, and only what is different
// in the file is written. Package loader/watch does it when the file changes on
// disk, for live tuning.
//
// # Walking
//
// [Walk] gives a level's nodes in document order without stores, for tools and
// for games that build something of their own. It is as quick to write as a
// loop over a decoder's tokens, and the fields are typed and checked.
package loader
