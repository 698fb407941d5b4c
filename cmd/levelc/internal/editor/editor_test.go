package editor_test

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// translate writes files to a folder and translates the first, whose text follows
// its name.
func translate(t *testing.T, o editor.Options, by func(*editor.Translation) error, files ...string) (*editor.Level, string) {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, filepath.FromSlash(files[i]))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(files[i+1]), 0o666))
	}
	main := filepath.Join(dir, files[0])
	f, err := source.Open(main)
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	if o.Schema == nil {
		o.Schema = new(format.Schema)
	}
	level, err := editor.Translate(context.Background(), f, main, editor.Reader{Translate: by, Packed: packed}, o)
	require.NoError(t, err)
	t.Cleanup(level.Close)
	return level, dir
}

// packed are those of translate.
var packed = []string{"row/cell", "rows/cell"}

func reads(by func(*editor.Translation) error) editor.Reader { return editor.Reader{Translate: by} }

// text is what was written.
func text(t *testing.T, level *editor.Level) string {
	t.Helper()
	b, err := io.ReadAll(io.NewSectionReader(level.File, 0, math.MaxInt64))
	require.NoError(t, err)
	return string(b)
}

func TestPlacesOfATranslationAreThoseOfItsFiles(t *testing.T) {
	level, dir := translate(t, editor.Options{}, func(tr *editor.Translation) error {
		root := tr.Main.Root
		tr.Open("level", root.Place())
		other := tr.Read(root.PlaceOf("ref"), root.String("ref"))
		tr.Open("part", other.Root.Place())
		tr.Attr("plain", "1")
		tr.AttrAt("a", other.Root.String("a"), other.Root.PlaceOf("a"))
		tr.Attr("b", "of the element")
		tr.Close()
		tr.Close()
		return nil
	}, "main.json", "\n{\n \"ref\": \"sub\\\\other.xml\"}", "sub/other.xml", "<x\n  a='1 &lt; 2'/>")
	require.Empty(t, level.Found.All())
	require.Equal(t, "<level>\n<part plain=\"1\" a=\"1 &lt; 2\" b=\"of the element\"/>\n</level>\n", text(t, level))
	require.Equal(t, []string{filepath.Join(dir, "sub", "other.xml")}, level.Others)
	for off, want := range map[int64]string{
		0: "main.json:2:1", 1: "main.json:2:1", 9: "other.xml:1:2", 21: "other.xml:1:2", 27: "other.xml:2:6", 41: "other.xml:1:2",
	} {
		var d diag.Diagnostic
		require.NoError(t, level.File.Locate(&d, source.Pos{Off: off}))
		require.Equal(t, want, filepath.Base(d.File)+position(d), off)
	}
}

func position(d diag.Diagnostic) string { return fmt.Sprintf(":%d:%d", d.Line, d.Col) }

func TestWhatIsMissingIsSaidWhereItIsNamed(t *testing.T) {
	by := func(tr *editor.Translation) error {
		for n := range tr.Main.Root.Children("use") {
			require.Nil(t, tr.Read(n.PlaceOf("ref"), n.String("ref")))
		}
		return nil
	}
	files := []string{"main.xml", "<a>\n<use ref='none.xml'/>\n<use ref='bad.xml'/><use ref='bad.xml'/></a>", "bad.xml", "<a\n>"}
	level, dir := translate(t, editor.Options{}, by, files...)
	found := level.Found.All()
	require.Len(t, found, 2)
	require.Equal(t, filepath.Join(dir, "bad.xml")+":2:2", found[0].File+position(found[0]))
	require.Equal(t, filepath.Join(dir, "main.xml")+":2:11", found[1].File+position(found[1]))
	require.Contains(t, found[1].Message, "none.xml does not exist")
	require.Contains(t, found[1].Hint, "--missing=warn")
	level, dir = translate(t, editor.Options{}, by, append(files, "nonne.xml", "<a/>")...)
	require.Equal(t, fmt.Sprintf("did you mean %q?", filepath.Join(dir, "nonne.xml")), level.Found.All()[1].Hint)

	level, _ = translate(t, editor.Options{Missing: diag.Warning}, by, files...)
	require.Equal(t, 1, level.Found.Count(diag.Warning), "a file that is not well-formed stays an error")
	require.Equal(t, 1, level.Found.Count(diag.Error))

	level, _ = translate(t, editor.Options{}, by, "main.xml", "<a><use ref='q:'/></a>")
	require.Equal(t, 1, level.Found.Count(diag.Error))
}

