package build

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

// Tally counts the results of several levels: those that were made (or found right), left
// alone, and failed. Changing are those of levelc watch with a source that was written to
// while it was read. They are neither made nor failed, and have to be tried again.
type Tally struct{ Made, Same, Failed, Changing int }

// Summary is one line about the results; done says what was to be done.
func (t Tally) Summary(done string) string {
	text := terse.Quantity(t.Made, "level") + " " + done
	switch {
	case t.Made == 0 && t.Same > 0:
		text = terse.Quantity(t.Same, "level") + " up to date"
	case t.Same > 0:
		text += fmt.Sprintf(", %d up to date", t.Same)
	}
	if t.Failed > 0 {
		text += fmt.Sprintf(", %d failed", t.Failed)
	}
	return text
}
