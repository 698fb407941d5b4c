// Package manual turns a tree of commands into manual pages, as roff for man(1) and
// as Markdown. It uses the same texts that --help prints.
//
// The form of a text gives its meaning, as it does for a reader of --help. Lines that
// follow one another are a paragraph, and an empty line ends it. Lines that begin with
// two spaces stand as they are. Nothing in a text is markup.
//
// cobra has a generator of its own, in cobra/doc. It writes Markdown and turns that into
// roff by two more modules. So a < or a * in a usage line is markup to it, and it takes
// the lines of a list for one paragraph.
package manual