// Whether something is beside a link matters, and so does what a link may lead to once
// something is missing.
func TestPlacesThatMatter(t *testing.T) {
	by := func(tr *editor.Translation) error {
		tr.Read(tr.Main.Root.PlaceOf("ref"), tr.Main.Root.String("ref"))
		return nil
	}
	const good, bad = "<a ref='good.xml'/>", "<a ref='none.xml'/>"
	level, dir := translate(t, editor.Options{}, by, "main.xml", good, "good.xml", "<a/>")
	require.Empty(t, level.Places)
	require.False(t, level.Rooted, "all paths are absolute")
	level, _ = translate(t, editor.Options{}, by, "main.xml", "<a ref='"+filepath.ToSlash(dir)+"/good.xml'/>")
	require.Empty(t, level.Found.All())
	require.False(t, level.Rooted)
	level, dir = translate(t, editor.Options{}, by, "main.xml", bad)
	require.Equal(t, []string{filepath.Join(dir, "main.xml")}, level.Places)
}

func TestAListOfNothingIsEmpty(t *testing.T) {
	translate(t, editor.Options{}, func(tr *editor.Translation) error {
		for name, want := range map[string]bool{"none": true, "one": false, "inner": false, "text": false} {
			require.Equal(t, want, tr.Main.Root.Member(name).IsEmpty(), name)
		}
		return nil
	}, "main.json", `{"none": [], "one": [1], "inner": [[]], "text": ""}`)
}

func TestWhatRecursIsSaidOnce(t *testing.T) {
	level, _ := translate(t, editor.Options{}, func(tr *editor.Translation) error {
		for _, n := range []int{1, 2, 1} {
			tr.WarnOnce(tr.Main.Root.Place(), "leave it out", "it has %d", n)
			tr.WarnOnceFor("key", tr.Main.Root.Place(), "", "this is number %d", n)
		}
		return nil
	}, "main.xml", "<a/>")
	var said []string
	for _, d := range level.Found.All() {
		require.Equal(t, diag.Warning, d.Severity)
		said = append(said, d.Message+" "+d.Hint)
	}
	require.ElementsMatch(t, []string{"it has 1 leave it out", "it has 2 leave it out", "this is number 1 "}, said)
}

func TestAProjectIsReadBesideTheLevel(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"good.xml": "<p/>", "bad.xml": "<p\n>"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	for name, want := range map[string]string{"": "", "good.xml": "", "bad.xml": "bad.xml:2:2 the file ends, but <p> is not closed", "none.xml": "none.xml:0:0 does not exist"} {
		path := name
		if name != "" {
			path = filepath.Join(dir, name)
		}
		level, _ := translate(t, editor.Options{Project: path, Missing: diag.Warning}, func(tr *editor.Translation) error {
			for range 2 { // and told of once
				require.Equal(t, name == "good.xml", tr.ReadProject() != nil, name)
			}
			return nil
		}, "main.xml", "<a/>")
		if found := level.Found.All(); want == "" {
			require.Empty(t, found, name)
		} else {
			require.Len(t, found, 1, name)
			require.Equal(t, diag.Error, found[0].Severity)
			require.Equal(t, want, filepath.Base(found[0].File)+position(found[0])+" "+found[0].Message)
		}
	}
}

// What is beyond those that are kept is only counted, which does not take the longer
// the more are kept.
func TestProblemsThatAreOnlyCountedCostNothing(t *testing.T) {
	const kept = 20000
	first, later := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for range 3 { // a machine may have other things to do in one of them
		level, _ := translate(t, editor.Options{Keep: kept}, func(tr *editor.Translation) error {
			for _, took := range []*time.Duration{&first, &later} {
				start := time.Now()
				for i := range kept {
					at := tr.Main.Root.Place()
					at.Pos.Off += int64(i)
					tr.Errorf(at, "", "it is wrong")
				}
				*took = min(time.Since(start), *took)
			}
			return nil
		}, "main.xml", "<a>"+strings.Repeat("-", kept)+"</a>")
		require.Equal(t, 2*kept, level.Found.Count(diag.Error))
	}
	require.Less(t, later, 5*first)
}

