/*
Package output puts a file in its place whole or not at all.

A [File] is written under a temporary name in the folder of its place, flushed to the
disk, and renamed. A [format.Writer] writes a level to it, and also puts rows there that
are too many for its memory:

	out, err := output.Create("hall.lvl")
	...
	defer out.Close() // removes what was not committed
	w, err := format.NewWriter(schema, format.WriterOptions{Spool: out.Spool})
	...
	_, err = w.Finish(out)
	...
	err = out.Commit()

A [Group] does the same for many files, and waits for the disk once where File.Commit
would wait for each of them. A file of up to 64 KiB is written in one go, when it is
complete.

A program that reads hall.lvl meanwhile sees either the old level or the new one. On
Windows, where an open file keeps its name, Commit waits a moment for a game that is
loading the old one.
*/
package output
