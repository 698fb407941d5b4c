// Package diag collects what is wrong with the files of a build and prints it.
//
// A Diagnostic is one finding at one place. A List takes them in any order; it
// sorts them by file, line and column, drops repetitions, and counts what goes
// beyond a limit instead of printing it. Write prints a List:
//
//	scene.xml:12:9: the attribute mas is not known
//	      <body mas="3"/>
//	            ^
//	    hint: did you mean mass?
//	  types.go:8:2: Body is declared here
//
// as such text for people and editors, as JSON, as GitHub's workflow commands,
// or as SARIF 2.1.0. Lines and columns count from 1; a column counts bytes, as
// Go's own tools do, but characters in GitHub's commands and in SARIF, which
// ask for that. Line 0 means the file as a whole.
//
// The text never lets a control character of a file through to the terminal.
package diag
