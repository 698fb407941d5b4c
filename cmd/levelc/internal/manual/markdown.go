package manual

import (
	"fmt"
	"strings"
)

// Markdown writes a page as Markdown. It assumes that the other pages are beside it,
// each under its name with .md.
func Markdown(p Page) []byte {
	return markdown(p, 1, func(e Entry) string { return e.Name + ".md" })
}

// MarkdownBook writes all pages as one text.
func MarkdownBook(pages []Page) []byte {
	var b []byte
	for i, p := range pages {
		level := 2
		if i == 0 {
			level = 1
		} else {
			b = append(b, '\n')
		}
		b = append(b, markdown(p, level, func(e Entry) string { return "#" + strings.ReplaceAll(e.Command, " ", "-") })...)
	}
	return b
}

func markdown(p Page, level int, link func(Entry) string) []byte {
	var b strings.Builder
	head := strings.Repeat("#", level)
	fmt.Fprintf(&b, "%s %s\n\n%s\n\n", head, p.Command, mark(upper(p.Short)+"."))
	fence(&b, p.Usage)
	for _, k := range p.About {
		b.WriteByte('\n')
		if k.Raw {
			fence(&b, k.Text)
			continue
		}
		for _, l := range k.Text {
			b.WriteString(markLine(l) + "\n")
		}
	}
	for _, list := range []struct {
		head    string
		entries []Entry
	}{{"Verbs", p.Below}, {"Topics", p.Topics}} {
		if len(list.entries) > 0 {
			fmt.Fprintf(&b, "\n%s# %s\n\n", head, list.head)
		}
		for _, e := range list.entries {
			fmt.Fprintf(&b, "- [%s](%s): %s\n", mark(e.Command), link(e), mark(e.Short))
		}
	}
	if len(p.Flags) > 0 {
		fmt.Fprintf(&b, "\n%s# Flags\n\n", head)
		for _, f := range p.Flags {
			fmt.Fprintf(&b, "- `%s`: %s\n", strings.TrimSpace(f.Name+" "+f.Value), mark(f.about()))
		}
	}
	if len(p.Examples) > 0 {
		fmt.Fprintf(&b, "\n%s# Examples\n\n", head)
		fence(&b, p.Examples)
	}
	return []byte(b.String())
}

func fence(b *strings.Builder, lines []string) {
	b.WriteString("```\n" + strings.Join(lines, "\n") + "\n```\n")
}

var marks = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "&", `\&`, "|", `\|`)

// mark escapes characters that have a meaning.
func mark(s string) string { return marks.Replace(s) }

// markLine returns a line of text, so that it is not taken for a list or a heading.
func markLine(s string) string {
	if strings.HasPrefix(s, "#") || strings.HasPrefix(s, "-") || strings.HasPrefix(s, "+") || strings.HasPrefix(s, "=") {
		return `\` + mark(s)
	}
	return mark(s)
}

func upper(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
