package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/build"
	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
)

// said is what a command that runs beside the test has written.
type said struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// watched is levelc watch at work in a folder of its own.
type watched struct {
	t   *testing.T
	dir string
	out said
	at  int // how much of out was looked at
	end func()
}

// startWatch runs levelc watch; $ in its arguments is the folder.
func startWatch(t *testing.T, dir string, args ...string) *watched {
	t.Helper()
	w := &watched{t: t, dir: dir}
	cmd := newWatch(streams{in: strings.NewReader(""), out: &w.out, err: &w.out})
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "$", dir)
	}
	cmd.SetArgs(args)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- cmd.ExecuteContext(ctx) }()
	w.end = sync.OnceFunc(func() {
		cancel()
		require.NoError(t, <-ended, w.out.String())
	})
	t.Cleanup(w.end)
	return w
}

func (w *watched) put(name, text string) {
	w.t.Helper()
	path := filepath.Join(w.dir, name)
	require.NoError(w.t, os.MkdirAll(filepath.Dir(path), 0o777))
	require.NoError(w.t, os.WriteFile(path, []byte(text), 0o666))
}

func (w *watched) rename(from, to string) {
	w.t.Helper()
	w.insist(func() error { return os.Rename(filepath.Join(w.dir, from), filepath.Join(w.dir, to)) })
}

func (w *watched) remove(name string) {
	w.t.Helper()
	w.insist(func() error { return os.Remove(filepath.Join(w.dir, name)) })
}

// insist does something to a file that levelc may be reading just then, which Windows
// refuses.
func (w *watched) insist(do func() error) {
	w.t.Helper()
	err := do()
	for end := time.Now().Add(patience); err != nil && runtime.GOOS == "windows" && time.Now().Before(end); err = do() {
		time.Sleep(2 * time.Millisecond)
	}
	require.NoError(w.t, err)
}

// patience is how long something may take that should come at once. The go tool may
// have everything to compile that a game imports.
const patience = 5 * time.Minute

// says waits until something is said that was not said before.
func (w *watched) says(pattern string) {
	w.t.Helper()
	re := regexp.MustCompile(pattern)
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		text := w.out.String()
		if at := re.FindStringIndex(text[w.at:]); at != nil {
			w.at += at[1]
			return
		}
	}
	require.Fail(w.t, "it is not said", "%s\nin\n%s", pattern, w.out.String())
}

// has waits until a level holds a text. It may be written by and by, if the
// source was.
func (w *watched) has(name, text string) {
	w.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if b, err := os.ReadFile(filepath.Join(w.dir, name)); err == nil && bytes.Contains(b, []byte(text)) {
			return
		}
	}
	require.Fail(w.t, "the level does not come", "%s with %s\n%s", name, text, w.out.String())
}

func watchFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var s bytes.Buffer
	require.NoError(t, export.WriteFile(&s, gamePlan(t).Schema()))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "game.schema"), s.Bytes(), 0o666))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "levels"), 0o777))
	return dir
}

func scene(title string) string { return `<scene title="` + title + `"/>` }

func TestWatchBuildsHoweverAnEditorSaves(t *testing.T) {
	for name, poll := range map[string]string{"events": "0s", "polling": "5ms"} {
		t.Run(name, func(t *testing.T) {
			dir := watchFolder(t)
			path := filepath.Join(dir, "levels", "a.xml")
			require.NoError(t, os.WriteFile(path, []byte(scene("first")), 0o666))
			w := startWatch(t, dir, "--schema", "$/game.schema", "$/levels", "--outdir", "$/out", "--poll", poll)
			w.says(`1 level built in`)
			for range 2 {
				w.put("levels/a.xml", scene("in place"))
				w.has("out/a.lvl", "in place")
				w.put("levels/.a.xml.swp", scene("renamed over"))
				w.rename("levels/.a.xml.swp", "levels/a.xml")
				w.has("out/a.lvl", "renamed over")
				w.rename("levels/a.xml", "levels/a.xml~")
				w.put("levels/a.xml", scene("renamed away"))
				w.has("out/a.lvl", "renamed away")
				w.remove("levels/a.xml")
				w.put("levels/a.xml", scene("made anew"))
				w.has("out/a.lvl", "made anew")
			}
		})
	}
}

