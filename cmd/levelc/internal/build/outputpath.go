package build

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/outfile"
	"github.com/levelc/levelc/cmd/levelc/internal/samefile"
)

// outputPath returns the path of the level.
func (run *Run) outputPath(sources []string) (string, error) {
	switch {
	case run.Output != "":
		return run.Output, outfile.NotStandardOutput(run.Output)
	case len(sources) > 1 && isLevelName(sources[len(sources)-1]):
		return "", fault.Usage(fmt.Errorf("-o is missing: did you mean -o %s?", sources[len(sources)-1]))
	case len(sources) > 1:
		return "", fault.Usage(errors.New("-o is missing: several sources make one level, which needs a name; --outdir makes a level of each"))
	case sources[0] == "-":
		return "", fault.Usage(errors.New("-o is missing: a level from standard input needs a name"))
	case isLevelName(sources[0]):
		return "", fault.Usage(fmt.Errorf("%s has the name of a level: build takes its source, which levelc dump --as xml writes; or -o names another level", sources[0]))
	}
	name := filepath.Base(sources[0])
	return filepath.Join(filepath.Dir(sources[0]), strings.TrimSuffix(name, filepath.Ext(name))+".lvl"), nil
}

// isLevelName reports whether a file is called as a level is.
func isLevelName(path string) bool { return strings.EqualFold(filepath.Ext(path), ".lvl") }

// NotOverSources refuses to write over a source.
func NotOverSources(out string, sources []string) error {
	for _, s := range sources {
		if s != "-" && samefile.Same(s, out) {
			return fault.Usage(fmt.Errorf("-o %s would write over a source", out))
		}
	}
	return nil
}

// notAnInput refuses to write over a file that the level is made of.
func (run *Run) notAnInput(out string, sources []string) error {
	if err := outfile.NotOverGoCode(out); err != nil {
		return err
	}
	if err := NotOverSources(out, sources); err != nil {
		return err
	}
	if run.Schema != "" && samefile.Same(run.Schema, out) {
		return fault.Usage(fmt.Errorf("-o %s would write over the schema", out))
	}
	if run.Project != "" && samefile.Same(run.Project, out) {
		return fault.Usage(fmt.Errorf("-o %s would write over the project", out))
	}
	return nil
}

// notAnOther refuses to write over a file that a source refers to.
func (run *Run) notAnOther(out string, others []string) error {
	for _, p := range []string{out, run.Depfile} {
		if p == "" || p == "-" || len(others) == 0 {
			continue
		}
		path := samefile.To(p)
		if slices.ContainsFunc(others, path.Is) {
			return fault.Usage(fmt.Errorf("%s would be written over a file that the level is made of", p))
		}
	}
	return nil
}
