package source

import (
	"bytes"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
)

// alien is a kind of file that is taken for a source by mistake, as its first bytes
// show. XML and JSON cannot begin with them.
type alien struct {
	magic string
	msg   string
	hint  string
}

const unpack = "unpack it, and name the file that was in it"

var aliens = []alien{
	{"\x89LVL\r\n", "this is a compiled level, not a source", "levelc dump --as xml writes a source that compiles to it"},
	{"\x1f\x8b", "this is compressed with gzip", unpack},
	{"\x28\xb5\x2f\xfd", "this is compressed with zstd", unpack},
	{"BZh", "this is compressed with bzip2", unpack},
	{"\xfd7zXZ\x00", "this is compressed with xz", unpack},
	{"PK\x03\x04", "this is a zip archive", unpack},
	{"\x89PNG\r\n", "this is a PNG image", "name the level that shows it"},
	{"\xff\xd8\xff", "this is a JPEG image", "name the level that shows it"},
	{"version https://git-lfs.github.com/spec/", "this is a pointer of Git LFS, and the file is not here", "git lfs pull fetches it"},
}

// alienIn returns the reason why a file with this beginning is no source, or nil.
func alienIn(head []byte) error {
	for _, a := range aliens {
		if bytes.HasPrefix(head, []byte(a.magic)) {
			return &Error{Msg: a.msg, Hint: a.hint, Err: ErrSyntax}
		}
	}
	return nil
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
