// Package foldwatch waits until something in a set of folders may have changed.
//
// It watches folders and never files. Most editors do not write to the file that they
// were asked to save. They write another file and rename it, or remove the old one
// first, and a watch on the file would go with it.
//
// The package does not tell what has changed. The caller looks for itself and compares
// contents. So an event too many costs only a look, and no event is needed for what
// happens between a Set and the Wait after it.
package foldwatch
