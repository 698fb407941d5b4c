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

// missing reports a file that does not exist, or is wrong. ref is how it was referred to.
func (t *Translation) missing(from Place, ref, path string, err error) {
	var bad *badFile
	if errors.As(err, &bad) {
		if t.Once("bad " + t.Known(path)) {
			t.level.Found.Add(bad.file.Diagnose(bad.err))
		}
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
	t.level.Found.Add(d)
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

// Errorf reports an error. The level will not be built, but the translation should go
// on, to find what else is wrong.
func (t *Translation) Errorf(at Place, hint, msg string, args ...any) {
	t.report(diag.Error, at, nil, hint, msg, args...)
}

// Warnf reports something odd that does no harm.
func (t *Translation) Warnf(at Place, hint, msg string, args ...any) {
	t.report(diag.Warning, at, nil, hint, msg, args...)
}

// Lackf reports something other than a file that the level refers to and that is not there:
// as Options.Missing says. without is what a warning in place of the error would do.
func (t *Translation) Lackf(at Place, by *Cause, hint, without, msg string, args ...any) {
	if t.Options.Missing == diag.Error {
		hint += "; --missing=warn " + without
	}
	t.report(t.Options.Missing, at, by, hint, msg, args...)
}

// WarnOnce is Warnf for recurring warnings: the same words are reported once in a
// translation.
func (t *Translation) WarnOnce(at Place, hint, msg string, args ...any) {
	t.WarnOnceFor(fmt.Sprintf(msg, args...), at, hint, msg, args...)
}

// WarnOnceFor is WarnOnce for words that differ each time: it reports one warning for
// each key.
func (t *Translation) WarnOnceFor(key string, at Place, hint, msg string, args ...any) {
	if t.Once(key) {
		t.Warnf(at, hint, msg, args...)
	}
}

// Once reports whether it is called for the first time with a key.
func (t *Translation) Once(key string) bool {
	t.did++
	again := t.told[key]
	t.told[key] = true
	return !again
}

// leastFound is how many problems of one severity are kept, even if Options.Keep is
// less.
const leastFound = 1000

// Cause is another place that a problem involves. Says says what is there.
type Cause struct {
	At   Place
	Says string
}

// ErrorfBecause is Errorf for errors that involve another place.
func (t *Translation) ErrorfBecause(at Place, by Cause, hint, msg string, args ...any) {
	t.report(diag.Error, at, &by, hint, msg, args...)
}

// WarnfBecause is Warnf for warnings that involve another place.
func (t *Translation) WarnfBecause(at Place, by Cause, hint, msg string, args ...any) {
	t.report(diag.Warning, at, &by, hint, msg, args...)
}

// report reports a problem. by is nil if it involves no other place.
func (t *Translation) report(s diag.Severity, at Place, by *Cause, hint, msg string, args ...any) {
	if !t.mayReport(s) {
		return
	}
	d := diagnosis(s, at, hint, msg, args...)
	if by != nil {
		_ = by.At.Doc.File.Relate(&d, by.At.Pos, by.Says) // as in diagnosis
	}
	t.level.Found.Add(d)
}

// mayReport reports whether one more problem is kept. Otherwise it counts it.
func (t *Translation) mayReport(s diag.Severity) bool {
	t.did++
	found := &t.level.Found
	if most := max(t.Options.Keep, leastFound); t.kept[s] >= most {
		if !t.full[s] {
			t.kept[s] = found.Count(s) // without repetitions
			t.full[s] = t.kept[s] >= most
		}
		if t.full[s] {
			found.More(s, 1)
			return false
		}
	}
	t.kept[s]++
	return true
}

func diagnosis(s diag.Severity, at Place, hint, msg string, args ...any) diag.Diagnostic {
	d := diag.Diagnostic{Severity: s, Message: fmt.Sprintf(msg, args...), Hint: hint}
	// If the place cannot be found any more, the message has none.
	_ = at.Doc.File.Locate(&d, at.Pos)
	return d
}

// Lose notes the id of a node whose kind is not known, because a file could not be read.
func (t *Translation) Lose(id string) {
	if t.level.Lost == nil {
		t.level.Lost = map[string]bool{}
	}
	t.level.Lost[id] = true
}

func (t *Translation) oddText(at Place, char string) {
	t.Errorf(at, "remove it", "a text has %s, which XML has not, and levels are texts of both", char)
}
