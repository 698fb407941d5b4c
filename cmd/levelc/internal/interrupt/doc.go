// Package interrupt makes reading and writing end with a context.
//
// An interrupt does not end levelc by itself, so that nothing is left behind. It ends a
// context, and reads and writes through this package then fail with fault.ErrInterrupted.
// That is where work on a large level spends its time.
//
// Open and OpenSource open files for verbs and for builds, and also end the waiting for a
// pipe that nobody writes to. Awaited is for what may have nothing to read for long, and
// Pipe for what may be read no more. Reader, Writer and WriterAt look at the context before
// each call, and are for files that do not wait. Run is for work in memory that takes long
// and does not look at a context.
//
// What they return is for one goroutine, as the wrapped one is, except that WriteAt
// and ReadAt may be called at the same time if those of the wrapped one may.
package interrupt
