package operand

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/folded"
	"github.com/levelc/levelc/cmd/levelc/internal/samefile"
)

// Target is one source of a call with several levels.
type Target struct {
	Path string // as it was named, or - for standard input
	Rel  string // its path below the folder or pattern by which it was found

	Found bool // by a folder or a pattern, and nobody has named it
}

// expander finds the sources that the arguments of a command line name.
type expander struct {
	here    samefile.Folder
	skip    folded.Paths // files that are not levels
	seen    folded.Paths
	index   map[string]int // of targets, by what seen has
	targets []Target
	list    diag.List
}

// Expand replaces folders by the levels in them and patterns by what they match, in a
// fixed order and each file once. An argument that names nothing becomes a diagnostic;
// the error is that of an invalid pattern. A file that exists is never a pattern. skip
// is the path of a file that is not a level, or empty.
func Expand(args []string, skip string) ([]Target, *diag.List, error) {
	return newExpander(samefile.FoldsNames).expand(args, skip)
}

func newExpander(folds bool) *expander {
	exact := folded.Paths{Exact: !folds} // a folder that tells capitals apart has both files for a reason
	return &expander{here: samefile.Here(), skip: exact, seen: exact, index: map[string]int{}}
}

func (e *expander) expand(args []string, skip string) ([]Target, *diag.List, error) {
	if skip != "" {
		e.skip.First(e.here.Absolute(skip))
	}
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case arg == "-":
			e.add(arg, arg, false)
		case err == nil && info.IsDir():
			e.folder(arg)
		case err != nil && IsPattern(arg):
			if err := e.pattern(arg); err != nil {
				return nil, nil, fault.Usage(err)
			}
		default: // if it cannot be read, opening it will say so
			e.add(arg, filepath.Base(arg), false)
		}
	}
	return e.targets, &e.list, nil
}

func (e *expander) add(p, rel string, found bool) {
	first, again := e.seen.First(e.here.Absolute(p))
	if again && p != "-" {
		t := &e.targets[e.index[first]]
		t.Found = t.Found && found
		return
	}
	e.index[first] = len(e.targets)
	e.targets = append(e.targets, Target{p, rel, found})
}

// extensions are those of the files that a folder stands for. Files that levels of
// editors refer to have other extensions, except that some are called .json too.
var extensions = []string{".xml", ".json", ".tmx", ".tmj", ".world", ".ldtk"}

// folder adds the files below dir that have an extension of levels. It leaves out
// hidden files and hidden folders.
func (e *expander) folder(dir string) {
	found := e.walk(dir, func(rel string) bool {
		return slices.Contains(extensions, strings.ToLower(filepath.Ext(rel)))
	})
	if !found {
		n := len(extensions) - 1
		names := strings.Join(extensions[:n], ", ") + " or " + extensions[n]
		hint := fmt.Sprintf("a pattern takes files of other names, as in '%s'", filepath.ToSlash(filepath.Join(dir, "**", "*.scene")))
		e.list.Add(diag.Diagnostic{File: dir, Message: "has no " + names + " file in it", Hint: hint})
	}
}

// walk adds the files below dir that keep accepts. A folder that cannot be read becomes
// a diagnostic.
func (e *expander) walk(dir string, keep func(rel string) bool) (found bool) {
	// The function never returns an error but SkipDir, so the walk has none.
	_ = WalkFolder(dir, func(p string, d fs.DirEntry, err error) error {
		hidden := p != dir && strings.HasPrefix(filepath.Base(p), ".")
		switch {
		case err != nil:
			found = true
			e.list.Add(diag.Diagnostic{File: p, Message: fmt.Sprintf("cannot be read: %v", fault.PlainCause(err))})
			return nil
		case d.IsDir() && hidden:
			return filepath.SkipDir
		case d.IsDir() || hidden:
			return nil
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil || !keep(rel) || e.skip.Has(e.here.Absolute(p)) {
			return nil
		}
		if !d.Type().IsRegular() { // a link may lead to anything
			if info, err := os.Stat(p); err == nil && !info.Mode().IsRegular() {
				return nil
			}
		}
		found = true
		e.add(p, rel, true)
		return nil
	})
	return found
}

// IsPattern reports whether an argument has a wildcard. It is no pattern if a file of that
// name exists.
func IsPattern(s string) bool { return strings.ContainsAny(s, "*?[") }

// splitPattern divides a pattern into the folder before the first wildcard and
// the parts behind that. A folder that exists by that name is no wildcard: where the
// backslash divides paths, its brackets could not be escaped.
func splitPattern(arg string) (string, []string) {
	parts := strings.Split(filepath.ToSlash(arg), "/")
	fixed, dir := 0, "."
	for fixed < len(parts)-1 {
		next := filepath.Clean(filepath.FromSlash(strings.Join(parts[:fixed+1], "/") + "/"))
		if IsPattern(parts[fixed]) && !isFolder(next) {
			break
		}
		fixed, dir = fixed+1, next
	}
	return dir, parts[fixed:]
}

// PatternFolder returns the folder below which the files of a pattern are.
func PatternFolder(arg string) string {
	dir, _ := splitPattern(arg)
	return dir
}

// pattern adds the files that match. ** stands for any number of folders.
func (e *expander) pattern(arg string) error {
	dir, parts := splitPattern(arg)
	for _, part := range parts {
		if _, err := path.Match(part, ""); err != nil {
			return fmt.Errorf("%s is no pattern: a [ is not closed", arg)
		}
	}
	found := false
	if isFolder(dir) {
		found = e.walk(dir, func(rel string) bool {
			return matches(parts, strings.Split(filepath.ToSlash(rel), "/"))
		})
	}
	if !found {
		e.list.Add(diag.Diagnostic{Message: "no file matches " + arg})
	}
	return nil
}

// matches reports whether the parts of a pattern match those of a path. Each
// ** of the pattern costs a walk over the path, which is short.
func matches(pattern, parts []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			for len(pattern) > 1 && pattern[1] == "**" {
				pattern = pattern[1:]
			}
			for i := range parts {
				if matches(pattern[1:], parts[i:]) {
					return true
				}
			}
			return len(pattern) == 1
		}
		if len(parts) == 0 {
			return false
		}
		if ok, err := path.Match(pattern[0], parts[0]); !ok || err != nil {
			return false
		}
		pattern, parts = pattern[1:], parts[1:]
	}
	return len(parts) == 0
}
