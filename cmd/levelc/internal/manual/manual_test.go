package manual

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

func tree() *cobra.Command {
	run := func(*cobra.Command, []string) {}
	root := &cobra.Command{Use: "tool", Short: "do things", Long: "tool does things."}
	one := &cobra.Command{
		Use: "one [-x] FILE...\n  tool one --all {A | B}", Short: "do one thing", Run: run,
		Long: "First line\n.second 'line' with \\ and -dash.\n\n# no heading, *no* emphasis\n\n  a  list\n  b  list\n- no item\n",
		Example: "  tool one 'a*.xml'\n" +
			"  .hidden --out \"x\"",
	}
	one.Flags().StringP("out", "o", "", "the `file` to write")
	one.Flags().Int("n", 3, "how many")
	one.Flags().Bool("secret", false, "nothing")
	_ = one.Flags().MarkHidden("secret")
	root.AddCommand(one, &cobra.Command{Use: "gone", Hidden: true, Run: run}, &cobra.Command{Use: "ways", Short: "how it is done", Long: "In all ways."})
	return root
}

func TestPagesAreThoseThatHelpLists(t *testing.T) {
	pages := Pages(tree())
	require.Len(t, pages, 3)
	require.Equal(t, []Entry{{"tool-ways", "tool help ways", "how it is done"}}, pages[0].Topics)
	require.Equal(t, []string{"tool help ways"}, pages[2].Usage)
	require.Equal(t, []Entry{{"tool-one", "tool one", "do one thing"}}, pages[0].Below)
	require.Equal(t, []string{"tool VERB [flags]"}, pages[0].Usage)
	require.Equal(t, []string{"tool one [-x] FILE... [flags]", "tool one --all {A | B} [flags]"}, pages[1].Usage)
	require.Equal(t, []Flag{{"--n", "int", "3", "how many"}, {"-o, --out", "file", "", "the file to write"}}, pages[1].Flags)
	require.Equal(t, []Block{
		{Text: []string{"First line", ".second 'line' with \\ and -dash."}},
		{Text: []string{"# no heading, *no* emphasis"}},
		{Text: []string{"a  list", "b  list"}, Raw: true},
		{Text: []string{"- no item"}},
	}, pages[1].About)
}

func TestNothingInATextIsMarkup(t *testing.T) {
	p := Pages(tree())[1]
	man := string(Man(p, "v1"))
	require.Contains(t, man, "\n\\&.second \\(aqline\\(aq with \\e and \\-dash.\n")
	require.Contains(t, man, "\n\\&.hidden \\-\\-out \"x\"\n")
	require.Contains(t, man, "\n.PP\n.RS 4\n.nf\na  list\n")
	require.Contains(t, man, ".SH EXAMPLES\n.RS 4\n.nf\n", "a heading begins a paragraph anyway, says mandoc")
	require.Contains(t, man, ".TP\n\\fB\\-o, \\-\\-out\\fR \\fIfile\\fR\nthe file to write\n")
	require.Contains(t, man, "how many (default 3)\n")
	md := string(Markdown(p))
	require.Contains(t, md, "\n\\# no heading, \\*no\\* emphasis\n")
	require.Contains(t, md, "\n\\- no item\n")
	require.Contains(t, md, "```\na  list\nb  list\n```\n")
	require.Contains(t, md, "- `-o, --out file`: the file to write\n")
	require.Contains(t, string(Markdown(Pages(tree())[0])), "- [tool one](tool-one.md): do one thing\n")
	require.Contains(t, string(Man(Pages(tree())[0], "v1")), ".SH TOPICS\n.TP\n.B tool help ways\nhow it is done; see\n.BR tool\\-ways (1)\n")
	book := string(MarkdownBook(Pages(tree())))
	require.Contains(t, book, "- [tool one](#tool-one): do one thing\n")
	require.Contains(t, book, "- [tool help ways](#tool-help-ways): how it is done\n")
	require.Contains(t, book, "\n## tool help ways\n")
}

// What man shows is what was written.
func TestManShowsThePage(t *testing.T) {
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("groff is not there")
	}
	for _, p := range Pages(tree()) {
		cmd := exec.Command(groff, "-man", "-Tutf8", "-ww", "-P-c", "-P-b", "-P-u")
		cmd.Stdin = bytes.NewReader(Man(p, "v1"))
		var complaints bytes.Buffer
		cmd.Stderr = &complaints
		out, err := cmd.Output()
		if err != nil && strings.Contains(complaints.String(), "cannot") {
			t.Skip("groff lacks its devices: ", complaints.String())
		}
		require.NoError(t, err, complaints.String())
		require.Empty(t, complaints.String())
		require.Contains(t, string(out), p.Short)
		for _, e := range p.Examples {
			require.Contains(t, string(out), e)
		}
	}
}
