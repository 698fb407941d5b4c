// Package outfile writes the files that a command line names as outputs, whole or not at all.
//
// The writing itself is that of format/output: under a temporary name, which becomes the
// real one when all is written. This package has the words for what may go wrong, refuses
// names that make no sense for an output, and takes - for standard output where that is
// allowed.
//
// It keeps nothing, so several goroutines may call it at once, for different files.
package outfile
