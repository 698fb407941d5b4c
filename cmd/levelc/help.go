package main

import "github.com/spf13/cobra"

// newHelp is levelc help. Unlike cobra's own, it fails for an unknown verb.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:               "help [VERB... | TOPIC]",
		Short:             "explain how to use a verb",
		Long:              "help prints the same text as VERB --help, or what is to be said on a topic.",
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

// aboutFolders is part of the help of verbs that take folders and patterns.
const aboutFolders = "A folder stands for the .xml, .json, .tmx, .tmj, .world and .ldtk files in and\n" +
	"below it that are not hidden. A pattern stands for the files that it matches and\n" +
	"that are not hidden; it may contain *, ?, [a-z], and ** for any number of\n" +
	"folders. A name that exists stands for itself, brackets and all. Put a pattern\n" +
	"in quotes, so that the shell does not expand it.\n\n"
