package main

import "github.com/spf13/cobra"

// newHelp is levelc help, which unlike cobra's own fails for a verb that there
// is not.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [VERB...]",
		Short: "explain how to use a verb",
		Long:  "help prints the same text as VERB --help.",
		ValidArgsFunction: func(cmd *cobra.Command, words []string, _ string) ([]string, cobra.ShellCompDirective) {
			of, err := verbOf(cmd.Root(), words)
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var names []string
			for _, c := range of.Commands() {
				if c.IsAvailableCommand() {
					names = append(names, c.Name()+"\t"+c.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, words []string) error {
			of, err := verbOf(cmd.Root(), words)
			if err != nil {
				return err
			}
			of.InitDefaultHelpFlag()
			of.InitDefaultVersionFlag()
			return of.Help()
		},
	}
}
