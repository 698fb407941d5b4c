// Package stat counts what a compiled level consists of, and what could be
// saved.
//
//	l, err := level.Read(file, format.Options{})
//	r, err := stat.Of(ctx, l, stat.Options{Trials: true})
//	err = r.WriteText(os.Stdout, stat.TextOptions{Fields: true})
//
// # What is counted
//
// For each table: rows, bytes in memory and in the file, and how many of its rows hold
// the same as another one. Two rows are the same if all their fields are, including the
// elements of spans; the comparison is by a 64-bit hash unless a row is that small.
//
// For each field: its share of the row, and whether all rows have one value.
//
// For a row: the bytes that are there only for alignment, and how few of them there
// would be if the fields were sorted by it. Bytes that alignment does not explain are
// counted apart: they are room for what the game keeps in the record and no level has.
//
// For the strings: which are longest, which are named most often, which nothing names,
// and which are equal to another one.
//
// What would be saved is measured, not estimated: the level is written anew with each
// codec, and without the parts that levelc strip leaves out, and the bytes are counted.
// Options.Trials turns that on, because it takes most of the time.
//
// # Cost
//
// The level is in memory (see package level). In addition there are 4 bytes for each
// string, and 8 bytes for each row of the current table and of each array table whose
// elements have spans. Rows without spans that are smaller take less: 4 bytes if they
// have 3 or 4, and none if they have 1 or 2.
package stat
