package schema

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// aGame is a module with a world that takes a type from a module beside it.
func aGame(t *testing.T) (root string, o Options) {
	t.Helper()
	needGo(t)
	root = t.TempDir()
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	for name, text := range map[string]string{
		"game/go.mod":           "module game\n\ngo 1.26\n\nrequire (\n\tother v0.0.0\n\tunused v0.0.0\n)\n\nreplace other => ../other\n\nreplace unused => ../unused\n",
		"game/world/world.go":   "package world\n\nimport (\n\t\"game/parts\"\n\t\"other\"\n)\n\ntype World struct {\n\tP parts.Part\n\tO other.Other\n}\n",
		"game/world/w_test.go":  "package world\n",
		"game/parts/parts.go":   "package parts\n\ntype Part struct{ N uint32 }\n",
		"game/parts/windows.go": "//go:build windows\n\npackage parts\n",
		"game/apart/apart.go":   "package apart\n",
		"other/go.mod":          "module other\n\ngo 1.26\n",
		"other/other.go":        "package other\n\nimport \"time\"\n\ntype Other struct{ D time.Duration }\n",
		"unused/go.mod":         "module unused\n\ngo 1.26\n",
	} {
		put(t, filepath.Join(root, name), text)
	}
	env := append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOWORK=off", "GOPROXY=off", "GOSUMDB=off", "GOTOOLCHAIN=local")
	return root, Options{Dir: filepath.Join(root, "game"), Env: env}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
}

// Each thing that could change a type changes the sum, and nothing else does.
func TestInputsAreAllThatATypeDependsOn(t *testing.T) {
	root, o := aGame(t)
	in, err := FindInputs(context.Background(), "./world.World", o)
	require.NoError(t, err)
	before, err := in.Sum()
	require.NoError(t, err)
	for _, c := range []struct {
		name, file, text string
		matters          bool
	}{
		{"its own file", "game/world/world.go", "package world\n", true},
		{"a new file beside it", "game/world/more.go", "package world\n", true},
		{"a package that it imports", "game/parts/parts.go", "package parts\n", true},
		{"a file for another system", "game/parts/windows.go", "package parts\n", true},
		{"another module", "other/other.go", "package other\n", true},
		{"the other module's go.mod", "other/go.mod", "module other\n", true},
		{"a go.mod that only takes part in choosing versions", "unused/go.mod", "module unused\n", true},
		{"go.mod", "game/go.mod", "module game\n", true},
		{"go.sum", "game/go.sum", "x\n", true},
		{"a go.mod in between", "game/world/go.mod", "module world\n", true},
		{"a workspace above", "go.work", "go 1.26\n", true},
		{"vendored modules", "game/vendor/modules.txt", "# x\n", true},
		{"a test", "game/world/w_test.go", "package world // changed\n", false},
		{"a package that is not imported", "game/apart/apart.go", "package apart // changed\n", false},
		{"no Go file", "game/world/level.xml", "<x/>", false},
	} {
		path := filepath.Join(root, c.file)
		old, err := os.ReadFile(path)
		put(t, path, c.text)
		now, serr := in.Sum()
		require.NoError(t, serr)
		require.Equal(t, c.matters, now != before, c.name)
		if err == nil {
			put(t, path, string(old))
		} else {
			require.NoError(t, os.Remove(path))
		}
		now, err = in.Sum()
		require.NoError(t, err)
		require.Equal(t, before, now, "the same content is the same: "+c.name)
	}
	require.NoError(t, os.Remove(filepath.Join(root, "game/parts/windows.go")))
	now, err := in.Sum()
	require.NoError(t, err)
	require.NotEqual(t, before, now, "a file is gone")
}

func TestInputsLeaveOutWhatDoesNotChange(t *testing.T) {
	root, o := aGame(t)
	in, err := FindInputs(context.Background(), "./world.World", o)
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join(root, "game", "parts"), filepath.Join(root, "game", "world"), filepath.Join(root, "other")}, in.Folders)
	require.True(t, slices.IsSorted(in.Files))
	require.Contains(t, in.Depends, filepath.Join(root, "other", "go.mod"))
}

// The go tool passes over names with a _ or a point in front. Emacs has a link with such a
// name, which leads nowhere, beside each file that it has not saved yet.
func TestInputsPassOverWhatTheGoToolDoes(t *testing.T) {
	root, o := aGame(t)
	folder := filepath.Join(root, "game", "world")
	before, err := FindInputs(context.Background(), "./world.World", o)
	require.NoError(t, err)
	sum, err := before.Sum()
	require.NoError(t, err)
	put(t, filepath.Join(folder, "_old.go"), "package world\n\nimport \"C\"\n")
	put(t, filepath.Join(folder, ".#world.go"), "no Go")
	require.False(t, usesC(folder))
	in, err := FindInputs(context.Background(), "./world.World", o)
	require.NoError(t, err)
	require.True(t, in.AsListed())
	now, err := in.Sum()
	require.NoError(t, err)
	require.Equal(t, sum, now)
}

