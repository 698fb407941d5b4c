// Levelc compiles XML and JSON levels into flat binary files that a game
// streams straight into its stores.
//
//	levelc build -types ./game.World scene.xml -o scene.lvl
//
// # Output
//
// What a command was asked for goes to standard output, and nothing else does:
// a dump, a table of measurements, the help that -h asks for, the version.
// Everything said about the work goes to standard error: diagnostics, warnings,
// notes, and the reason of a failure. A build or check that succeeds without
// warnings prints nothing, but for a line that counts the levels if there are
// several.
//
// Diagnostics are text: file:line:col: message, the line, a caret, a hint. They
// are coloured if standard error is a terminal, unless NO_COLOR is set or TERM
// is dumb. With --format json, github or sarif they are for programs, and go to
// standard output as one document, which is there also if nothing is wrong, and
// which has all failures but a wrong call and an interrupt.
//
// # Exit codes
//
//	0  done; there may have been warnings
//	1  a level, a file or a type is wrong, or the system refused something
//	2  levelc was called wrongly: an unknown verb or flag, a missing argument
//
// Diff and schema check answer with them as diff(1) does: 0 is no difference and
// nothing that breaks, 1 is some, and 2 is that it cannot be told.
//
// An interrupt leaves no output behind. The process then ends as the signal would
// have ended it, so that a shell's loop ends too; shells say 130 for Ctrl-C, and so
// does the exit code where there are no such signals. Watch is done then, and ends
// with 0.
//
// # Flags
//
// Flags have two dashes, and -o is short for --output. The go tool's habit of
// one dash works for --types, which goes with a Go package (-types PKG.Type and
// -types=PKG.Type), and for --outdir and --depfile.
//
// An argument @FILE stands for the lines of FILE, one argument each, in quotes or not. A source
// whose name begins with @ is ./@name, or stands behind a --.
package main
