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

// named is a file of a call, and what messages call it.
type named struct{ what, path string }

// leadsTo says to which of some files a path leads, or returns "".
func leadsTo(path string, files []named) (what string) {
	to := samefile.To(path)
	for _, f := range files {
		if f.path != "" && f.path != "-" && to.Is(f.path) {
			return f.what
		}
	}
	return ""
}

func asSources(paths []string) []named {
	files := make([]named, len(paths))
	for i, p := range paths {
		files[i] = named{"a source", p}
	}
	return files
}

// inputs returns the files that a call names besides the sources.
func (run *Run) inputs() []named {
	return []named{{"the schema", run.Schema}, {"the project", run.Project}}
}

// NotOverSources refuses to write over a source.
func NotOverSources(out string, sources []string) error { return notOver(out, asSources(sources)) }

func notOver(out string, files []named) error {
	if what := leadsTo(out, files); what != "" {
		return fault.Usage(fmt.Errorf("-o %s would write over %s", out, what))
	}
	return nil
}

// notAnInput refuses to write over a file that the level is made of.
func (run *Run) notAnInput(out string, sources []string) error {
	if err := outfile.NotOverGoCode(out); err != nil {
		return err
	}
	return notOver(out, append(asSources(sources), run.inputs()...))
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