// A workspace may lie anywhere, and all of its modules have a say in versions.
func TestInputsOfAWorkspace(t *testing.T) {
	root, o := aGame(t)
	put(t, filepath.Join(root, "third", "go.mod"), "module third\n\ngo 1.26\n")
	put(t, filepath.Join(root, "spare", "go.mod"), "module spare\n\ngo 1.26\n")
	work := filepath.Join(root, "work", "go.work")
	put(t, work, "go 1.26\n\nuse (\n\t../game\n\t../third\n)\n\nreplace spare => ../spare\n")
	o.Env = append(o.Env, "GOFLAGS=", "GOWORK="+work)
	in, err := FindInputs(context.Background(), "./world.World", o)
	require.NoError(t, err)
	require.Subset(t, in.Files, []string{work, work + ".sum", filepath.Join(root, "third", "go.mod"), filepath.Join(root, "spare", "go.mod")})

	before, err := in.Sum()
	require.NoError(t, err)
	put(t, filepath.Join(root, "work", "vendor", "modules.txt"), "## workspace\n")
	now, err := in.Sum()
	require.NoError(t, err)
	require.NotEqual(t, before, now, "what the workspace vendors takes the place of the modules")
}

func TestInputsThatCannotBeListedAreRefused(t *testing.T) {
	root, o := aGame(t)
	for _, extra := range []string{"GOFLAGS=-mod=mod -overlay=/nowhere.json", "GOFLAGS=-mod=mod -modfile=/nowhere/go.mod", "GOPACKAGESDRIVER=some"} {
		with := o
		with.Env = append(slices.Clone(o.Env), extra)
		_, err := FindInputs(context.Background(), "./world.World", with)
		require.ErrorIs(t, err, ErrUnknowable, extra)
	}
	put(t, filepath.Join(root, "other", "c.go"), "//go:build cgo\n\npackage other\n\nimport \"C\"\n")
	_, err := FindInputs(context.Background(), "./world.World", o)
	require.ErrorIs(t, err, ErrUnknowable)
	_, err = FindInputs(context.Background(), "./nowhere.World", o)
	require.Error(t, err)
	put(t, filepath.Join(root, "other", "c.go"), "package other\n")
	require.NoError(t, os.Mkdir(filepath.Join(root, "other", "d.go"), 0o777))
	in, err := FindInputs(context.Background(), "./world.World", o)
	if err == nil { // then it is the sum that cannot be had
		_, err = in.Sum()
	}
	require.Error(t, err)
}

func TestTheEnvironmentOfTheGoToolCounts(t *testing.T) {
	env := func(vars ...string) string { return Env(Options{Env: vars}) }
	require.NotEqual(t, env("GOOS=linux"), env("GOOS=plan9"))
	require.NotEqual(t, env("CGO_ENABLED=0"), env("A=1"))
	require.Equal(t, env("A=1", "GOARCH=arm", "B=2"), env("GOARCH=arm"))
	require.Equal(t, env("GOMAXPROCS=1"), env("A=1"), "how many processors do not count")
	require.Equal(t, env("GOOS=x", "GOARCH=y"), env("GOARCH=y", "GOOS=x"))
}

// With a driver in the path, somebody else answers.
func TestADriverInThePathCounts(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("the system cannot start processes")
	}
	before, dir, name := Env(Options{}), t.TempDir(), "gopackagesdriver"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o777))
	t.Setenv("PATH", os.Getenv("PATH")+string(os.PathListSeparator)+dir)
	require.NotEqual(t, before, Env(Options{}))
}

// An edit while the go tool looks can be in the sum and not in the list.
func TestInputsThatAreNoLongerAsListed(t *testing.T) {
	root, o := aGame(t)
	put(t, filepath.Join(root, "game/parts/_draft.go"), "package parts\n\nimport \"os\"\n")
	in, err := FindInputs(context.Background(), "./world.World", o)
	require.NoError(t, err)
	require.True(t, in.AsListed())
	for _, c := range []struct {
		file, text string
		same       bool
	}{
		{"game/world/w_test.go", "package world\n\nimport \"testing\"\n", true},
		{"game/parts/parts.go", "package parts\n\ntype Part struct{ N uint64 }\n", true},
		{"game/parts/parts.go", "package parts\n\nimport \"game/apart\"\n\ntype Part struct{ N apart.N }\n", false},
		{"other/other.go", "package other\n\nimport \"C\"\n\ntype Other struct{}\n", false},
		{"game/parts/more.go", "package parts\n", false},
		{"game/parts/parts.go", "package", false},
	} {
		path := filepath.Join(root, c.file)
		old, err := os.ReadFile(path)
		put(t, path, c.text)
		require.Equal(t, c.same, in.AsListed(), "%s: %s", c.file, c.text)
		if err == nil {
			put(t, path, string(old))
		} else {
			require.NoError(t, os.Remove(path))
		}
	}
	require.NoError(t, os.Remove(filepath.Join(root, "game/parts/parts.go")))
	require.False(t, in.AsListed())
}