func TestATextThatXMLHasNotIsAnError(t *testing.T) {
	level, _ := translate(t, editor.Options{}, func(tr *editor.Translation) error {
		tr.Open("a", tr.Main.Root.Place())
		tr.AttrAt("b", tr.Main.Root.String("b"), tr.Main.Root.PlaceOf("b"))
		tr.Close()
		return nil
	}, "main.json", `{"b": "\u0001"}`)
	require.Equal(t, 1, level.Found.Count(diag.Error))
	require.Equal(t, 7, level.Found.All()[0].Col)
}

func TestTextsAreKeptToTheByte(t *testing.T) {
	level, _ := translate(t, editor.Options{}, func(tr *editor.Translation) error {
		root := tr.Main.Root
		tr.Open("a", root.Place())
		tr.Attr("n", "1")
		tr.Text(root.String("b"), root.PlaceOf("b"))
		tr.Open("c", root.Place())
		tr.Text("", root.Place())
		tr.Close()
		tr.Open("d", root.Place())
		tr.Text("  ", root.Place())
		tr.Close()
		tr.Close()
		return nil
	}, "main.json", `{"b": " x\n<y> "}`)
	require.Empty(t, level.Found.All())
	require.Equal(t, "<a n=\"1\"> x&#xA;&lt;y&gt; <c></c>\n<d>&#32; </d>\n</a>\n", text(t, level))
	var d diag.Diagnostic
	require.NoError(t, level.File.Locate(&d, source.Pos{Off: 12}))
	require.Equal(t, 7, d.Col)
}

func TestNodesTakeBoundedMemory(t *testing.T) {
	by := func(tr *editor.Translation) error { return nil }
	many := "<a>" + strings.Repeat("x<b c='d'/>", 10000) + "</a>"
	level, _ := translate(t, editor.Options{Memory: 1 << 20}, by, "main.xml", many)
	require.Equal(t, 1, level.Found.Count(diag.Error))
	require.Contains(t, level.Found.All()[0].Message, "takes more than 1048576 bytes of memory")
	level, _ = translate(t, editor.Options{Memory: 8 << 20}, by, "main.xml", many)
	require.Empty(t, level.Found.All())
	row := "<a><row>" + strings.Repeat("<cell c='d'/>", 400_000) + "</row></a>"
	level, _ = translate(t, editor.Options{Memory: 1 << 20}, by, "main.xml", row)
	require.Equal(t, 1, level.Found.Count(diag.Error), "what is packed takes memory too")
}

func TestATranslationEndsWithItsContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "main.xml")
	require.NoError(t, os.WriteFile(path, []byte("<a>"+strings.Repeat("<b/>", 20000)+"</a>"), 0o666))
	f, err := source.Open(path)
	require.NoError(t, err)
	defer f.Close()
	ctx, cancel := context.WithCancel(t.Context())
	o := editor.Options{Schema: new(format.Schema)}
	_, err = editor.Translate(ctx, f, path, reads(func(tr *editor.Translation) error {
		cancel()
		tr.Open("a", tr.Main.Root.Place())
		for { // a reader does not look at contexts
			tr.Open("b", tr.Main.Root.Place())
			tr.Close()
		}
	}), o)
	require.ErrorIs(t, err, context.Canceled)
	_, err = editor.Translate(ctx, f, path, reads(func(*editor.Translation) error {
		t.Error("the level was read to its end")
		return nil
	}), o)
	require.ErrorIs(t, err, context.Canceled)
}

// All cells of a layer are one text.
func TestTextsMayBeLong(t *testing.T) {
	by := func(tr *editor.Translation) error {
		require.Len(t, tr.Main.Root.Text()+tr.Main.Root.String("data"), 17<<20)
		return nil
	}
	long := strings.Repeat("1,", 17<<19)
	level, _ := translate(t, editor.Options{}, by, "main.xml", "<a>"+long+"</a>")
	require.Empty(t, level.Found.All())
	level, _ = translate(t, editor.Options{}, by, "main.json", `{"data": "`+long+`"}`)
	require.Empty(t, level.Found.All())
}