func TestWatchPicksUpWhatComesAndGoes(t *testing.T) {
	dir := watchFolder(t)
	w := startWatch(t, dir, "--schema", "$/game.schema", "$/levels", "$/more/**/*.json", "--outdir", "$/out")
	w.says(`no file matches [^\n]*\n(?s:.*)nothing built`)
	w.put("levels/a.xml", scene("A"))
	w.has("out/a.lvl", "A")
	w.put("levels/deep/er/b.xml", scene("B"))
	w.has("out/deep/er/b.lvl", "B")
	w.put("more/x/c.json", `{"type": "scene", "title": "C"}`)
	w.has("out/x/c.lvl", "C")
	w.put("more/x/c.json", `{"type": "scene", "title": "D"}`)
	w.has("out/x/c.lvl", "D")
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "levels")))
	w.says(`levels: does not exist`)
	w.put("levels/a.xml", scene("again"))
	w.has("out/a.lvl", "again")
}

// What is wrong is said once, and again when something is done about it.
func TestWatchSaysWhatIsWrongAndGoesOn(t *testing.T) {
	dir := watchFolder(t)
	w := &watched{t: t, dir: dir}
	w.put("a.xml", scene("A"))
	w.put("b.xml", scene("B"))
	w = startWatch(t, dir, "--schema", "$/game.schema", "$/a.xml", "$/b.xml", "--outdir", "$/out")
	w.says(`2 levels built in`)
	w.put("a.xml", `<scene title="A"><body pos="0 zero"/></scene>`)
	w.says(`"zero" is not a number`)
	w.says(`1 level up to date, 1 failed in`)
	w.has("out/a.lvl", "A")
	w.put("b.xml", scene("better"))
	w.says(`1 level built, 1 failed in`)
	require.Equal(t, 1, strings.Count(w.out.String(), "zero\" is not"), "it is said once")
	w.put("a.xml", scene("mended"))
	w.has("out/a.lvl", "mended")
	w.remove("a.xml")
	w.says(`a.xml: does not exist`)
	w.put("a.xml", scene("back"))
	w.has("out/a.lvl", "back")
	w.end()
	require.NotContains(t, w.out.String(), "interrupted")
}

// Files that appear and cannot be built together do not end the watch: they may go again.
func TestWatchGoesOnAfterSourcesThatClash(t *testing.T) {
	dir := watchFolder(t)
	w := &watched{t: t, dir: dir}
	w.put("levels/a.xml", scene("A"))
	w = startWatch(t, dir, "--schema", "$/game.schema", "$/levels", "--outdir", "$/out")
	w.says(`1 level built in`)
	w.put("levels/a.json", `{"type": "scene", "title": "B"}`)
	w.says(`would both be written to [^\n]*\n(?s:.*)nothing built`)
	w.put("levels/b.xml", scene("B"))
	time.Sleep(100 * time.Millisecond) // for a look in vain
	w.remove("levels/a.json")
	w.says(`1 level built, 1 up to date in`)
	require.Equal(t, 1, strings.Count(w.out.String(), "would both be written to"), "it is said once")
	w.put("levels/a.json", `{"type": "scene", "title": "B"}`)
	w.says(`would both be written to`)
	w.remove("levels/a.json")
	w.says(`2 levels up to date in`)
}

func TestWatchBuildsOneLevelOfSeveralSources(t *testing.T) {
	dir := watchFolder(t)
	w := &watched{t: t, dir: dir}
	w.put("a.xml", scene("A"))
	w.put("b.xml", `<body name="one" pos="0 0"/>`)
	w = startWatch(t, dir, "--schema", "$/game.schema", "$/a.xml", "$/b.xml", "-o", "$/x.lvl", "--depfile", "$/d")
	w.says(`1 level built in`)
	require.FileExists(t, filepath.Join(dir, "d"))
	w.put("b.xml", `<body name="two" pos="0 0"/>`)
	w.has("x.lvl", "two")
	w.put("a.xml", scene("other"))
	w.has("x.lvl", "other")
	require.NoFileExists(t, filepath.Join(dir, build.CacheName))
}

