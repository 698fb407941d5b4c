// Package samefile tells whether paths lead to one file, so that levelc does not write over
// what it reads.
//
// Two questions are asked. By name, a Folder (the current one, from Here) gives each path a
// key, the same for all spellings; that costs no look at the disk. By what is on the disk,
// To(a).Is(b) follows links, and Ends finds where a path leads, even if nothing is there yet.
//
// Folder and Path may be used by several goroutines at once. Ends remembers folders, and is
// for one.
package samefile
