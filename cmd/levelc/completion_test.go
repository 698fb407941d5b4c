package main

import (
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
)

// commandPaths are the commands by their paths below levelc.
func commandPaths() map[string]*cobra.Command {
	all := map[string]*cobra.Command{}
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		for _, c := range cmd.Commands() {
			all[strings.TrimPrefix(c.CommandPath(), "levelc ")] = c
			visit(c)
		}
	}
	visit(newRoot(streams{}))
	return all
}

// Without a completion, a shell offers every file there is.
func TestACompletionIsDecidedForEveryWord(t *testing.T) {
	for path, cmd := range commandPaths() {
		require.True(t, cmd.ValidArgsFunction != nil || cmd.HasSubCommands(), "the arguments of %s", path)
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			_, ok := cmd.GetFlagCompletionFunc(f.Name)
			require.Equal(t, f.NoOptDefVal == "", ok, "%s --%s", path, f.Name)
		})
	}
}

// Flags may have one dash, and a shell takes only words that begin as what was typed.
func TestFlagsOfOneDashAreCompletedWithOne(t *testing.T) {
	for typed, want := range map[string]string{
		"-typ": "-types\t", "-types": "-types\t", "--typ": "--types\t", "-o": "-o\t", "-outd": "-outdir\t", "-ver": "",
		"-compress=z": "none\n",
	} {
		var out strings.Builder
		require.Equal(t, 0, run([]string{"__complete", "build", typed}, streams{out: &out, err: io.Discard}))
		if want == "" {
			want = ":4\n"
		}
		require.True(t, strings.HasPrefix(out.String(), want), "%s: %s", typed, out.String())
	}
	var out strings.Builder
	require.Equal(t, 0, run([]string{"__complete", "build", "--", "-typ"}, streams{out: &out, err: io.Discard}))
	require.NotContains(t, out.String(), "types")
}

func TestNothingIsOfferedAfterTheLastArgument(t *testing.T) {
	limited := 0 // verbs that take only so many arguments
	for path, cmd := range commandPaths() {
		var before []string
		for cmd.Args != nil && len(before) < 3 {
			before = append(before, "a")
			if cmd.HasSubCommands() || cmd.Args(cmd, append(before, "b")) == nil || cmd.Args(cmd, before) != nil {
				continue
			}
			limited++
			require.NotNil(t, cmd.ValidArgsFunction, "the arguments of %s", path)
			names, directive := cmd.ValidArgsFunction(cmd, before, "")
			require.Empty(t, names, path)
			require.Equal(t, cobra.ShellCompDirectiveNoFileComp, directive, path)
		}
	}
	require.NotZero(t, limited)
}

func TestCompletionsAreForWordsThatThereAre(t *testing.T) {
	all := commandPaths()
	for path := range argumentWords {
		require.Contains(t, all, path)
	}
	for name := range flagWords {
		path, flag, one := strings.Cut(name, " --")
		if one {
			require.NotNil(t, all[path].Flags().Lookup(flag), name)
			continue
		}
		used := false
		for _, cmd := range all {
			used = used || cmd.Flags().Lookup(name) != nil
		}
		require.True(t, used, name)
	}
}
