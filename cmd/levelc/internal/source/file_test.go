package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func fileOf(t *testing.T, name, text string) *File {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	f, err := Open(path)
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	return f
}

func TestTheFormatIsToldByTheContentBeforeTheName(t *testing.T) {
	for _, c := range []struct {
		head, name string
		want       Format
	}{
		{"<a/>", "a.json", XML}, {" \r\n\t{}", "a.xml", JSON}, {"[1]", "", JSON}, {"\uFEFF <a>", "", XML}, {"\uFEFF{}", "", JSON},
		{"\xFF\xFE<\x00a\x00", "", XML}, {"\xFE\xFF\x00<", "", XML}, {"\x00<\x00a", "", XML},
		{"", "a.TMX", XML}, {"", "a.ldtk", JSON}, {"42", "a.json", JSON}, {"x", "a.txt", Unknown}, {"", "", Unknown},
	} {
		require.Equal(t, c.want, detect([]byte(c.head), c.name), "%q %s", c.head, c.name)
	}
}

func TestAFileIsReadByItsFormat(t *testing.T) {
	var r Reader
	for name, text := range map[string]string{"a.xml": `<a b="c"/>`, "a.json": `{"type":"k","b":"c"}`} {
		f := fileOf(t, name, text)
		rec := &record{kinds: testKinds}
		require.NoError(t, f.Read(&r, rec, Options{}))
		require.Contains(t, rec.out.String(), `"b" = "c"`)
		require.Equal(t, int64(len(text)), f.Size())
	}
	require.ErrorContains(t, fileOf(t, "a", "hello").Read(&r, none{}, Options{}), "neither XML nor JSON")
	require.ErrorContains(t, fileOf(t, "a", "").Read(&r, none{}, Options{}), "the file is empty")
}

// What is taken for a source by mistake is called what it is, whatever its name.
func TestAFileThatIsNoSourceIsCalledWhatItIs(t *testing.T) {
	var r Reader
	for head, want := range map[string]string{
		"\x89LVL\r\n\x1a\n\x01": "a compiled level", "\x89LVL\n\x1a\n": "a compiled level", "\x1f\x8b\x08": "gzip", "\x28\xb5\x2f\xfd": "zstd", "PK\x03\x04": "zip", "\x89PNG\r\n\x1a\n": "PNG",
		"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n": "Git LFS",
		"[gd_scene load_steps=2 format=3]\n":                                     "Godot", "%YAML 1.1\n--- !u!29 &1\n": "YAML", "---\na: 1\n": "YAML",
		strings.Repeat("\x00", 100): "zeros only",
		`var level = {"a": 1};`:     "a script", "let\n a = [1]": "a script", "\uFEFF// made by hand\n/* twice */ const a={}": "a script",
		"module.exports = {\n  a: 1\n}": "a script", "exports.level={": "a script", "export default {a: 1}": "a script", "window.level\n=\n[1]": "a script",
		`loaded({"a": 1});`: "a script", "$(function() {": "a script", "\"use strict\";\nvar a": "a script", "(() => {": "a script", "return { a = 1 }": "a script", "local t = {}": "a script",
		"onTileMapLoaded(\"t\", {\"height\":1})":                                                "Tiled",
		"(function(name,data){\n if(typeof onTileMapLoaded === 'undefined') {\n":                "Tiled",
		"return {\n  version = \"1.10\",\n  luaversion = \"5.1\",\n  tiledversion = \"1.10.2\"": "Tiled",
	} {
		for _, name := range []string{"a.xml", "a.json", "a.lvl", "a"} {
			var e *Error
			require.ErrorAs(t, fileOf(t, name, head).Read(&r, none{}, Options{}), &e, name)
			require.Contains(t, e.Msg, want, name)
			require.NotEmpty(t, e.Hint)
			require.Zero(t, e.Off)
		}
	}
}

func TestOtherTextsAreNoScripts(t *testing.T) {
	for _, text := range []string{
		"", "true", "null", "1", "hello", "hello (world)", "title = 'x'", "= {", "1 = {", "1(2)", "variable x", "return", "return x", "// {", "/*", "{\"a\": 1}", "// a\n{}",
		"a: {}", "var", "<a>var x = {}</a>", "[enemy]\nhp = 1", `"use"`, "\xE9\xFF = {",
	} {
		require.False(t, isScript([]byte(text)), "%q", text)
	}
}