// The types' own files, those of packages that they import, and files that are
// broken for a while.
func TestWatchBuildsWhenTheTypesChange(t *testing.T) {
	if testing.Short() {
		t.Skip("it asks the go tool several times")
	}
	dir := t.TempDir()
	w := &watched{t: t, dir: dir}
	world := func(more string) string {
		return "package game\n\nimport \"game/parts\"\n\ntype World struct {\n\tThings parts.Bulk[parts.Thing] `level:\"thing\"`\n}\n" + more
	}
	require.NoError(t, leveltest.WriteModule(dir, "../.."))
	part := func(field string) string {
		return "package parts\n\nimport \"github.com/levelc/levelc/store\"\n\ntype Bulk[T any] = store.Bulk[T]\n\ntype Thing struct {\n\tN uint32\n" + field + "}\n"
	}
	w.put("parts/parts.go", part(""))
	w.put("world/world.go", world(""))
	w.put("a.xml", `<thing n="1"/>`)
	t.Setenv("GOFLAGS", os.Getenv("GOFLAGS")+" -mod=mod") // with its own flags, for what was compiled with them
	t.Setenv("GOPROXY", "off")
	w = startWatch(t, dir, "--types", "$/world.World", "$/a.xml", "-o", "$/x.lvl", "--explain=false")
	w.says(`1 level built in`)
	w.put("world/world.go", world("func broken() {\n"))
	w.says(`world.go:\d+:\d+: expected`)
	w.says(`nothing built`)
	w.put("world/world.go", world("func mended() {}\n"))
	w.put("parts/parts.go", part("\tM uint32 `level:\"m,default=7\"`\n"))
	w.says(`1 level built in`)
	w.put("a.xml", `<thing n="1" m="3"/>`)
	w.says(`1 level built in`)
}

// Deploys and editors swap links: of the file, or of a hidden folder on the way.
func TestWatchFollowsLinks(t *testing.T) {
	dir := watchFolder(t)
	link := func(target, name string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.Symlink(target, name+".new"); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
		require.NoError(t, os.Rename(name+".new", name))
	}
	w := &watched{t: t, dir: dir}
	for _, v := range []string{"1", "2", "3"} {
		w.put("v"+v+"/a.xml", scene("version "+v))
	}
	link("v1", "..data")
	link("../..data/a.xml", "levels/a.xml")
	w = startWatch(t, dir, "--schema", "$/game.schema", "$/levels", "--outdir", "$/out")
	w.has("out/a.lvl", "version 1")
	w.says("until an interrupt")
	link("v2", "..data")
	w.has("out/a.lvl", "version 2")
	w.put("v2/a.xml", scene("version 2 mended"))
	w.has("out/a.lvl", "version 2 mended")
	link("../v3/a.xml", "levels/a.xml")
	w.has("out/a.lvl", "version 3")
	w.put("v3/a.xml", scene("version 3 mended"))
	w.has("out/a.lvl", "version 3 mended")
}

// A folder that is named by a link is watched where it leads to, also if the
// link is set to another one.
func TestWatchFollowsALinkToAFolder(t *testing.T) {
	dir := watchFolder(t)
	w := &watched{t: t, dir: dir}
	w.put("v1/deep/a.xml", scene("version 1"))
	w.put("v2/deep/a.xml", scene("version 2"))
	for _, v := range []string{"v1", "v2"} {
		if err := os.Symlink(v, filepath.Join(dir, v+".link")); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
	}
	link := filepath.Join(dir, "current")
	require.NoError(t, os.Rename(filepath.Join(dir, "v1.link"), link))
	w = startWatch(t, dir, "--schema", "$/game.schema", "$/current", "--outdir", "$/out")
	w.has("out/deep/a.lvl", "version 1")
	w.says("until an interrupt")
	w.put("v1/deep/a.xml", scene("version 1 mended"))
	w.has("out/deep/a.lvl", "version 1 mended")
	require.NoError(t, os.Rename(filepath.Join(dir, "v2.link"), link))
	w.has("out/deep/a.lvl", "version 2")
	w.put("v2/deep/a.xml", scene("version 2 mended"))
	w.has("out/deep/a.lvl", "version 2 mended")
}

