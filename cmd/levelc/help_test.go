package main

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/readers"
)

// everyVerb calls do for each command that --help lists.
func everyVerb(t *testing.T, do func(t *testing.T, cmd *cobra.Command)) {
	t.Helper()
	n := 0
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				n++
				t.Run(strings.ReplaceAll(c.CommandPath(), " ", "-"), func(t *testing.T) { do(t, c) })
				visit(c)
			}
		}
	}
	visit(newRoot(streams{}))
	require.Greater(t, n, 15)
}

func TestHelpNamesTheExtensionsOfEditors(t *testing.T) {
	for _, e := range readers.Extensions() {
		require.Contains(t, aboutFolders, e)
	}
}

func TestEveryVerbIsExplained(t *testing.T) {
	everyVerb(t, func(t *testing.T, cmd *cobra.Command) {
		require.NotEmpty(t, cmd.Short)
		require.False(t, strings.HasSuffix(cmd.Short, "."))
		require.NotEmpty(t, cmd.Long)
		require.NotEmpty(t, cmd.Example)
		_, flags, _ := strings.Cut(cmd.UsageString(), "\nFlags:\n")
		for text, width := range map[string]int{cmd.Long: 80, flags: 80, cmd.Example: 100} {
			for line := range strings.Lines(text) {
				require.LessOrEqual(t, len([]rune(strings.TrimSuffix(line, "\n"))), width, line)
				require.NotContains(t, line, "\t")
			}
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			require.NotEmpty(t, f.Usage, f.Name)
			require.False(t, strings.HasSuffix(f.Usage, "."), f.Usage)
		})
	})
}

// Each example is a call of its verb that levelc takes: the flags are there and
// have such values, and there are as many arguments as there may be.
func TestExamplesAreCallsThatAreRight(t *testing.T) {
	everyVerb(t, func(t *testing.T, cmd *cobra.Command) {
		for line := range strings.Lines(cmd.Example) {
			words := shellWords(t, strings.TrimSpace(line))
			if words[0] == "mkdir" { // for the call on the next line
				continue
			}
			require.Equal(t, "levelc", words[0])
			root := newRoot(streams{out: io.Discard, err: io.Discard})
			long, err := longFlags(words[1:], flagsOfAll(root))
			require.NoError(t, err)
			found, args, err := root.Find(long)
			require.NoError(t, err)
			if cmd.HasAvailableSubCommands() {
				require.True(t, strings.HasPrefix(found.CommandPath(), cmd.CommandPath()))
			} else {
				require.Equal(t, cmd.CommandPath(), found.CommandPath())
			}
			require.NoError(t, found.ParseFlags(args), line)
			require.NoError(t, found.ValidateArgs(found.Flags().Args()), line)
		}
	})
}

// shellWords divides a command line as a shell does, up to a pipe or to where
// the output goes.
func shellWords(t *testing.T, line string) []string {
	t.Helper()
	var words []string
	for line = strings.TrimSpace(line); line != "" && line[0] != '|' && line[0] != '>'; line = strings.TrimSpace(line) {
		end := strings.IndexByte(line+" ", ' ')
		if line[0] == '\'' {
			end = strings.IndexByte(line[1:], '\'') + 2
			require.Greater(t, end, 1, line)
			words = append(words, line[1:end-1])
		} else {
			words = append(words, line[:end])
		}
		line = line[end:]
	}
	return words
}

func TestHelpThatCannotBeWrittenIsAnError(t *testing.T) {
	read, write := io.Pipe()
	require.NoError(t, read.CloseWithError(errors.New("nobody reads")))
	for _, line := range []string{"--help", "build --help", "help build", "--version", "version", "completion bash"} {
		var said strings.Builder
		require.Equal(t, 1, run(strings.Fields(line), streams{out: write, err: &said}), line)
		require.Equal(t, "levelc: nobody reads\n", said.String(), line)
	}
}