// To remove one comma does not help with a file that has one at each bracket.
func TestAFileThatIsJSON5ByItsNameIsConvertedAsAWhole(t *testing.T) {
	var r Reader
	hint := func(name, text string) string {
		f := fileOf(t, name, text)
		return f.Diagnose(f.Read(&r, none{}, Options{})).Hint
	}
	for _, text := range []string{`{"a": 1,}`, `[1, ]`, "{\n// x\n}", `[1/* x */]`, `[/* x */]`, `{a: 1}`, `{'a': 1}`, `{"a": 'b'}`} {
		for _, name := range []string{"Room1.yy", "Game.yyp", "a.json5", "a.JSONC"} {
			require.Contains(t, hint(name, text), "can convert the whole file", "%s: %s", name, text)
		}
		require.NotContains(t, hint("a.json", text), "convert", text)
	}
	require.NotContains(t, hint("a.yy", `{"a": 1`), "convert", "this is no JSON5 either")
	require.NotContains(t, hint("a.json5", `[# x]`), "convert")
}

// A level with a merge in it says so, wherever in it the first line of that is.
func TestAMergeThatIsNotResolvedIsTold(t *testing.T) {
	var r Reader
	sides := func(a, b string) string { return "<<<<<<< HEAD\n" + a + "\n=======\n" + b + "\n>>>>>>> caves\n" }
	for _, c := range []struct{ name, before, text string }{
		{"a.xml", "", sides(`<a n="1"/>`, `<a n="2"/>`)},
		{"a.xml", "<level>\n", sides(`<a n="1"/>`, `<a n="2"/>`) + "</level>\n"},
		{"a.xml", "<level\n", sides(` n="1"`, ` n="2"`) + ">\n</level>\n"},
		{"a.tmx", "<map><data>1,2,\r\n", strings.ReplaceAll(sides(`3,4`, `5,6`), "\n", "\r\n") + "</data></map>\n"},
		{"a.json", "", sides(`{"n": 1}`, `{"n": 2}`)},
		{"a.json", "{\n", sides(`"n": 1,`, `"n": 2,`) + "\"m\": 3}\n"},
		{"a.json", "{\"n\":\n", sides(`1`, `2`) + "}\n"},
		{"a.json", "[1\n", sides(`,1`, `,2`) + "]\n"},
		{"a.json", "[1,\n2\n", "=======\n3]\n"},
		{"a.json", "[1,\n2\n", ">>>>>>> caves\n]\n"},
	} {
		f := fileOf(t, c.name, c.before+c.text)
		d := f.Diagnose(f.Read(&r, none{}, Options{}))
		require.Contains(t, d.Message, "a merge has left its conflict", c.text)
		require.Contains(t, d.Hint, "<<<<<<<")
		require.Equal(t, 1+strings.Count(c.before, "\n"), d.Line)
		require.Empty(t, d.Related)
	}
	for _, text := range []string{"[1,\n <<<<<<< HEAD\n", "[1,\n<<<<<<<<\n", "[1,\n======\n"} {
		f := fileOf(t, "a.json", text)
		require.NotContains(t, f.Diagnose(f.Read(&r, none{}, Options{})).Message, "merge")
	}
}

func TestSeveralValuesAreToldToGoIntoAnArray(t *testing.T) {
	var r Reader
	var e *Error
	require.ErrorAs(t, fileOf(t, "a.jsonl", "{\"a\":1}\n{\"a\":2}\n").Read(&r, none{}, Options{}), &e)
	require.Contains(t, e.Hint, "JSON Lines")
	require.ErrorAs(t, fileOf(t, "a.json", "{\"a\":1}}").Read(&r, none{}, Options{}), &e)
	require.NotContains(t, e.Hint, "JSON Lines")
}

func TestWhatCannotBeOpenedIsNamed(t *testing.T) {
	dir := t.TempDir()
	_, err := Open(dir)
	require.EqualError(t, err, dir+" is a directory")
	missing := filepath.Join(dir, "missing.xml")
	_, err = Open(missing)
	require.EqualError(t, err, missing+" does not exist")
	require.ErrorIs(t, err, fs.ErrNotExist)
	if runtime.GOOS == "windows" || os.Getuid() <= 0 {
		t.Skip("no file that this user may not read")
	}
	secret := filepath.Join(dir, "secret.xml")
	require.NoError(t, os.WriteFile(secret, nil, 0))
	_, err = Open(secret)
	require.ErrorIs(t, err, fs.ErrPermission)
	require.ErrorContains(t, err, secret)
}