// What names nothing is said once, and not whenever another file beside it
// changes, such as one that our own words go to.
func TestWatchSaysOnceWhatIsMissing(t *testing.T) {
	dir := watchFolder(t)
	w := startWatch(t, dir, "--schema", "$/game.schema", "$/levels", "--outdir", "$/out", "--poll", "5ms")
	w.says("levels: has no .xml, .json, .tmx, .tmj, .world or .ldtk file in it")
	w.says("until an interrupt")
	time.Sleep(100 * time.Millisecond)
	w.put("levels/a.xml", scene("first"))
	w.says(`1 level built in`)
	w.remove("levels/a.xml")
	w.says("levels: has no .xml, .json, .tmx, .tmj, .world or .ldtk file in it")
	w.end()
	require.Equal(t, 2, strings.Count(w.out.String(), "has no .xml"), w.out.String())
}

func TestWatchSaysOnceHowASchemaIsInferred(t *testing.T) {
	w := startWatch(t, t.TempDir(), "$/a.xml", "-o", "$/a.lvl", "--poll", "5ms")
	for _, text := range []string{`<a x="1"/>`, `<a x="12"/>`, `<a`, `<w><a id="p"/><b id="q"/></w>`, `<w><a id="p"/><b id="qq"/></w>`} {
		w.put(".new", text)
		w.rename(".new", "a.xml")
		w.says(`(1 level|nothing) built in`)
	}
	w.end()
	require.Equal(t, 2, strings.Count(w.out.String(), "no -types"), w.out.String())
}

// A source of which no schema can be inferred is said to be wrong once, too.
func TestWatchSaysOnceThatNothingIsInferred(t *testing.T) {
	w := startWatch(t, t.TempDir(), "$/a.xml", "-o", "$/a.lvl", "--poll", "5ms")
	put := func(text string) { // whole at once: half of a file would be told of, too
		w.put(".new", text)
		w.rename(".new", "a.xml")
	}
	w.says("a.xml: does not exist")
	put("<a>")
	w.says("a.xml:1:4: ")
	time.Sleep(100 * time.Millisecond)
	put("<a>\n")
	w.says("a.xml:2:1: ")
	put(`<a x="1"/>`)
	w.says("1 level built in")
	put("<a>")
	w.says("a.xml:1:4: ")
	w.end()
	require.Equal(t, 3, strings.Count(w.out.String(), "the file ends"), w.out.String())
}

func TestWatchLooksAtWhatALevelRefersTo(t *testing.T) {
	project := `{"__header__": {"fileType": "LDtk Project JSON", "app": "LDtk"}, "jsonVersion": "1.5.3", "externalLevels": true,
		"defs": {"layers": [], "entities": [], "tilesets": [], "enums": []}, "worldLayout": "Free", "levels": [
		{"identifier": "Coast", "uid": 1, "worldX": 0, "worldY": 0, "pxWid": 8, "pxHei": 8, "externalRelPath": "../parts/.Coast.ldtkl"}]}`
	part := func(background string) string {
		return `{"identifier": "Coast", "uid": 1, "worldX": 0, "worldY": 0, "pxWid": 8, "pxHei": 8, "layerInstances": [], "bgRelPath": "` + background + `"}`
	}
	for name, poll := range map[string]string{"events": "0s", "polling": "5ms"} {
		t.Run(name, func(t *testing.T) {
			w := startWatch(t, t.TempDir(), "$/levels/w.ldtk", "-o", "$/w.lvl", "--poll", poll)
			w.says("w.ldtk: does not exist")
			require.NoError(t, os.Mkdir(filepath.Join(w.dir, "parts"), 0o777))
			w.put("levels/w.ldtk", project)
			w.says("Coast.ldtkl does not exist")
			w.put("parts/.Coast.ldtkl", part("sea.png"))
			w.has("w.lvl", "sea.png")
			w.put("parts/.Coast.ldtkl", part("sand.png"))
			w.has("w.lvl", "sand.png")
			w.put("parts/.Coast.ldtkl", "{")
			w.says(`Coast.ldtkl:1:[0-9]+: `)
			w.put("parts/.Coast.ldtkl", part("dunes.png"))
			w.has("w.lvl", "dunes.png")
		})
	}
}

