// Package loader streams .lvl files into a game's own stores.
//
// A game declares its records and a world, which is a struct of stores; package
// layout has the rules. levelc compiles levels for that world. At run time the game
// binds the world once, then loads and unloads levels:
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
// From then on, resolving a reference is one addition, even if it points forward:
// row n of a table will lie in slot first+n. Blocks pass one after another through
// one buffer. While a block is in the cache, package format checks its sum and
// every value in it. Then handles, spans and strings are relocated, one loop per
// field, and the rows are copied to where they stay. Nothing is allocated per node,
// and there is no tree.
//
// Reserved slots are dead: no handle reaches them and no iteration sees them.
// The last step makes all of them alive at once. If anything fails before that,
// the slots are given back and every store is as it was.
//
// # How a level goes
//
// [Level.Unload] gives the rows of a level back, and nobody else's. Stores that levels
// are loaded into are cleared by unloading the levels, not by Clear: Unload after a
// Clear frees elements and strings of a level that was loaded since.
//
// # Where levels come from
//
// Load, Start and Walk take any io.Reader: a file, a pipe, the body of a
// response. [Binding.LoadBytes] reads a level that lies in memory, such as an
// embedded one, in place, and [Binding.LoadFS] opens one in an fs.FS. For an
// io.ReaderAt, use io.NewSectionReader.
//
// What takes a context panics for a nil one, as the standard library does; there is
// context.Background.
//
// # Big levels, chunk by chunk
//
// [Binding.Open] opens a level whose chunks come and go, as regions around the
// player do. A reference into a chunk that is not loaded is pending. Where the
// level has it, it becomes the node's handle when the chunk is loaded, and pending
// again when the chunk is unloaded. A copy that the game has made stays pending;
// [File.Resolve] returns the handle for it. [File.ChunkOf] says which chunk it
// leads into. A chunk loads at once ([File.Load]) or in steps between frames
// ([File.Start]).
//
//	rope.B   slot 0, generation 0      nil       refers to nothing
//	         row+1, generation 0       pending   the node's chunk is not loaded
//	         slot, odd generation      alive, or dead once the node was removed
//
// # Mapped levels
//
// [Binding.LoadMapped] uses the pages of a trusted file as the memory of the
// stores, wherever rows need no change. Its documentation says what that needs
// and what it saves.
//
// # Several goroutines
//
// Several goroutines may load levels and chunks through one Binding at once. See
// [Binding] for what everyone else must then observe, and for what a hook must not
// call.
//
// # What else a load can do
//
// [OnNode] calls the game for every node in document order, once the level is
// there. [Skip] skips kinds that the program has no use for. [Missing] and
// [Extra] say what to do if the level and the world have different kinds; if they
// have none in common, the level is refused. [Log] reports what the loader does to a
// slog.Logger. [BindStores] binds stores that stand in no world.
//
// # Properties
//
// What a source has and the types do not name, levelc build --unknown=keep stores as
// properties of the node, or the element of a span, that it stands in. Levels of a Binding
// with [KeepNodes] have them: [Level.Props] those of a node, [ElementProps] those of an
// element.
//
//	h, _ := loader.Find(lvl, &w.Bodies, "crate")
//	sound, _ := lvl.Props(w.Bodies.Any(h)).Get("sound").Text()
//	fmt.Println(string(sound))
//	for _, shape := range w.Shapes.All() {
//		for i := range shape.Outline.Len() {
//			corner := loader.ElementProps(lvl, &w.Corners, shape.Outline, i)
//			fmt.Println(corner.Get("weight").Float())
//		}
//	}
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
// Handles are written as references, and spans as lists. A handle to a dead record
// is written as nil, or refused; so is a pending one. Without KeepNodes, the tree is
// rebuilt from the parent fields, and nodes are in the order of the world's tables. A
// node with several parent fields stands in the innermost of the nodes that they name.
//
// # Reloading
//
// [Level.Reload] loads a changed file over the level that it was before. Nodes keep
// their handles and what the game has done to them; only what differs in the file
// is written. Package loader/watch reloads a level when its file changes on disk,
// for live tuning.
//
// # Walking
//
// [Walk] yields the nodes of a level in document order, without stores. It is for
// tools, and for games that build something of their own. It is as easy to write as
// a loop over a decoder's tokens, and its fields are typed and checked.
//
// A walk changes nothing. A tool that edits levels whose Go types it does not have edits
// them as a source, and the level is the schema that they are built for:
//
//	$ levelc dump --as json level.lvl -o level.json
//	$ levelc build --schema level.lvl level.json -o edited.lvl
//	$ levelc diff level.lvl edited.lvl
package loader
