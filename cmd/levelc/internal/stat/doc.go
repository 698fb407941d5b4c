// Package stat counts what a compiled level consists of, and what could be
// saved.
//
//	l, err := level.Read(file, format.Options{})
//	r, err := stat.Of(ctx, l, stat.Options{Trials: true})
//	err = r.WriteText(os.Stdout)
//
// # What is counted
//
// Of each table: rows, bytes in memory and in the file, and how many of its
// rows hold the same as another one. Two rows are the same if all their fields
// are, elements of spans included; the comparison is by a 64-bit hash.
//
// Of each field: its share of the row, and whether all rows have one value.
//
// Of a row: the bytes that are there only for alignment, and how few there
// could be were the fields sorted by it. Bytes that alignment does not explain
// are counted apart: they are room for what the game keeps in the record and no
// level has.
//
// Of the strings: which are longest, which are named most often, which nobody
// names, which are equal to another one.
//
// What would be saved is not guessed: the level is written anew with each
// codec, and without the parts that levelc strip leaves out, and the bytes are
// counted. Options.Trials turns that on, since it is most of the time.
//
// # Cost
//
// The level is in memory (see package level). Beside it there are 4 bytes for
// each string, and for the table at hand and each array table 16 for each row.
package stat
