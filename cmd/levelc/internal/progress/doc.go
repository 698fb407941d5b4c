// Package progress shows how many of many levels are done, as one line on a terminal. It is
// overwritten again and again, and removed before anything else is printed.
//
// Start begins to show, Begin and End are called for each level, by several goroutines at
// once, and Stop removes the line. What takes less than 0.3 seconds shows nothing. A nil
// *Line does nothing, so callers need not ask whether there is a terminal.
//
// A library for progress bars would have more code than the tool; golang.org/x/term is used
// anyway.
package progress
