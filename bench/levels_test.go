package bench

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/bench/level"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
	"github.com/levelc/levelc/testdata/gen"
)

// levelFolder is where compiled levels are kept, and not made again.
var levelFolder = flag.String("levels", "", "keep the levels in this `folder` from run to run")

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	if *levelFolder == "" {
		dir, err := os.MkdirTemp("", "bench")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		*levelFolder = dir
	}
	return m.Run()
}

// builder builds the command, once.
var builder = sync.OnceValues(func() (string, error) {
	command, err := filepath.Abs(filepath.Join(*levelFolder, "levelc.exe"))
	if err != nil {
		return "", err
	}
	return command, execute("go", "build", "-o", command, "./cmd/levelc")
})

// execute runs a command in levelc's folder.
func execute(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = ".."
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	return nil
}

// compiled returns the .lvl file of a level whose XML has the size.
func compiled(tb testing.TB, size string) []byte {
	folder, err := filepath.Abs(*levelFolder)
	require.NoError(tb, err)
	lvl := filepath.Join(folder, size+".lvl")
	if file, err := os.ReadFile(lvl); err == nil {
		return file
	}
	bytes, err := gen.ParseSize(size)
	require.NoError(tb, err)
	xml := filepath.Join(folder, size+".xml")
	f, err := os.Create(xml)
	require.NoError(tb, err)
	_, err = gen.Write(f, gen.Options{Format: gen.XML, Bytes: bytes, Seed: 1})
	require.NoError(tb, err)
	require.NoError(tb, f.Close())
	command, err := builder()
	require.NoError(tb, err)
	require.NoError(tb, execute(command, "build", "-types", "./testdata/game.World", xml, "-o", lvl))
	file, err := os.ReadFile(lvl)
	require.NoError(tb, err)
	return file
}

// contentOf loads a level and copies it out.
func contentOf(tb testing.TB, file []byte) *level.Level {
	w := game.NewWorld()
	defer closeWorld(tb, w)
	lvl, err := loader.Load(context.Background(), bytes.NewReader(file), w)
	require.NoError(tb, err)
	l, err := Content(w)
	require.NoError(tb, err)
	require.Equal(tb, lvl.Nodes(), l.Nodes())
	return l
}

// closeWorld gives the memory back.
func closeWorld(tb testing.TB, w *game.World) {
	for _, s := range []interface{ Close() error }{
		&w.Scenes, &w.Groups, &w.Bodies, &w.Shapes, &w.Joints, &w.Cameras, &w.Triggers, &w.Lights, &w.Pickups,
		&w.Lists.Corners, &w.Lists.Stops, &w.Lists.Bodies, &w.Lists.Words, &w.Lists.Numbers, &w.Strings,
	} {
		require.NoError(tb, s.Close())
	}
}
