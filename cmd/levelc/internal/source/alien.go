package source

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/format"
)

// alien is a kind of file that is taken for a source by mistake, as its first bytes
// show. XML and JSON cannot begin with them.
type alien struct {
	magic string
	msg   string
	hint  string
}

const otherwise = "a level is read from XML or JSON, does the program export one of them?"

const unpack = "unpack it, and name the file that was in it"

var aliens = []alien{
	{"\x1f\x8b", "this is compressed with gzip", unpack},
	{"\x28\xb5\x2f\xfd", "this is compressed with zstd", unpack},
	{"BZh", "this is compressed with bzip2", unpack},
	{"\xfd7zXZ\x00", "this is compressed with xz", unpack},
	{"PK\x03\x04", "this is a zip archive", unpack},
	{"\x89PNG\r\n", "this is a PNG image", "name the level that shows it"},
	{"\xff\xd8\xff", "this is a JPEG image", "name the level that shows it"},
	{"[gd_scene", "this is a scene of Godot", otherwise},
	{"[gd_resource", "this is a resource of Godot", otherwise},
	{"%YAML", "this is YAML", otherwise},
	{"---\n", "this is YAML", otherwise},
	{"version https://git-lfs.github.com/spec/", "this is a pointer of Git LFS, and the file is not here", "git lfs pull fetches it"},
}

// alienIn returns the reason why a file with this beginning is no source, or nil.
func alienIn(head []byte) error {
	if format.IsLevel(head) {
		return syntax(0, "this is a compiled level, not a source").advise("levelc dump --as xml writes a source that compiles to it")
	}
	for _, a := range aliens {
		if bytes.HasPrefix(head, []byte(a.magic)) {
			return &Error{Msg: a.msg, Hint: a.hint, Err: ErrSyntax}
		}
	}
	switch {
	case len(head) > 0 && len(bytes.Trim(head, "\x00")) == 0:
		return syntax(0, "this file begins with zeros only").advise(zeroHint)
	case !isScript(head):
		return nil
	}
	if bytes.Contains(head, []byte("onTileMapLoaded")) || bytes.Contains(head, []byte("tiledversion =")) {
		return syntax(0, "this is a map that Tiled has exported as a script").advise("name the map itself (.tmx), or export it as JSON (.tmj)")
	}
	return syntax(0, "this is a script, and levelc runs none").advise(`keep the level only, from "{" to "}", and see that its names stand in double quotes`)
}

// isScript reports whether a file begins as JavaScript does, or another script that makes
// a level of data: with an assignment, a call or a keyword.
func isScript(head []byte) bool {
	b := bytes.TrimPrefix(head, []byte(utf8Mark))
	for {
		b = bytes.TrimLeft(b, " \t\r\n")
		end := "\n"
		if bytes.HasPrefix(b, []byte("/*")) {
			end = "*/"
		} else if !bytes.HasPrefix(b, []byte("//")) {
			break
		}
		_, b, _ = bytes.Cut(b, []byte(end))
	}
	rest := bytes.TrimLeftFunc(b, func(r rune) bool {
		return r == '.' || r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r)
	})
	word := string(b[:len(b)-len(rest)])
	spaces := len(rest)
	rest = bytes.TrimLeft(rest, " \t\r\n")
	spaces -= len(rest)
	starts := func(s string) bool { return bytes.HasPrefix(rest, []byte(s)) }
	switch word {
	case "":
		return starts("(function") || starts("(()") || starts(`"use strict"`)
	case "var", "let", "const", "local", "export":
		return spaces > 0
	case "return":
		return starts("{") || starts("[")
	}
	if word[0] >= '0' && word[0] <= '9' {
		return false
	}
	if starts("=") {
		rest = bytes.TrimLeft(rest[1:], " \t\r\n")
		return starts("{") || starts("[")
	}
	return starts("(") && spaces == 0
}

// conflict begins the lines with which Git divides the two sides of a merge.
var conflict = [...]string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"}

// blameMerge explains a syntax error on such a line by the merge: the character that
// did not fit tells nothing more.
func blameMerge(d *diag.Diagnostic) {
	if d.Source.At != d.Col-1 { // Source does not have the line's beginning
		return
	}
	for _, mark := range conflict {
		if rest, ok := strings.CutPrefix(d.Source.Text, mark); ok && (rest == "" || rest[0] == ' ') {
			d.Message = "a merge has left its conflict here"
			d.Hint = "keep what is right of its sides, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>"
			d.Related = nil
		}
	}
}
