// Levelc compiles the levels of a game into flat binary files, which the game
// streams straight into its stores. It reads XML, JSON, maps of Tiled and projects
// of LDtk.
//
//	levelc build -types ./game.World scene.xml -o scene.lvl
//
// levelc help lists the verbs. levelc help output tells what goes to which stream, and
// what the exit codes mean. levelc docs writes all of that as a manual.
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
