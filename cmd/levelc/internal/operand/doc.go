// Package operand reads the arguments of a command line that name sources: files, folders,
// patterns, and - for standard input.
//
//	targets, list, err := operand.Expand([]string{"levels", "extra/**/*.xml", "-"}, "")
//
// Expand finds the files that they stand for, each once and in a fixed order, with the path
// that its level has below the folder of all levels. An argument that names nothing is a
// diagnostic in the list; an invalid pattern is an error of usage. levelc watch asks with
// IsPattern, PatternFolder and WalkFolder where such files may appear.
//
// It looks at the disk and keeps nothing, so several goroutines may call it at once.
package operand
