// Package bench measures how fast levelc loads a level, beside other ways to
// get the same level into Go structs. It is a module of its own, so that what
// it compares with is no dependency of levelc.
//
//	go test -bench .                             # ns/node, allocs/node, bytes
//	go test -run TestTable -table 500KB,5MB,50MB -v  # the table of README.md
//
// # The content
//
// Every level is made by testdata/gen, as XML of 500 KB, 5 MB or 50 MB, and is
// compiled by levelc. [Content] copies the loaded level out of the world into
// plain structs (package level); each peer encodes those in its own format, and
// a test requires that it decodes exactly the same again. A node is a body, a
// shape, a joint and so on; corners, waypoints and strings are part of a node.
//
// # What is measured
//
// All read from memory. What is encoded is there before the clock starts. The
// garbage of one peer is collected, off the clock, before the next one begins, and for the
// table the next one loads once before its clock starts.
//
//   - levelc: loader.Load from an io.Reader into a world that held a level
//     before. It checks the sum of every block, every reference,
//     enum, bool, string and span, builds the index of names and makes handles.
//     No peer checks any of that beyond its own syntax.
//   - levelc-unload: Load and Unload together. What a peer has loaded is left to
//     the garbage collector, at most a part of whose work falls into the time.
//   - levelc-bytes: LoadBytes, which reads the bytes in place as the peers do.
//   - levelc-new: Load into a new world, which is bound first and closed afterwards. So
//     it has the memory of the one before, as the peers have that of earlier garbage.
//   - levelc-cold: the same with memory that is new to the process, which goes back to the
//     system: store.TrimClosed comes first.
//   - msgp: code that tinylib/msgp has generated, structs as arrays without the
//     names of fields, which is its quickest form.
//   - msgp-reused: the same into the structs of the level before. Slices are
//     taken over, strings are not.
//   - flatbuffers: generated accessors, and every value copied into the structs,
//     each slice with one allocation. Its Go runtime does not verify a buffer.
//   - gob, json, xml: the packages of the standard library. Fields at zero are
//     left out where the format can do that. Vectors are attributes in XML.
//   - sonic: bytedance/sonic with its default options, on the bytes of json. It
//     compiles its decoder beforehand. Where it does not know the version of Go
//     or the machine, it is left out.
//
// The peers' structs hold indexes where levelc has handles; nobody resolves
// names. Those who decode strings keep copies of the text, except sonic, whose
// strings are slices of the input.
package bench
