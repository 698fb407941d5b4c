package levelc_test

import (
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

const module = "github.com/levelc/levelc"

// arrow says what the packages at and below a folder may import. The rule with
// the longest folder that fits a package is the only one that holds for it.
type arrow struct {
	ours   []string // folders of this module; each stands for itself and what is below it
	theirs []string // modules of others, by the beginning of the import path; "*" is any
}

// arrows is the table of packages in the design: format never sees store,
// store never sees format, loader is where they meet, and a game that links the
// runtime never links the tool.
var arrows = map[string]arrow{
	"format": {
		ours: []string{"format"},
		theirs: []string{
			"github.com/tinylib/msgp/msgp", "github.com/zeebo/xxh3",
			"github.com/klauspost/compress/zstd", "github.com/pierrec/lz4/v4",
			"golang.org/x/sys/cpu",
		},
	},
	"smallalloc":        {ours: []string{"smallalloc/internal"}},
	"smallalloc/inline": {ours: []string{"smallalloc"}},
	"store":             {ours: []string{"store"}, theirs: []string{"golang.org/x/sys", "github.com/zeebo/xxh3"}},
	"loader":            {ours: []string{"format", "store", "smallalloc", "loader/layout", "loader/internal"}, theirs: []string{"golang.org/x/sys/cpu"}},
	"loader/watch":      {ours: []string{"format", "loader"}, theirs: []string{"github.com/fsnotify/fsnotify"}},
	"loader/layout":     {ours: []string{"format", "store"}},
	"loader/tiled":      {ours: []string{"store", "loader"}},
	"loader/ldtk":       {ours: []string{"store", "loader"}},
	"cmd/levelc":        {ours: []string{"format", "store", "smallalloc", "loader", "cmd/levelc/internal"}, theirs: []string{"*"}},
	// Flags are main's: a build is told what they say.
	"cmd/levelc/internal/build": {ours: []string{"format", "loader/watch", "cmd/levelc/internal"}, theirs: []string{"golang.org/x/term"}},
	"cmd/levelc/internal":       {ours: []string{"format", "store", "smallalloc", "loader", "cmd/levelc/internal"}, theirs: []string{"*"}},
	// For tests.
	"testdata/standin":              {ours: []string{"loader/layout"}},
	"cmd/levelc/internal/leveltest": {ours: []string{"format", "loader/layout", "testdata/standin", "testdata/game", "cmd/levelc/internal"}, theirs: []string{"*"}},
	"testdata":                      {ours: []string{"store", "testdata"}},
	"testdata/game/internal":        {ours: []string{"store", "loader", "testdata/game"}},
}

// unsafeFiles is every file that may import unsafe; nothing else does.
var unsafeFiles = []string{
	"format/rows.go",                 // rows <-> bytes
	"smallalloc/internal/mem/mem.go", // where a slot lies in its region
	"store/block.go",                 // the memory of blocks
}

func TestImportsFollowTheDesign(t *testing.T) {
	packages, err := parsePackages(os.DirFS("."))
	require.NoError(t, err)
	require.Contains(t, packages, "format", "the walk has found nothing")
	require.Contains(t, packages, "store")
	require.Empty(t, violations(packages, arrows))
}

func TestUnsafeStaysInItsFiles(t *testing.T) {
	packages, err := parsePackages(os.DirFS("."))
	require.NoError(t, err)
	require.Empty(t, strayUnsafe(packages, unsafeFiles))
}

func TestTheUnsafeListNamesOneFileAPackage(t *testing.T) {
	for _, name := range unsafeFiles {
		_, err := os.Stat(name)
		require.NoError(t, err, "the list names a file that is gone")
	}
	packages := make(map[string]bool)
	for _, name := range unsafeFiles {
		root, _, _ := strings.Cut(name, "/")
		require.False(t, packages[root], "a second unsafe file in %s", root)
		packages[root] = true
	}
}

// fakeModule is a module that keeps the rules, with one file replaced.
func fakeModule(name, text string) fstest.MapFS {
	files := map[string]string{
		"format/format.go":          "package format\nimport \"github.com/zeebo/xxh3\"\n",
		"store/store.go":            "package store\n",
		"store/block.go":            "package store\nimport \"unsafe\"\n",
		"loader/loader.go":          "package loader\nimport (\n\"" + module + "/format\"\n\"" + module + "/store\"\n)\n",
		"bench/go.mod":              "module example.com/bench\n",
		"bench/peers.go":            "package bench\nimport \"example.com/peer\"\n",
		"cmd/levelc/main.go":        "package main\nimport \"github.com/spf13/cobra\"\n",
		"loader/testdata/broken.go": "this is no Go\n",
	}
	files[name] = text
	out := make(fstest.MapFS)
	for name, text := range files {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

func TestViolationsAreSeen(t *testing.T) {
	tests := []struct {
		name, file, text string
		want             string // "" is no violation
	}{
		{"as it stands", "store/other.go", "package store\n", ""},
		{"format sees store", "format/x.go", "package format\nimport \"" + module + "/store\"\n",
			"format/x.go imports store"},
		{"store sees format under a build tag", "store/x_plan9.go", "//go:build plan9\n\npackage store\nimport _ \"" + module + "/format\"\n",
			"store/x_plan9.go imports format"},
		{"store sees format below", "store/deep/x.go", "package deep\nimport \"" + module + "/format\"\n",
			"store/deep/x.go imports format"},
		{"loader sees the tool", "loader/x.go", "package loader\nimport \"" + module + "/cmd/levelc/internal/source\"\n",
			"loader/x.go imports cmd/levelc/internal/source"},
		{"the runtime takes a library", "loader/x.go", "package loader\nimport \"github.com/spf13/cobra\"\n",
			"loader/x.go imports github.com/spf13/cobra"},
		{"a name that only begins alike", "format/x.go", "package format\nimport \"github.com/zeebo/xxh3fake\"\n",
			"format/x.go imports github.com/zeebo/xxh3fake"},
		{"a package without a rule", "helpers/x.go", "package helpers\n",
			"helpers: no rule names this package"},
		{"cgo", "store/x.go", "package store\nimport \"C\"\n", "store/x.go imports C"},
		{"a test may import anything", "format/x_test.go", "package format\nimport \"" + module + "/store\"\n", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			packages, err := parsePackages(fakeModule(test.file, test.text))
			require.NoError(t, err)
			got := violations(packages, arrows)
			if test.want == "" {
				require.Empty(t, got)
				return
			}
			require.Equal(t, []string{test.want}, got)
		})
	}
}

func TestStrayUnsafeIsSeen(t *testing.T) {
	packages, err := parsePackages(fakeModule("loader/fast.go", "package loader\nimport _ \"unsafe\"\n"))
	require.NoError(t, err)
	require.Equal(t, []string{"loader/fast.go imports unsafe"}, strayUnsafe(packages, unsafeFiles))
}

func TestUnreadableSourceIsAnError(t *testing.T) {
	_, err := parsePackages(fakeModule("store/x.go", "package store\nimport store\n"))
	require.ErrorContains(t, err, "store/x.go")
}

// violations lists the imports that no arrow allows, sorted.
func violations(packages map[string][]sourceFile, arrows map[string]arrow) []string {
	var out []string
	for folder, files := range packages {
		rule, ok := ruleFor(folder, arrows)
		if !ok {
			out = append(out, folder+": no rule names this package")
			continue
		}
		for _, file := range files {
			for _, name := range file.imports {
				if !rule.allows(folder, name) {
					out = append(out, file.name+" imports "+strings.TrimPrefix(name, module+"/"))
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

// ruleFor finds the rule with the longest folder at or above the given one.
func ruleFor(folder string, arrows map[string]arrow) (arrow, bool) {
	for ; folder != "."; folder = path.Dir(folder) {
		if rule, ok := arrows[folder]; ok {
			return rule, true
		}
	}
	return arrow{}, false
}

// allows reports whether a package in folder may import name.
func (a arrow) allows(folder, name string) bool {
	if own, ok := strings.CutPrefix(name, module+"/"); ok {
		return slices.ContainsFunc(a.ours, func(rule string) bool { return within(own, rule) })
	}
	if first, _, _ := strings.Cut(name, "/"); !strings.Contains(first, ".") {
		return name != "C" // the standard library; unsafe has a list of its own
	}
	return slices.ContainsFunc(a.theirs, func(rule string) bool { return rule == "*" || within(name, rule) })
}

// within reports whether name is folder or lies below it.
func within(name, folder string) bool {
	return name == folder || strings.HasPrefix(name, folder+"/")
}

// strayUnsafe lists the files outside the list that import unsafe, sorted.
func strayUnsafe(packages map[string][]sourceFile, list []string) []string {
	var out []string
	for _, files := range packages {
		for _, file := range files {
			if slices.Contains(file.imports, "unsafe") && !slices.Contains(list, file.name) {
				out = append(out, file.name+" imports unsafe")
			}
		}
	}
	slices.Sort(out)
	return out
}
