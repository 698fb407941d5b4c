package main

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

// tally counts the results of several levels.
type tally struct{ made, same, failed int }

// summary is one line about the results; done says what was to be done.
func (t tally) summary(done string) string {
	text := terse.Quantity(t.made, "level") + " " + done
	switch {
	case t.made == 0 && t.same > 0:
		text = terse.Quantity(t.same, "level") + " up to date"
	case t.same > 0:
		text += fmt.Sprintf(", %d up to date", t.same)
	}
	if t.failed > 0 {
		text += fmt.Sprintf(", %d failed", t.failed)
	}
	return text
}
