// Package foldwatch waits until something in a set of folders may have changed.
//
// It watches folders and never files, for most editors do not write to the file
// that they were asked to save: they write another and rename it, or remove the
// old one first, and a watch on the file would go with it. What has changed is
// not told. Whoever is woken looks for himself, and compares contents; so an
// event too many costs a look, and none is needed for what happens between a
// Set and the Wait behind it.
package foldwatch
