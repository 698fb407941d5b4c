package main

import "github.com/spf13/cobra"

// aboutOutput is what every verb keeps to. Only verbs that differ say so themselves.
const aboutOutput = "Standard output gets only what a command was asked for: a dump, a table of\n" +
	"measurements, the help that -h asks for, the version. Everything that levelc\n" +
	"says about its work goes to standard error: diagnostics, warnings, notes, and\n" +
	"the reason of a failure. A build or check that has nothing to tell prints\n" +
	"nothing; if there are several levels, it prints one line that counts them, and\n" +
	"on a terminal shows meanwhile how far it is.\n\n" +
	"Diagnostics are text:\n\n" +
	"  file:line:col: message\n" +
	"  the line, and a caret below it\n" +
	"  a hint\n\n" +
	"They are coloured if standard error is a terminal, unless NO_COLOR is set or\n" +
	"TERM is dumb. With --format json, github or sarif they are written for programs,\n" +
	"as one document on standard output. This document is written even if nothing is\n" +
	"wrong. It contains every failure except a wrong call and an interrupt.\n\n" +
	"Lines and columns count from 1. A column counts bytes in text and in json, as\n" +
	"with the Go tools, and characters (code points) in github and sarif, in the\n" +
	"message too. Those of a source in UTF-16, windows-1252 or ISO-8859-1 are of its\n" +
	"text in UTF-8. A line of 0, or none, is the file as a whole.\n\n" +
	"The exit codes are:\n\n" +
	"  0  done; there may have been warnings\n" +
	"  1  a level, a file or a type is wrong, or the system refused something\n" +
	"  2  levelc was called wrongly: an unknown verb or flag, a missing argument\n\n" +
	"diff and schema check use these codes as diff(1) does: 0 means that nothing\n" +
	"differs or breaks, 1 that something does, and 2 that levelc cannot tell.\n\n" +
	"An interrupt leaves no output behind. The process then ends as the signal would\n" +
	"have ended it, so that a shell's loop ends too. Shells report 130 for Ctrl-C;\n" +
	"where there are no such signals, that is the exit code. watch ends with 0,\n" +
	"because an interrupt is how it is meant to end."

// newOutputTopic is levelc help output. To cobra, a command that cannot run is a topic.
func newOutputTopic() *cobra.Command {
	return &cobra.Command{
		Use:               "output",
		Short:             "what goes to which stream, and the exit codes",
		Long:              aboutOutput,
		ValidArgsFunction: unknown,
	}
}
