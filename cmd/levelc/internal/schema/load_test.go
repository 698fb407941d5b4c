package schema

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/testdata/game"
)

// needGo skips where the go tool cannot be asked.
func needGo(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("the system cannot start the go tool")
	}
}

// The compiler reads the types from source code and the loader by reflection.
// Both must come to the same tables, down to their identities.
func TestSourceCodeAndReflectionGiveTheSameSchema(t *testing.T) {
	needGo(t)
	got, err := Load(context.Background(), "../../../../testdata/game.World", Options{})
	require.NoError(t, err)
	want, err := layout.Of(layout.FromReflect(game.WorldType))
	require.NoError(t, err)
	require.Len(t, got.Schema.Tables, len(want.Schema.Tables))
	for i := range want.Schema.Tables {
		g, w := &got.Schema.Tables[i], &want.Schema.Tables[i]
		require.Equal(t, format.TableID(w), format.TableID(g), w.Name)
		require.Equal(t, got.Tables[i].Path, want.Tables[i].Path)
		require.Equal(t, got.Tables[i].Name, want.Tables[i].Name)
		g.Attr.Doc = "" // which reflection does not see
		for j := range g.Fields {
			g.Fields[j].Attr.Doc = ""
		}
		require.Equal(t, w, g, w.Name)
	}
	require.Equal(t, want.Strings, got.Strings)
}

func TestCommentsBecomeDocumentation(t *testing.T) {
	needGo(t)
	w, err := Load(context.Background(), "github.com/levelc/levelc/testdata/game.World", Options{})
	require.NoError(t, err)
	scene := w.Schema.Tables[w.Schema.Table("scene")]
	require.Equal(t, "Scene is the whole of a level.", scene.Attr.Doc)
	require.Equal(t, "seconds for three stars", scene.Fields[scene.Field("par")].Attr.Doc)
	require.Empty(t, scene.Fields[scene.Field("weather")].Attr.Doc)
}

func TestSpecsAreDividedAtTheLastPoint(t *testing.T) {
	for spec, want := range map[string][2]string{
		"./game.World":                {"./game", "World"},
		"../a.b/game.World":           {"../a.b/game", "World"},
		"example.com/x/game.World":    {"example.com/x/game", "World"},
		"game.World":                  {"game", "World"},
		"World":                       {".", "World"},
		".World":                      {".", "World"},
		"...World":                    {"..", "World"},
		`..\game.World`:               {`..\game`, "World"},
		"./game":                      {"./game", ""},
		"example.com/v2.1/game.World": {"example.com/v2.1/game", "World"},
		"":                            {".", ""},
	} {
		path, name := split(spec)
		require.Equal(t, want, [2]string{path, name}, spec)
	}
}

