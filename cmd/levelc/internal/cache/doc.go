// Package cache remembers what compiled levels were made of, so that a build
// can leave alone what it would only make again.
//
// # Facts
//
// A cache is a list of facts. A Level says: from this source, under this
// schema, with these flags, this levelc makes a file with these bytes. A Types
// says: while these Go files are as they are, a world type has this schema. An
// Inferred says the same of sources that have no types. All of that is named by
// Sum, which is of content: times and places do not count.
//
// Compiling is deterministic, so a fact stays true forever, whatever happens to
// the files. An old cache, a cache with holes, or one to which two builds have
// written in any order can cost time and nothing else: a level is left alone
// only if all that its fact speaks of is found so, the bytes of the output
// included. For the same reason Store.Put belongs behind the moment at which an
// output has its name, and needs no fsync.
//
// A Seen spares to read the files again that nobody has touched since they were found
// to be so: see Witness. It is the only fact that has to do with times, and it says
// nothing but that a content is still what it was.
//
// # The file
//
// The first line names the version. Each other line is one fact: 16 hexadecimal
// digits, the XXH3 of what follows them, a space, and JSON.
//
//	levelc-cache 1
//	4f0c4d9f5a3c1e77 {"level":{"out":"a.lvl","source":"levels/a.xml",…}}
//
// Facts are added at the end under a file lock, as many as have come since the last
// time, by one write. Of several facts about one output the last counts. A line
// that is damaged is passed over. When more lines are dead than alive the file is
// written anew beside itself and renamed, under the same lock.
package cache
