package editor

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// lack is a file that another one refers to, and that cannot be read.
type lack struct {
	in   *Doc
	path string
}

// lacking is the report of a lack, and how often the file refers to it: a map does so to a
// template for each object.
type lacking struct {
	diag.Diagnostic
	times int
}

// missing reports a file that does not exist, or is wrong. ref is how it was referred to.
func (t *Translation) missing(from Place, ref, path string, err error) {
	var bad *badFile
	if errors.As(err, &bad) {
		if t.Once("bad " + t.Known(path)) {
			t.level.Found.Add(bad.file.Diagnose(bad.err))
		}
		return
	}
	key := lack{from.Doc, path}
	if i, known := t.lacks[key]; known {
		t.lacking[i].times++
		return
	}
	if !t.mayReport(t.Options.Missing) { // to look for what was meant costs more than to count
		return
	}
	hint := ""
	if t.Options.Missing == diag.Error {
		hint = "--missing=warn builds the level without it"
	}
	d := diagnosis(t.Options.Missing, from, hint, "%s", strings.TrimSpace(err.Error()))
	if errors.Is(err, fs.ErrNotExist) && isOfDrive(ref) && !filepath.IsAbs(ref) {
		d.Message, d.Hint = fmt.Sprintf("%s does not exist: that is an absolute path of another computer", Clip(ref)), "save the file where its editor finds what it refers to"
		if hint != "" {
			d.Hint += "; " + hint
		}
	} else if errors.Is(err, fs.ErrNotExist) {
		d.Missing = path
		if meant := meantBy(source.Near(path), d.File); meant != "" {
			d.Hint = meant
		}
	}
	if t.lacks == nil {
		t.lacks = map[lack]int{}
	}
	t.lacks[key] = len(t.lacking)
	t.lacking = append(t.lacking, lacking{d, 1})
}

// reportLacks ends the report of what is missing.
func (t *Translation) reportLacks() {
	for _, l := range t.lacking {
		if l.times > 1 {
			l.Message += fmt.Sprintf("; this file refers to it %d times", l.times)
		}
		t.level.Found.Add(l.Diagnostic)
	}
}

// isOfDrive reports whether a path begins with a drive of Windows.
func isOfDrive(path string) bool {
	return len(path) > 2 && path[1] == ':' && (path[2] == '/' || path[2] == '\\') && (path[0]|0x20 >= 'a' && path[0]|0x20 <= 'z')
}

// meantBy returns a hint at a file that was probably meant by another, which in refers to.
func meantBy(near, in string) string {
	if near == "" || near == filepath.Clean(in) { // a map is not the tileset of its name
		return ""
	}
	return fmt.Sprintf("did you mean %q?", near)
}

// Hints makes hints in remembered warnings anew, which depend on what is in folders now.
// The zero value is ready to use.
type Hints struct{ near map[string]string }

// Renew returns a warning with the hint that it would get now.
func (h *Hints) Renew(d diag.Diagnostic) diag.Diagnostic {
	if d.Missing == "" {
		return d
	}
	near, known := h.near[d.Missing]
	if !known {
		if h.near == nil {
			h.near = map[string]string{}
		}
		near = source.Near(d.Missing)
		h.near[d.Missing] = near
	}
	d.Hint = meantBy(near, d.File)
	return d
}