// A hidden file matters if somebody names it, or a link leads to it; and hidden folders on
// the way may come later.
func TestWatchNoticesHiddenFilesThatAreNamed(t *testing.T) {
	dir := watchFolder(t)
	schema, err := os.ReadFile(filepath.Join(dir, "game.schema"))
	require.NoError(t, err)
	w := &watched{t: t, dir: dir}
	w.put("levels/a.xml", scene("first"))
	w.put("levels/.b.xml", scene("hidden"))
	w = startWatch(t, dir, "--schema", "$/.gen/.game.schema", "$/levels", "$/.more/lv", "--outdir", "$/out")
	w.says("until an interrupt")
	w.put(".gen/.game.schema", string(schema))
	w.has("out/a.lvl", "first")
	w.put(".more/lv/c.xml", scene("third"))
	w.has("out/c.lvl", "third")
	w.put(".gen/.game.schema", `{"levelc": "broken`)
	w.says(`\.game\.schema`)
	w.put(".gen/.game.schema", string(schema))
	w.put("levels/a.xml", scene("mended"))
	w.has("out/a.lvl", "mended")
	require.NoFileExists(t, filepath.Join(dir, "out", ".b.lvl"))
}

func TestWatchFollowsALinkToAHiddenFile(t *testing.T) {
	dir := watchFolder(t)
	w := &watched{t: t, dir: dir}
	w.put("store/.a.xml", scene("first"))
	w.put("levels/b.xml", scene("other"))
	if err := os.Symlink("../store/.a.xml", filepath.Join(dir, "levels", "a.xml")); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	w = startWatch(t, dir, "--schema", "$/game.schema", "$/levels", "--outdir", "$/out")
	w.has("out/a.lvl", "first")
	w.says("until an interrupt")
	w.put("store/.a.xml", scene("mended"))
	w.has("out/a.lvl", "mended")
}

// A source may be awaited in a folder of outputs.
func TestWatchWaitsForASourceBelowTheLevels(t *testing.T) {
	dir := watchFolder(t)
	w := &watched{t: t, dir: dir}
	w.put("levels/a.xml", scene("first"))
	w = startWatch(t, dir, "--schema", "$/game.schema", "$/levels", "$/out/made/b.xml", "--outdir", "$/out")
	w.has("out/a.lvl", "first")
	w.says("until an interrupt")
	time.Sleep(200 * time.Millisecond) // what the build itself has done may be noticed as late
	w.put("out/made/b.xml", scene("second"))
	w.has("out/b.lvl", "second")
}

// Also when nothing else has happened for a while, in folders that have nothing but outputs.
func TestWatchBuildsAgainWhatIsRemoved(t *testing.T) {
	dir := watchFolder(t)
	w := &watched{t: t, dir: dir}
	w.put("levels/a.xml", scene("first"))
	w.put("levels/in/b.xml", scene("second"))
	w = startWatch(t, dir, "--schema", "$/game.schema", "$/levels", "--outdir", "$/out")
	w.says("until an interrupt")
	w.remove("out/a.lvl")
	w.says("1 level built")
	for _, gone := range []string{"out/a.lvl", "out/in/b.lvl", "out/in", "out"} {
		if runtime.GOOS == "windows" && filepath.Ext(gone) == "" {
			continue // there, the name of a folder that is watched is free only some time later
		}
		time.Sleep(200 * time.Millisecond) // what the build itself has done may be noticed as late
		w.insist(func() error { return os.RemoveAll(filepath.Join(dir, gone)) })
		w.has("out/a.lvl", "first")
		w.has("out/in/b.lvl", "second")
		w.says("built")
	}
}
