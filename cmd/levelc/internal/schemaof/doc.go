// Package schemaof finds the schema that an argument or a flag names: that of Go types, of a
// schema file, or of a compiled level.
//
//	w, err := schemaof.Load(ctx, "./game.World")       // -types
//	s, err := schemaof.Read(ctx, stdin, "game.schema") // --schema; - is stdin
//
// Errors name the file, or the place in the Go code. Types that no source could fill are
// refused. It keeps nothing, so several goroutines may call it at once; loading types runs
// the go tool.
package schemaof
