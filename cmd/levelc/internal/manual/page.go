package manual

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Page is the manual page of one command, without those below it.
type Page struct {
	Name     string // levelc-schema-export
	Command  string // levelc schema export
	Short    string
	Usage    []string
	About    []Block
	Flags    []Flag
	Examples []string
	Below    []Entry // its verbs
	Topics   []Entry // its topics of help, which are no verbs
	Others   []Entry // where else to look
}

// Block is a paragraph, or lines that stay as they are.
type Block struct {
	Text []string
	Raw  bool
}

// Flag is a flag with its value, as it is written, and what it does.
type Flag struct {
	Name, Value, Default, Usage string
}

// Entry is a reference to a page.
type Entry struct{ Name, Command, Short string }

// Pages returns the pages of a command and of all commands and topics below it, in their
// order. Commands that --help does not list have none.
func Pages(root *cobra.Command) []Page {
	pages := []Page{pageOf(root)}
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() || isTopic(c) {
			pages = append(pages, Pages(c)...)
		}
	}
	return pages
}

// isTopic reports whether a command cannot run, and is there for its help.
func isTopic(c *cobra.Command) bool { return c.HasParent() && c.IsAdditionalHelpTopicCommand() }

func entryOf(c *cobra.Command) Entry {
	e := Entry{Name: strings.ReplaceAll(c.CommandPath(), " ", "-"), Command: c.CommandPath(), Short: c.Short}
	if isTopic(c) {
		e.Command = c.Parent().CommandPath() + " help " + c.Name()
	}
	return e
}

func pageOf(c *cobra.Command) Page {
	e := entryOf(c)
	p := Page{Name: e.Name, Command: e.Command, Short: c.Short, About: blocks(c.Long)}
	switch {
	case isTopic(c):
		p.Usage = []string{e.Command}
	case c.Runnable() && len(c.Commands()) == 0:
		p.Usage = usage(c)
	default:
		p.Usage = []string{c.CommandPath() + " VERB [flags]"}
	}
	c.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "help" { // which cobra gives only to the verb that it runs
			p.Flags = append(p.Flags, flagOf(f))
		}
	})
	for line := range strings.Lines(c.Example) {
		p.Examples = append(p.Examples, strings.TrimPrefix(strings.TrimRight(line, "\n"), "  "))
	}
	for _, sub := range c.Commands() {
		switch {
		case sub.IsAvailableCommand():
			p.Below = append(p.Below, entryOf(sub))
		case isTopic(sub):
			p.Topics = append(p.Topics, entryOf(sub))
		}
	}
	if c.HasParent() {
		p.Others = append(p.Others, entryOf(c.Parent()))
	}
	return p
}

// usage returns a line for each form of a call. Forms after the first are part of
// cobra's one usage text, with the name of the command.
func usage(c *cobra.Command) []string {
	lines := strings.Split(c.UseLine(), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(l)
		if i < len(lines)-1 && c.HasAvailableFlags() && !strings.HasSuffix(lines[i], "[flags]") {
			lines[i] += " [flags]"
		}
	}
	return lines
}

func flagOf(f *pflag.Flag) Flag {
	value, usage := pflag.UnquoteUsage(f)
	out := Flag{Name: "--" + f.Name, Value: value, Usage: usage}
	if f.Shorthand != "" {
		out.Name = "-" + f.Shorthand + ", " + out.Name
	}
	switch f.DefValue {
	case "", "false", "0", "[]", "0s":
	default:
		out.Default = f.DefValue
	}
	return out
}

// blocks divides a text into blocks.
func blocks(text string) []Block {
	var out []Block
	fresh := true
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		raw := strings.HasPrefix(line, "  ")
		switch {
		case line == "":
			fresh = true
			continue
		case fresh || raw != out[len(out)-1].Raw:
			out = append(out, Block{Raw: raw})
		}
		b := &out[len(out)-1]
		b.Text = append(b.Text, strings.TrimPrefix(line, "  "))
		fresh = false
	}
	return out
}
