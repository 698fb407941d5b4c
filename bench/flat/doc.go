// Package flat puts the levels of package level into FlatBuffers and takes
// them out again.
//
// [Decode] goes through the accessors that flatc has generated in package fb
// and copies every value into the structs of package level. That is quicker
// than the object API of flatc, which allocates every object on its own.
package flat

//go:generate flatc --go level.fbs