func TestMistakesNameTheirPlaces(t *testing.T) {
	needGo(t)
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	write("go.mod", "module example.org/g\n\ngo 1.26\n")
	write("ok/ok.go", "package ok\n\ntype World struct{ A int }\n\ntype Level struct{}\n\nvar Thing int\n\ntype Alias = World\n")
	write("kinds/k.go", "package kinds\n\ntype Count int\n\ntype Pair[T any] struct{ A, B T }\n\ntype Ints = Pair[int32]\n\ntype Twin[T any] = Pair[T]\n")
	write("syntax/s.go", "package syntax\n\ntype World struct {\n")
	write("types/t.go", "package types\n\ntype World struct { A Missing }\n")
	write("imports/i.go", "package imports\n\nimport \"example.org/g/nowhere\"\n\ntype World struct { A nowhere.T }\n")
	write("broken/b.go", "package broken\n\nimport \"example.org/g/types\"\n\ntype World struct { A types.World }\n")
	write("ok/later.go", "//go:build later\n\npackage ok\n\ntype (\n\tSoon struct{}\n\tLater struct{}\n)\n")
	write("ok/ok_test.go", "package ok\n\ntype Tested struct{}\n")
	write("empty/readme.txt", "nothing to compile")
	write("file.go", "package g\n")
	write("game.schema", "{}")
	for _, test := range []struct{ spec, want string }{
		{"./ok.World", `no level can have this type`},
		{"./ok.Alias", `no level can have this type`},
		{"./ok.Wurld", `did you mean World?`},
		{"./ok.Something", `its structs are Alias, Level, World`},
		{"./ok.Later", "\tok/later.go:7:2: Later is declared in a file that is not built"},
		{"./ok.Tested", "\tok/ok_test.go:3:6: Tested is declared in a test"},
		{"./ok.Thing", `Thing is no type but var Thing int`},
		{"./kinds.Count", `Count is no struct but int`},
		{"./kinds.Pair", `Pair has type parameters`},
		{"./kinds.Twin", `Twin has type parameters`},
		{"./kinds.Ints", `no level can have this type`},
		{"./ok.7", `name a package and a type in it`},
		{"./syntax.World", "\tsyntax/s.go:3:"},
		{"./types.World", `types/t.go:3:23: undefined: Missing`},
		{"./imports.World", `imports/i.go:3:8: could not import example.org/g/nowhere`},
		{"./broken.World", `types/t.go:3:23: undefined: Missing`},
		{"ok.World", `did you mean ./ok.World?`},
		{"./empty.World", `the package does not load`},
		{"./absent.World", `no such folder: ./absent`},
		{"./file.go.World", `is no folder`},
		{"./game.schema", `given by --schema`},
		{"ok", "\tok is a folder; a type in it is named as in ./ok.World"},
		{"./ok", `name a package and a type in it, as in ./ok.World`},
		{"./no", `name a package and a type in it, as in ./game.World`},
		{".", `as in World`},
		{"..", `as in ../.World`},
		{"ok/", `as in ./ok.World`},
		{"ok/ok.go", `that is a file; name its package and a type in it, as in ./ok.World`},
		{"file.go", `as in World`},
		{"./....World", `no such folder`},
		{"example.org/g/....World", `packages; name one`},
	} {
		_, err := Load(context.Background(), test.spec, Options{Dir: dir, Env: append(os.Environ(), "GOPROXY=off", "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOWORK=off")})
		var e *Error
		require.ErrorAs(t, err, &e, test.spec)
		require.Equal(t, test.spec, e.Spec)
		require.Contains(t, filepath.ToSlash(err.Error()), test.want)
	}
}

// A game that does not compile at this moment can still build its levels; and one with
// many stores need not be compiled first, which takes long.
func TestBodiesOfFunctionsDoNotMatter(t *testing.T) {
	needGo(t)
	w, err := Load(context.Background(), "./testdata/unfinished.World", Options{})
	require.NoError(t, err)
	require.Len(t, w.Schema.Tables, 1)
}

// The types of C are known when the go tool has compiled the package.
func TestAFieldMayHaveATypeOfC(t *testing.T) {
	needGo(t)
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("there is no C compiler")
	}
	w, err := Load(context.Background(), "./testdata/ofc.World", Options{Env: append(os.Environ(), "CGO_ENABLED=1", "CC=gcc")})
	require.NoError(t, err)
	require.Equal(t, format.TypeI32, w.Schema.Tables[0].Fields[0].Type)
}

func TestAMissingGoToolIsSaidToBeThat(t *testing.T) {
	needGo(t)
	t.Setenv("PATH", t.TempDir())
	_, err := Load(context.Background(), "./testdata/unfinished.World", Options{})
	require.ErrorIs(t, err, exec.ErrNotFound)
	require.EqualError(t, err, "./testdata/unfinished.World: there is no go tool to read Go types with; where there is one, levelc schema export writes a file for --schema")
}

