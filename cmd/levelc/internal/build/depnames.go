package build

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/depfile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
)

// canDepend refuses, before anything is built, names that cannot stand in the depfile. Only
// those of files that sources refer to are not known yet, nor, of one level, those of Go files.
func (run *Run) canDepend(jobs []Job) error {
	if run.Depfile == "" {
		return nil
	}
	var common []string
	switch {
	case run.Schema != "" && run.Schema != "-":
		common = []string{run.Schema}
	case run.resolved != nil:
		common = run.resolved.depends
	}
	rules := rulesOf(jobs)
	_, err := depfile.Text(rules, common)
	return misnamed(err, rules)
}

// misnamed returns a FoundError in place of a depfile.NameError.
func misnamed(err error, rules []depfile.Rule) error {
	var of *depfile.NameError
	if !errors.As(err, &of) {
		return err
	}
	const cannot = "cannot stand in a depfile, as make or ninja would read it as something else"
	wrong := make(map[string]bool, len(of.Names))
	for _, n := range of.Names {
		wrong[n] = true
	}
	found := &FoundError{List: new(diag.List)}
	for _, r := range rules {
		if !wrong[r.Out] {
			continue
		}
		delete(wrong, r.Out)
		if !slices.ContainsFunc(r.Sources, func(s string) bool { return wrong[s] }) { // most levels are named after them
			found.List.Add(diag.Diagnostic{File: r.Sources[0], Message: fmt.Sprintf("the name of its level, %q, %s", r.Out, cannot), Hint: "give the level another name, by that of the source or by -o or --outdir"})
		}
	}
	for n := range wrong {
		found.List.Add(diag.Diagnostic{File: n, Message: "the name " + cannot, Hint: "rename the file"})
	}
	return found
}

// warnOfMisread warns of names that ninja may not read as they are. levelc watch does so only
// once.
func (run *Run) warnOfMisread(d *dependencies, list *diag.List) {
	names := depfile.Misread(d.rules, d.common)
	all := strings.Join(names, "\n")
	if len(names) == 0 || all == run.history.misread {
		return
	}
	run.history.misread = all
	more := ""
	if n := len(names) - 1; n > 0 {
		more = fmt.Sprintf(", and %d more names", n)
		if n == 1 {
			more = ", and one more name"
		}
	}
	list.Add(diag.Diagnostic{File: names[0], Severity: diag.Warning,
		Message: "ninja 1.12 and older ones misread the name in the depfile, as it has a quotation mark or an &" + more,
		Hint:    "make and newer versions of ninja read it; for others, rename the file"})
}
