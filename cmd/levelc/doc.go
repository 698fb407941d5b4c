// Levelc compiles the levels of a game into flat binary files, which the game
// streams straight into its stores. It reads XML, JSON, maps of Tiled and projects
// of LDtk.
//
//	levelc build -types ./game.World scene.xml -o scene.lvl
//
// # Output
//
// Standard output gets only what a command was asked for: a dump, a table of
// measurements, the help that -h asks for, the version. Everything that levelc
// says about its work goes to standard error: diagnostics, warnings, notes, and
// the reason of a failure. A build or check that succeeds without warnings
// prints nothing; if there are several levels, it prints one line that counts
// them.
//
// Diagnostics are text: file:line:col: message, the line, a caret, a hint. They
// are coloured if standard error is a terminal, unless NO_COLOR is set or TERM
// is dumb. With --format json, github or sarif they are written for programs, as
// one document on standard output. This document is written even if nothing is
// wrong. It contains every failure except a wrong call and an interrupt.
//
// # Exit codes
//
//	0  done; there may have been warnings
//	1  a level, a file or a type is wrong, or the system refused something
//	2  levelc was called wrongly: an unknown verb or flag, a missing argument
//
// Diff and schema check use these codes as diff(1) does: 0 means that nothing
// differs or breaks, 1 that something does, and 2 that levelc cannot tell.
//
// An interrupt leaves no output behind. The process then ends as the signal would
// have ended it, so that a shell's loop ends too. Shells report 130 for Ctrl-C;
// where there are no such signals, that is the exit code. Watch ends with 0,
// because an interrupt is how it is meant to end.
//
// # Flags
//
// Flags have two dashes, and -o is short for --output. One dash will do as well, as
// in the go tool: -types PKG.Type, -types=PKG.Type.
//
// An argument @FILE stands for the lines of FILE, one argument a line, with or
// without quotes. A source whose name begins with @ is written as ./@name, or
// after a --.
package main
