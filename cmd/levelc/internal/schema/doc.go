// Package schema reads the Go types of a game from its source code and lays
// them out as a level's schema, the way the loader does at run time by
// reflection.
//
//	w, err := schema.Load(ctx, "./game.World", schema.Options{})
//	plan, err := compile.NewPlan(w.Schema)
//
// golang.org/x/tools/go/packages, which asks the go tool, finds and type-checks the
// game's package. So it may be any package that "go build" would find, in any module,
// with any imports. Its imports are compiled if necessary. The package itself is not,
// and the bodies of its functions may be broken. Sizes and offsets are those of amd64,
// whatever machine levelc runs on, because that is the layout of the format.
//
// Only the types are taken from the source. What their fields and tags mean is decided
// by package loader/layout, which gets the same description from here and from
// reflection; a test compares the two.
package schema
