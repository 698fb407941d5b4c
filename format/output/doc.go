/*
Package output puts a file in its place whole or not at all.

A [File] is written under a temporary name in the folder of its place, put on the
disk, and renamed. It is what a [format.Writer] writes a level to, and where the rows
go that are too many for the writer's memory:

	out, err := output.Create("hall.lvl")
	...
	defer out.Close() // removes what was not committed
	w, err := format.NewWriter(schema, format.WriterOptions{Spool: out.Spool})
	...
	_, err = w.Finish(out)
	...
	err = out.Commit()

A [Group] does so with many files, and waits for the disk once where File.Commit would
wait for each of them. A file of up to 64 KiB is written at once, when it is complete.

Somebody who reads hall.lvl meanwhile sees the old level or the new one. On Windows,
where a file that is open keeps its name, Commit waits a moment for a game that is
loading the old one.
*/
package output
