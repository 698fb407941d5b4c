package editor

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
)

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
