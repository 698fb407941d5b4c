// Package watch reloads a level while the game runs, each time its file changes
// on disk. It is for development. It is a package of its own so that a shipped
// game carries neither it nor what it imports.
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
// A goroutine of the watcher waits for the file to change and then to be quiet for
// a while. It reads the file and checks all of it. The new version lies ready in
// memory until the game asks for it, or until a newer one takes its place. Only
// Reload touches the stores. It does so on the goroutine that calls it, which is
// the game's own, between two frames. So there is nothing to lock.
//
// The watcher watches the folder of the file. So the file may be written in place,
// replaced by a rename, as levelc and most editors do, or deleted and made again.
// The same goes for its folder, but not for the folders above that. If symbolic
// links lead to the file, or to a folder on the way, their folders are watched as
// well: pointing a link at another file brings a new version, and so does a change
// of the file that it leads to.
package watch
