package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// settled waits until nothing more is said, and returns how often a text was.
func (w *watched) settled(text string) int {
	w.t.Helper()
	time.Sleep(300 * time.Millisecond)
	return strings.Count(w.out.String(), text)
}

// replace saves a file as a whole, so that no look at it finds less.
func (w *watched) replace(name, text string) {
	w.t.Helper()
	w.put("new", text)
	w.rename("new", name)
}

// A map of Tiled that is broken is tried again when it has changed, and not because the
// last good one was made of other files.
func TestWatchSaysOnceThatAMapIsBroken(t *testing.T) {
	w := &watched{t: t, dir: t.TempDir()}
	for _, name := range []string{"town.tmx", "ground.tsx", "door.tx"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "editors", "tiled", name))
		require.NoError(t, err)
		w.put("lv/"+name, string(text))
	}
	good, err := os.ReadFile(filepath.Join(w.dir, "lv", "town.tmx"))
	require.NoError(t, err)
	w = startWatch(t, w.dir, "$/lv", "--outdir", "$/out", "--poll", "5ms")
	w.says("1 level built in")
	w.replace("lv/town.tmx", "<map")
	w.says(`town.tmx:1:[0-9]+: `)
	require.Equal(t, 1, w.settled("town.tmx:1:1: "), w.out.String())
	w.replace("lv/town.tmx", "<map ")
	w.says(`town.tmx:1:[0-9]+: `)
	require.Equal(t, 2, w.settled("town.tmx:1:1: "), w.out.String())
	w.replace("lv/town.tmx", string(good))
	w.says("1 level up to date") // the old one is what it would be
	w.replace("lv/ground.tsx", "<tileset")
	w.says(`ground.tsx:1:[0-9]+: `)
	require.Equal(t, 1, w.settled("ground.tsx:1:1: "), w.out.String())
	w.replace("lv/ground.tsx", "<tileset ")
	w.says(`ground.tsx:1:[0-9]+: `)
}

// While a level cannot be built, it is made of what its source names now; when the source is
// what it was, of what the last good one was made of.
func TestWatchKnowsWhatALevelIsMadeOf(t *testing.T) {
	tileset := func(name string) string {
		return `<tileset name="` + name + `" tilewidth="8" tileheight="8" tilecount="1" columns="1"><image source="i.png" width="8" height="8"/></tileset>`
	}
	level := func(set string) string {
		return `<map version="1.10" orientation="orthogonal" width="1" height="1" tilewidth="8" tileheight="8" infinite="0">
			<tileset firstgid="1" source="` + set + `"/>
			<layer id="1" name="ground" width="1" height="1"><data encoding="csv">1</data></layer></map>`
	}
	w := &watched{t: t, dir: t.TempDir()}
	w.put("lv/a.tmx", level("../sets/a.tsx"))
	w.put("lv/b.tmx", level("b.tsx"))
	w.put("sets/a.tsx", tileset("first"))
	w.put("lv/b.tsx", tileset("other"))
	w.put("away/none.txt", "")
	w = startWatch(t, w.dir, "$/lv/a.tmx", "$/lv/b.tmx", "--outdir", "$/out", "--depfile", "$/d")
	w.says("until an interrupt")
	w.remove("lv/b.tmx")
	w.says("b.tmx: does not exist")
	depends := func(on, not string) {
		t.Helper()
		require.Eventually(t, func() bool {
			d, err := os.ReadFile(filepath.Join(w.dir, "d"))
			return err == nil && strings.Contains(string(d), on) && !strings.Contains(string(d), not)
		}, patience, 2*time.Millisecond, "the depfile has what the levels were made of before")
	}
	depends("a.tsx", "b.tsx")
	w.replace("lv/b.tmx", "<map")
	w.says("1 failed in")
	w.replace("lv/a.tmx", level("../away/none.tsx"))
	w.says("none.tsx does not exist")
	depends("none.tsx", "b.tsx")
	w.replace("lv/a.tmx", level("../sets/a.tsx"))
	w.says("1 level up to date")
	w.put("sets/a.tsx", tileset("second"))
	w.has("out/a.lvl", "second")
}

// What levelc says may go to a file in a folder that it watches.
func TestWatchDoesNotAnswerItself(t *testing.T) {
	for name, spoil := range map[string]func(w *watched){
		"schema": func(w *watched) { w.put("game.schema", "{\"levelc\": \"schema 1\", \"tables\": 7}") },
		"cache":  func(w *watched) { w.put("out/.levelc-cache/a", "a folder") },
		"output": func(w *watched) { w.put("out/a.lvl/a", "a folder") },
		"both":   func(w *watched) { w.put("out/.levelc-cache/a", ""); w.put("out/a.lvl/a", "") },
	} {
		t.Run(name, func(t *testing.T) {
			dir := watchFolder(t)
			w := &watched{t: t, dir: dir}
			w.put("levels/a.xml", scene("A"))
			spoil(w)
			w = startWatch(t, dir, "--schema", "$/game.schema", "$/levels", "--outdir", "$/out", "--poll", "5ms")
			w.says("until an interrupt")
			for said := ""; said != w.out.String(); time.Sleep(300 * time.Millisecond) { // until it says no more
				said = w.out.String()
				require.LessOrEqual(t, strings.Count(said, "\n"), 7, said)
			}
		})
	}
}

// Where no level is to be made, the depfile may still be missing, or name a source that is
// gone.
func TestWatchKeepsTheDepfile(t *testing.T) {
	dir := watchFolder(t)
	w := &watched{t: t, dir: dir}
	w.put("levels/a.xml", scene("A"))
	w.put("levels/b.xml", scene("B"))
	args := []string{"--schema", filepath.Join(dir, "game.schema"), filepath.Join(dir, "levels"), "--outdir", filepath.Join(dir, "out")}
	code, text := levelcRun(append([]string{"build"}, args...)...)
	require.Zero(t, code, text)
	// It may be in a folder that is watched.
	w = startWatch(t, dir, append(args, "--depfile", "$/levels/d")...)
	w.has("levels/d", "b.xml")
	w.says("until an interrupt")
	w.remove("levels/b.xml")
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if d, err := os.ReadFile(filepath.Join(dir, "levels", "d")); err == nil && !strings.Contains(string(d), "b.xml") {
			require.Contains(t, string(d), "a.xml")
			break
		}
	}
	d, err := os.ReadFile(filepath.Join(dir, "levels", "d"))
	require.NoError(t, err)
	require.NotContains(t, string(d), "b.xml")
	info, err := os.Stat(filepath.Join(dir, "levels", "d"))
	require.NoError(t, err)
	w.put("levels/c.txt", "no source")
	time.Sleep(300 * time.Millisecond)
	again, err := os.Stat(filepath.Join(dir, "levels", "d"))
	require.NoError(t, err)
	require.Equal(t, info.ModTime(), again.ModTime(), "it is not written again")
}

// What the user names need not exist yet, but may also be misspelt.
func TestWatchSaysWhatItWaitsFor(t *testing.T) {
	dir := watchFolder(t)
	w := startWatch(t, dir, "--schema", "$/nope", "$/nolevels", "$/n*.xml", "$/levels", "--outdir", "$/out")
	w.says(`levelc: waiting for what does not exist yet: [^\n]*nolevels, [^\n]*nope\nlevelc: watching`)
	w.end()
	w = startWatch(t, dir, "--schema", "$/game.schema", "$/levels", "--outdir", "$/out")
	w.says("levelc: watching")
	require.NotContains(t, w.out.String(), "waiting")
}
