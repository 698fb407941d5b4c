// Package watch reloads a level while the game runs, each time its file changes
// on disk. It is for development: it is a package of its own so that a game that
// is shipped does not carry it, nor what it imports.
//
//	w, err := watch.File("cave.lvl", watch.Options{}) // before the level is loaded, so that no change is missed
//	lvl, err := b.Load(ctx, f)                        // b was bound with loader.Reloadable()
//	for running {
//		changes, err := w.Reload(ctx, lvl) // nothing to do, most of the time
//		if err != nil {
//			log.Print(err) // the level is what it was; the next change is another chance
//		}
//		for _, c := range changes { ... }
//		frame()
//	}
//
// # Who does what
//
// A goroutine of the watcher waits for the file to change, waits until it has
// been quiet for a while, reads it and checks all of it. The version that it
// then has lies ready in memory until the game asks for it; a newer one takes
// its place. The stores are touched only by Reload, on the goroutine that calls
// it, which is the game's own at the boundary of a frame. So there is nothing
// to lock.
//
// What is watched is the folder, so the file may be written in place, replaced by
// renaming another one over it, as levelc and most editors do, or deleted and
// made again; so may its folder, but for a folder above that. Where symbolic links
// lead to it, of the file or of folders on the way, their folders are watched as
// well: a link that is set to another file brings a new version, and so does a
// change of the file that it leads to.
package watch
