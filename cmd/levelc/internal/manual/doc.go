// Package manual turns a tree of commands into manual pages, from the very texts
// that --help prints: as roff for man(1), and as Markdown.
//
// What a text means is told by its form, as it is for a reader of --help: lines
// that follow one another are a paragraph, an empty line ends it, and lines that
// begin with two spaces stand as they are. Nothing in a text is markup.
//
// cobra has a generator of its own, in cobra/doc. It writes Markdown, and turns
// that into roff by two more modules, so that a < or a * in a usage line is
// markup to it; and it takes the lines of a list for one paragraph.
package manual
