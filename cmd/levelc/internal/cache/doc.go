// Package cache remembers what compiled levels were made of, so that a build
// can leave alone what it would only make again.
//
// # Facts
//
// A cache is a list of facts. A Level says: from this source, under this
// schema, with these flags, this levelc makes a file with these bytes. A Types
// says: while these Go files are as they are, a world type has this schema. An
// Inferred says the same of sources that have no types. All of these are named by
// Sum, which is a sum of contents: times and places do not count.
//
// Compiling is deterministic, so a fact stays true forever, whatever happens to
// the files. An old cache, a cache with holes, or one that two builds have written
// to in any order can cost time but do no harm. A level is left alone only if
// everything that its fact mentions is as the fact says, including the bytes of the
// output. For the same reason, call Store.PutLevel after an output has its name; it
// needs no fsync.
//
// A Seen saves reading files again that nobody has touched since they were last
// read: see Witness. It is the only fact that has to do with times, and it says
// only that a content is still what it was.
//
// # The file
//
// The first line names the version. Each other line is one fact: 16 hexadecimal
// digits, the XXH3 of what follows them, a space, and JSON.
//
//	levelc-cache 1
//	4f0c4d9f5a3c1e77 {"level":{"out":"a.lvl","source":"levels/a.xml",…}}
//
// A byte of a file's name that is not UTF-8, as in names of an old Unix, stands as a zero
// and two hexadecimal digits: "\u0000e9".
//
// New facts are added at the end, under a file lock, by one write for all that have
// come since the last one. If there are several facts about one output, the last
// counts. A damaged line is skipped. When more lines are dead than alive, the file is
// written anew beside itself and renamed, under the same lock.
package cache
