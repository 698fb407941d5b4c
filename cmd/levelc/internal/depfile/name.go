package depfile

import (
	"fmt"
	"strings"
)

// NameError has the names that cannot stand in a depfile, each once.
type NameError struct{ Names []string }

func (e *NameError) Error() string {
	what, which := "the name", "it"
	if len(e.Names) > 1 {
		what, which = "the names", "them"
	}
	quoted := make([]string, len(e.Names))
	for i, n := range e.Names {
		quoted[i] = fmt.Sprintf("%q", n)
	}
	return fmt.Sprintf("%s %s cannot stand in a depfile, as make or ninja would read %s as something else", what, strings.Join(quoted, ", "), which)
}

// splitsOld is what ninja takes for a gap between two names, until version 1.12. Newer
// versions and make take it for a part of the name.
const splitsOld = `'"&`

// Misread returns the names that ninja 1.12 and older ones do not read as they are, each once:
// sources before levels, because most levels are named after their sources.
func Misread(rules []Rule, common []string) []string {
	var names []string
	seen := map[string]bool{"-": true}
	add := func(name string) {
		if !seen[name] && strings.ContainsAny(name, splitsOld) {
			seen[name] = true
			names = append(names, name)
		}
	}
	for _, r := range rules {
		for _, s := range r.Sources {
			add(s)
		}
	}
	for _, s := range common {
		add(s)
	}
	for _, r := range rules {
		add(r.Out)
	}
	return names
}