func TestWhatCanBeReadOnceIsSpooledAndRemoved(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	t.Setenv("TMP", tmp)
	f, err := Spool(strings.NewReader("<a>\n<b x='y'/></a>"), "-")
	require.NoError(t, err)
	var r Reader
	require.NoError(t, f.Read(&r, none{}, Options{}))
	p, err := f.Position(Pos{Off: 10, Member: "x"})
	require.NoError(t, err)
	require.Equal(t, Place{Line: 2, Col: 7, Text: "<b x='y'/></a>", At: 6}, p)
	require.NoError(t, f.Close())
	left, err := os.ReadDir(tmp)
	require.NoError(t, err)
	require.Empty(t, left)

	// The text of UTF-16 is a temporary file as well.
	f, err = Spool(strings.NewReader(wideText("<a>\n<b/></a>")), "-")
	require.NoError(t, err)
	p, err = f.Position(Pos{Off: 5})
	require.NoError(t, err)
	require.Equal(t, Place{Line: 2, Col: 2, Text: "<b/></a>", At: 1}, p)
	require.NoError(t, f.Close())
	left, err = os.ReadDir(tmp)
	require.NoError(t, err)
	require.Empty(t, left)

	boom := errors.New("boom")
	_, err = Spool(io.MultiReader(strings.NewReader("<a"), failing{boom}), "-")
	require.ErrorIs(t, err, boom)
	left, err = os.ReadDir(tmp)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestAFileThatChangesWhileItIsReadIsNoticed(t *testing.T) {
	f := fileOf(t, "a.xml", "<a></b>")
	require.NoError(t, os.Chtimes(f.Name, time.Time{}, time.Now().Add(time.Hour)))
	var r Reader
	require.ErrorIs(t, f.Read(&r, none{}, Options{}), ErrChanged)

	f = fileOf(t, "a.json", "{}")
	require.NoError(t, os.WriteFile(f.Name, []byte(`{"a":1}`), 0o600))
	require.ErrorIs(t, f.Read(&r, none{}, Options{}), ErrChanged)
}

// The hint of an end tag that does not match tells one that is missing in front of it from
// one that is misspelt, or has no element.
func TestWhatIsWrongWithAnEndTag(t *testing.T) {
	for text, hint := range map[string]string{
		"<a><body></a>":    "write </body> in front of it",
		"<a><body><c></a>": "write </c> in front of it",
		"<long-name-of-it><body></long-name-of-it>": "write </body> in front of it",
		"<a><body></boby></a>":                      "write </body>",
		"<a><body/></body></a>":                     "write </a>, or remove it: no <body> is open here",
		"<a></b>":                                   "write </a>, or remove it: no <b> is open here",
		strings.Repeat("<a>", 200) + "<b></a>":      "write </b> in front of it",
		"<a>" + strings.Repeat("<b>", 200) + "</a>": "write </b> in front of it",
	} {
		f := fileOf(t, "a.xml", text)
		var r Reader
		for range 2 {
			require.Equal(t, hint, f.Diagnose(f.Read(&r, none{}, Options{})).Hint, text[:min(len(text), 50)])
		}
	}
}

func TestAnErrorBecomesADiagnostic(t *testing.T) {
	f := fileOf(t, "a.xml", "<a>\n  <b>\n</a>")
	var r Reader
	d := f.Diagnose(f.Read(&r, none{}, Options{}))
	require.Equal(t, "the end tag </a> does not match <b>", d.Message)
	require.Equal(t, 3, d.Line)
	require.Equal(t, 3, d.Col)
	require.Equal(t, "</a>", d.Source.Text)
	require.Equal(t, 2, d.Source.At)
	require.Len(t, d.Related, 1)
	require.Equal(t, 2, d.Related[0].Line)
	_, err := Open(filepath.Join(t.TempDir(), "x"))
	d = (*File)(nil).Diagnose(err)
	require.Contains(t, d.Message, "does not exist")
	require.Zero(t, d.Line)
}

func TestAFileGivesItsBytes(t *testing.T) {
	f := fileOf(t, "a.xml", "<a/>")
	b, err := io.ReadAll(io.NewSectionReader(f, 1, f.Size()))
	require.NoError(t, err)
	require.Equal(t, "a/>", string(b))
	require.Equal(t, "XML JSON unknown", fmt.Sprint(f.Format, " ", JSON, " ", Unknown))
}

func TestErrorsThatAreNotOursBecomeDiagnosticsToo(t *testing.T) {
	f := fileOf(t, "a.xml", "<a/>")
	d := f.Diagnose(ErrStopped)
	require.Equal(t, f.Name, d.File)
	require.Equal(t, ErrStopped.Error(), d.Message)
	d = f.Diagnose(&Error{Off: -1, Msg: "all of it", Hint: "try"})
	require.Zero(t, d.Line)
	require.Equal(t, "try", d.Hint)
	require.Equal(t, "all of it", (&Error{Off: -1, Msg: "all of it"}).Error())
}