// A list of numbers is as long as it is, wherever it stands.
func TestListsOfNumbersMayBeLong(t *testing.T) {
	list := strings.TrimSuffix(strings.Repeat("7,-8,", 100_000), ",")
	same := func(v *editor.Value) {
		require.True(t, v.IsNumbers())
		require.Empty(t, v.Items())
		require.Equal(t, list, strings.Join(v.Pieces(), ""))
		n := 0
		for text := range v.Numbers() {
			require.Equal(t, [2]string{"7", "-8"}[n%2], text)
			n++
		}
		require.Equal(t, 200_000, n)
	}
	one := `{"before": 1, "data": [` + list + `], "behind": [1, 2]}`
	by := func(tr *editor.Translation) error {
		for n := range tr.Main.Root.Children("node") {
			require.Greater(t, len(n.Member("data").Pieces()), 1)
			same(&n.Member("data").Value)
			require.Equal(t, []string{"1,2"}, n.Member("behind").Pieces())
			require.Len(t, n.Members, 3)
		}
		n := 0
		for c := range tr.Main.Root.Child("row").Children("cell") {
			same(&c.Member("data").Value)
			require.Equal(t, "1,2", c.Member("behind").Text)
			n++
		}
		require.Equal(t, 2, n)
		return nil
	}
	level, _ := translate(t, editor.Options{}, by, "main.json", `{"node": [`+one+`,`+one+`], "row": {"cell": [`+one+`,`+one+`]}}`)
	require.Empty(t, level.Found.All())
}

func TestSourcesOfALevelShareWhatTheyReferTo(t *testing.T) {
	shared, n := new(editor.Shared), 0
	claim := func() string { n++; return "t" }
	for i, name := range []string{"one.xml", "two.xml"} {
		translate(t, editor.Options{Shared: shared}, func(tr *editor.Translation) error {
			require.Same(t, shared, tr.Options.Shared)
			require.Equal(t, "t", tr.Options.Shared.IDOf(filepath.Join("some", "..", "t.xml"), claim))
			if i > 0 { // the first refers to it only
				require.True(t, tr.Options.Shared.Bring("t"))
				require.False(t, tr.Options.Shared.Bring("t"))
			}
			tr.Open("a", tr.Main.Root.Place())
			tr.Close()
			return nil
		}, name, "<a/>")
	}
	require.Equal(t, 1, n)
}

func TestALevelIsSameWhileAllThatItWasMadeOfIs(t *testing.T) {
	by := func(tr *editor.Translation) error {
		for n := range tr.Main.Root.Children("use") {
			tr.Read(n.PlaceOf("ref"), n.String("ref"))
		}
		tr.Folder(tr.Main, nil)
		return nil
	}
	files := []string{"main.xml", "<a><use ref='sub/good.xml'/><use ref='sub/bad.xml'/><use ref='sub/none.xml'/></a>", "sub/good.xml", "<a/>", "sub/bad.xml", "<a"}
	for _, change := range []string{"main.xml", "sub/good.xml", "sub/bad.xml", "sub/none.xml", "new.xml"} {
		level, dir := translate(t, editor.Options{}, by, files...)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "built.lvl"), nil, 0o666))
		require.True(t, level.IsSame())
		require.NoError(t, os.WriteFile(filepath.Join(dir, filepath.FromSlash(change)), []byte("<another/>"), 0o666))
		require.False(t, level.IsSame(), change)
	}
}

// A file that refers to the level itself, whatever that was called, means it.
func TestALevelIsReadOnce(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.xml"), []byte("<a ref='main.xml'/>"), 0o666))
	path := dir + "/./main.xml"
	f, err := source.Open(path)
	require.NoError(t, err)
	defer f.Close()
	level, err := editor.Translate(t.Context(), f, path, reads(func(tr *editor.Translation) error {
		require.Same(t, tr.Main, tr.Read(tr.Main.Root.PlaceOf("ref"), "main.xml"))
		return nil
	}), editor.Options{Schema: new(format.Schema)})
	require.NoError(t, err)
	defer level.Close()
	require.Empty(t, level.Others)
}
