package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
)

// shell is a shell for which levelc has a completion script.
type shell struct {
	name   string
	script func(root *cobra.Command, w io.Writer) error
}

var shells = []shell{
	{"bash", func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) }},
	{"fish", func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) }},
	{"powershell", func(root *cobra.Command, w io.Writer) error { return root.GenPowerShellCompletionWithDesc(w) }},
	{"zsh", func(root *cobra.Command, w io.Writer) error { return root.GenZshCompletion(w) }},
}

// newCompletion is levelc completion. Unlike cobra's own, it fails for an unknown
// shell: its output goes to "source".
func newCompletion(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "write a script that completes words in a shell",
		Long: "completion writes a script for a shell, which is bash, fish, powershell or zsh.\n" +
			"With it, the shell completes verbs, flags, their values, and the names of\n" +
			"sources and levels when you press Tab.\n\n" +
			"The examples write the script to where the shell finds it from its next start\n" +
			"on. Bash needs the package bash-completion for that. Zsh needs compinit, and\n" +
			"the folder has to be one of its $fpath. The script can also be loaded for one\n" +
			"session, as in source <(levelc completion bash).",
		Example: "  mkdir -p ~/.local/share/bash-completion/completions\n" +
			"  levelc completion bash > ~/.local/share/bash-completion/completions/levelc\n" +
			"  mkdir -p ~/.config/fish/completions\n" +
			"  levelc completion fish > ~/.config/fish/completions/levelc.fish\n" +
			"  mkdir -p ~/.zfunc\n" +
			"  levelc completion zsh > ~/.zfunc/_levelc\n" +
			"  levelc completion powershell >> $PROFILE",
		Args: arguments(1, 1),
		ValidArgsFunction: upTo(1, func(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
			for _, sh := range shells {
				names = append(names, sh.name)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		}),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, sh := range shells {
				if sh.name == args[0] {
					return sh.script(cmd.Root(), s.out)
				}
			}
			return fault.Usage(fmt.Errorf("%s: the shells are bash, fish, powershell and zsh", args[0]))
		},
	}
}