// Asked for a package of a module whose go.mod or go.sum lacks something, the go tool says
// nothing to those who take broken packages, too.
func TestTheReasonForNoPackageIsTheGoTools(t *testing.T) {
	needGo(t)
	for _, c := range []struct{ name, require, replace, want string }{
		{"no requirement", "", "\texample.org/c => ./c\n", "go mod tidy"},
		{"no sum", "\texample.org/c v1.0.0\n", "", "missing go.sum entry for module providing package example.org/c"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range map[string]string{
				"go.mod": "module example.org/g\n\ngo 1.26\n\nrequire (\n\texample.org/b v0.0.0\n" + c.require + ")\n\n" +
					"replace (\n\texample.org/b => ./b\n" + c.replace + ")\n",
				"g.go":     "package g\n\nimport \"example.org/b\"\n\ntype World struct{ X b.X }\n",
				"b/go.mod": "module example.org/b\n\ngo 1.26\n\nrequire example.org/c v1.0.0\n",
				"b/b.go":   "package b\n\nimport \"example.org/c\"\n\ntype X = c.X\n",
				"c/go.mod": "module example.org/c\n\ngo 1.26\n",
				"c/c.go":   "package c\n\ntype X struct{}\n",
			} {
				require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
			}
			env := append(os.Environ(), "GOPROXY=off", "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=readonly", "GOWORK=off")
			_, err := Load(t.Context(), "./.World", Options{Dir: dir, Env: env})
			require.ErrorContains(t, err, c.want)
		})
	}
}

// Where the go tool has no place for temporary files, it finds packages but compiles none,
// and says nothing of it to those who take broken packages, too.
func TestAGoToolThatCannotCompileSaysWhy(t *testing.T) {
	needGo(t)
	lost := filepath.Join(t.TempDir(), "lost")
	_, err := Load(t.Context(), "../../../../testdata/game.World", Options{Env: append(os.Environ(), "GOTMPDIR="+lost)})
	require.ErrorContains(t, err, lost)
	require.NotContains(t, err.Error(), "could not import")
}

func TestMistakesOfALayoutCanBeToldApart(t *testing.T) {
	needGo(t)
	_, err := Load(context.Background(), "./testdata/bad.World", Options{})
	var one *layout.Error
	require.ErrorAs(t, err, &one)
	require.Contains(t, one.Pos, "bad.go:")
	for spec, want := range map[string]string{
		"./testdata/bad.Twice":   `bad.go:27:3: bad.Twice.Bodies.Y: the name "x" is taken by bad.Twice.Bodies.X`,
		"./testdata/bad.Slipped": `bad.go:34:3: bad.Slipped.Bodies.X: level: "x" is not read as a tag`,
	} {
		_, err := Load(context.Background(), spec, Options{})
		require.ErrorContains(t, err, want)
	}
}

func TestManyMistakesAreCutShort(t *testing.T) {
	e := &Error{Spec: "x.Y", Msg: "broken", Notes: notes(strings.Split(strings.Repeat("n ", 65), " "))}
	require.Equal(t, mostNotes+2, len(strings.Split(e.Error(), "\n")))
	require.True(t, strings.HasSuffix(e.Error(), "and 16 more"), e.Error())
}

func TestADoneContextEndsTheSearch(t *testing.T) {
	needGo(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Load(ctx, "../../../../testdata/game.World", Options{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestAPointerToAStoreIsToldOf(t *testing.T) {
	_, err := Load(context.Background(), "./testdata/bad.Pointed", Options{})
	require.ErrorContains(t, err, "bad.Pointed.Lamps: a pointer to a store, and no store")
}

// The same rules hold for source code as by reflection, where there are more tests.
func TestTypesWithoutEndAndStoresOutOfReachAreRefused(t *testing.T) {
	needGo(t)
	for spec, want := range map[string][]string{
		"Endless": {"bad.Recur.Kids: an element bad.Recur would have elements bad.Recur again, by way of bad.Recur.Kids", "make bad.Recur a kind"},
		"Mutual":  {"bad.Pong.Back.Pings: an element", "by way of bad.Ping.In.Pongs and bad.Pong.Back.Pings"},
		"Derived": {"bad.Derived.Bodies: bad.Bodies is defined by a store and is none", "Name: bad.Name is defined by a type of package store and is not that type"},
		"Behind": {"bad.Behind.Pointed.Bodies: a store behind a pointer", "bad.Behind.Lists: a store behind a slice",
			"bad.Behind.inner.Lamps: the loader cannot reach a store in the unexported inner"},
	} {
		_, err := Load(context.Background(), "./testdata/bad."+spec, Options{})
		for _, w := range want {
			require.ErrorContains(t, err, w)
		}
	}
}
