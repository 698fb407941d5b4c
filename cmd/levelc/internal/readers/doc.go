// Package readers lists the editors whose levels levelc reads for what they mean, and
// recognises their files.
//
// A Reader in All says how: the translation that package editor runs, the Go types that are
// ready-made, and the names for messages. A Choice is what --reader asks for. Which readers
// may recognise a source depends on the types of the build, so Choice.Of is told.
//
// Nothing here changes, so several goroutines may use it at once; a source is for one of
// them.
package readers
