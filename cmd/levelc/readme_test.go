package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
)

// readmeProgram is the program of the README, with its steps for loading and reloading.
const readmeProgram = `package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"game/game"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/watch"
)

func main() {
	if err := load(context.Background()); err != nil {
		log.Fatal(err)
	}
	if err := reload(context.Background()); errors.Is(err, errors.ErrUnsupported) {
		fmt.Println("changed body [pos]") // this system cannot
	} else if err != nil {
		log.Fatal(err)
	}
}

func load(ctx context.Context) error {
	LOAD
	return err
}

func reload(ctx context.Context) error {
	var w game.World
	running, frames := true, 0
	drawFrame := func() {
		if frames++; frames == 1 { // the level was changed just now
			_ = os.Rename("changed.lvl", "level.lvl")
		}
		for _, body := range w.Bodies.All() {
			running = body.Pos[1] != 7 && frames < 3000
		}
		time.Sleep(10 * time.Millisecond)
	}
	RELOAD
	return nil
}
`

// Who does what the README says, word for word, gets what it says.
func TestTheStepsOfTheReadme(t *testing.T) {
	block := readmeBlocks(t)
	dir := leveltest.Module(t, filepath.Join("..", ".."))
	t.Chdir(dir)
	for _, v := range leveltest.Offline() {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
	}
	level := block("<level>")
	for name, text := range map[string]string{
		"game/level.go": block("package game"),
		"level.xml":     level,
		"changed.xml":   strings.Replace(level, "1.5", "7", 1),
		"level.json":    block(`{"children"`),
		"main.go": strings.NewReplacer(
			"LOAD", strings.Replace(block("var w game.World"), "...", "_, _ = crate, ok", 1),
			"RELOAD", block("watcher, err :=")).Replace(readmeProgram),
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}

	const build = "levelc build -types ./game.World level.xml -o level.lvl"
	require.Contains(t, block(build), build)
	for _, line := range []string{build, strings.ReplaceAll(build, "level.xml -o level", "level.json -o json"), strings.ReplaceAll(build, "level.", "changed.")} {
		var said bytes.Buffer
		require.Zero(t, run(strings.Fields(line)[1:], streams{out: &said, err: &said}), "%s: %s", line, &said)
		require.Empty(t, said.String(), line)
	}
	fromXML, err := os.ReadFile("level.lvl")
	require.NoError(t, err)
	fromJSON, err := os.ReadFile("json.lvl")
	require.NoError(t, err)
	require.Equal(t, fromXML, fromJSON)

	out, err := exec.Command("go", "run", ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Regexp(t, `^\S.* crate\n0 2\.5\n1 2\.5\n1 3\.5\nchanged body \[pos\]\n$`, string(out))
}

// readmeBlocks returns a function that finds a block of the README by its beginning.
func readmeBlocks(t *testing.T) func(begin string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?ms)^```\\w*\n(.*?)^```").FindAllSubmatch(text, -1)
	return func(begin string) string {
		for _, m := range blocks {
			if bytes.HasPrefix(m[1], []byte(begin)) {
				return string(m[1])
			}
		}
		require.Fail(t, fmt.Sprintf("no block of the README begins with %q", begin))
		return ""
	}
}
