package manual

import (
	"fmt"
	"strings"
)

// Man writes a page in the language of man(1), with the macros that every man has. Its
// foot has the version, but no date, so that a levelc always writes the same.
func Man(p Page, version string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" %s %s\n", quote(strings.ToUpper(p.Name)), quote("levelc "+version), quote("levelc"))
	b.WriteString(".nh\n.ad l\n") // nobody could type a name with a hyphen added to it
	b.WriteString(".SH NAME\n" + roff(p.Name) + ` \- ` + roff(p.Short) + "\n.SH SYNOPSIS\n")
	for i, u := range p.Usage {
		if i > 0 {
			b.WriteString(".br\n")
		}
		rest := strings.TrimPrefix(u, p.Command)
		b.WriteString(".B " + roff(p.Command) + "\n" + roffLine(strings.TrimSpace(rest)) + "\n")
	}
	b.WriteString(".SH DESCRIPTION\n")
	for i, k := range p.About {
		if i > 0 { // the first begins one anyway
			b.WriteString(".PP\n")
		}
		if k.Raw {
			roffRaw(&b, k.Text)
			continue
		}
		for _, line := range k.Text {
			b.WriteString(roffLine(line) + "\n")
		}
	}
	roffEntries(&b, "VERBS", p.Below)
	roffEntries(&b, "TOPICS", p.Topics)
	if len(p.Flags) > 0 {
		b.WriteString(".SH OPTIONS\n")
		for _, f := range p.Flags {
			b.WriteString(".TP\n\\fB" + roff(f.Name) + `\fR`)
			if f.Value != "" {
				b.WriteString(` \fI` + roff(f.Value) + `\fR`)
			}
			b.WriteString("\n" + roffLine(f.about()) + "\n")
		}
	}
	if len(p.Examples) > 0 {
		b.WriteString(".SH EXAMPLES\n")
		roffRaw(&b, p.Examples)
	}
	if len(p.Others) > 0 {
		b.WriteString(".SH SEE ALSO\n")
		for _, e := range p.Others {
			fmt.Fprintf(&b, ".BR %s (1)\n", roff(e.Name))
		}
	}
	return []byte(b.String())
}

func roffEntries(b *strings.Builder, head string, entries []Entry) {
	if len(entries) > 0 {
		b.WriteString(".SH " + head + "\n")
	}
	for _, e := range entries {
		fmt.Fprintf(b, ".TP\n.B %s\n%s; see\n.BR %s (1)\n", roff(e.Command), roffLine(e.Short), roff(e.Name))
	}
}

// about returns what a flag does, and its default.
func (f Flag) about() string {
	if f.Default == "" {
		return f.Usage
	}
	return f.Usage + " (default " + f.Default + ")"
}

func roffRaw(b *strings.Builder, lines []string) {
	b.WriteString(".RS 4\n.nf\n")
	for _, l := range lines {
		b.WriteString(roffLine(l) + "\n")
	}
	b.WriteString(".fi\n.RE\n")
}

var roffEscapes = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)

// roff escapes characters that have a meaning.
func roff(s string) string { return roffEscapes.Replace(s) }

// roffLine returns a line of text, so that it is not taken for a request.
func roffLine(s string) string {
	s = roff(s)
	if strings.HasPrefix(s, ".") {
		return `\&` + s
	}
	return s
}

// quote returns an argument of a request.
func quote(s string) string { return `"` + strings.ReplaceAll(roff(s), `"`, `\(dq`) + `"` }
