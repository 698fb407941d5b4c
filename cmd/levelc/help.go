package main

import "github.com/spf13/cobra"

// newHelp is levelc help. Unlike cobra's own, it fails for an unknown verb.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:               "help [VERB...]",
		Short:             "explain how to use a verb",
		Long:              "help prints the same text as VERB --help.",
		ValidArgsFunction: completeVerbs,
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
