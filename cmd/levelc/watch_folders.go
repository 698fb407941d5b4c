package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/build"
	"github.com/levelc/levelc/cmd/levelc/internal/operand"
	"github.com/levelc/levelc/cmd/levelc/internal/samefile"
	levelwatch "github.com/levelc/levelc/loader/watch"
)

// watchedPaths is what levelc watch looks at. The maps are by samefile.Key.
type watchedPaths struct {
	dirs    []string        // the folders that are watched
	written []string        // what levelc itself writes
	outs    map[string]bool // the same
	outDirs map[string]bool // folders that are watched only because outputs in them may be removed
	links   map[string]bool // symbolic links on the way to what is read, and files that levels refer to
	named   map[string]bool // hidden files that matter, and hidden folders on the way to what does
}

func (p *watchedPaths) setWritten(depfile string, jobs []build.Job) {
	p.written = p.written[:0]
	if depfile != "" && depfile != "-" {
		p.written = append(p.written, depfile)
	}
	for _, j := range jobs {
		p.written = append(p.written, j.Out)
	}
	here := samefile.Here()
	p.outs = make(map[string]bool, len(p.written))
	for _, out := range p.written {
		p.outs[here.Key(out)] = true
	}
}

// ignore reports whether a change does not matter: it is levelc's own, or that of a
// hidden file that nobody named. Editors keep such files beside the one that is edited. An
// output that is gone matters, and nothing else in a folder that has only outputs.
func (p *watchedPaths) ignore(path string) bool {
	key := samefile.Key(path)
	switch {
	case p.links[key]:
		return false
	case p.outs[key], p.outDirs[key]:
		_, err := os.Lstat(path)
		return err == nil
	case p.outDirs[samefile.Key(filepath.Dir(path))]:
		return true
	}
	return isHidden(path) && !p.named[key]
}

func isHidden(path string) bool {
	name := filepath.Base(path)
	return strings.HasPrefix(name, ".") && name != "." && name != ".."
}

// name notes the path of something that matters, and the hidden folders on the way, which
// may come and go.
func (p *watchedPaths) name(path string) {
	for path = filepath.Clean(path); ; path = filepath.Dir(path) {
		if isHidden(path) {
			p.named[samefile.Key(path)] = true
		}
		if path == filepath.Dir(path) {
			return
		}
	}
}

// folders returns the folders in which a change may matter.
func (w *watching) folders() []string {
	p := &w.paths
	p.dirs, p.links, p.named = nil, map[string]bool{}, map[string]bool{}
	for _, arg := range w.args {
		info, err := os.Stat(arg)
		switch {
		case err == nil && info.IsDir():
			p.file(arg)
			p.tree(arg)
		case err != nil && operand.IsPattern(arg):
			dir := operand.PatternFolder(arg)
			p.name(dir)
			p.tree(dir)
		default:
			p.file(arg)
		}
	}
	if w.Schema != "" {
		p.file(w.Schema)
	}
	for _, o := range w.history.Others() {
		if info, err := os.Stat(o); err == nil && info.IsDir() {
			p.folder(o)
		} else {
			p.file(o)
			p.links[samefile.Key(o)] = true // even if levelc writes it
		}
	}
	if w.Project != "" {
		p.file(w.Project)
	}
	if w.Types != "" {
		for _, dir := range w.history.Inputs.Folders {
			p.folder(dir)
			p.dirs = append(p.dirs, above(dir)...)
		}
		for _, f := range w.history.Inputs.Files {
			if _, err := os.Stat(f); err == nil {
				p.file(f)
			}
		}
	}
	p.outFolders()
	slices.Sort(p.dirs)
	p.dirs = slices.Compact(p.dirs)
	return p.dirs
}

// file adds the folders in which a file and the links on the way to it are.
func (p *watchedPaths) file(path string) {
	p.dirs = append(p.dirs, filepath.Dir(path))
	p.name(path)
	trail, _ := levelwatch.Trail(path)
	for i, name := range trail {
		p.dirs = append(p.dirs, filepath.Dir(name))
		p.name(name)
		if i < len(trail)-1 {
			p.links[samefile.Key(name)] = true
		}
	}
}

func (p *watchedPaths) folder(dir string) {
	p.dirs = append(p.dirs, dir)
	p.name(dir)
}

// tree adds a folder, the one that it is in, and those below it that are not hidden.
func (p *watchedPaths) tree(dir string) {
	p.dirs = append(append(p.dirs, above(dir)...), dir)
	if info, err := os.Lstat(dir); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		p.file(dir)
	}
	_ = operand.WalkFolder(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
		case d.Type()&fs.ModeSymlink != 0:
			p.file(path)
		case !d.IsDir() || path == dir:
		case strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		default:
			p.dirs = append(p.dirs, path)
		}
		return nil
	})
}

// outFolders adds the folders of outputs, and notes those that no other folder is in: one
// that does not exist yet may be watched by way of a folder above it. A folder of outputs
// that does not exist has none that could be removed.
func (p *watchedPaths) outFolders() {
	here, around := samefile.Here(), map[string]bool{}
	for _, dir := range p.dirs {
		for dir = here.Absolute(dir); !around[here.Key(dir)]; dir = filepath.Dir(dir) {
			around[here.Key(dir)] = true
		}
	}
	p.outDirs = map[string]bool{}
	passed := map[string]bool{}
	for _, out := range p.written {
		dir := filepath.Dir(out)
		if passed[dir] { // most levels are in few folders
			continue
		}
		passed[dir] = true
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			continue
		}
		p.dirs = append(p.dirs, dir)
		if key := here.Key(dir); !around[key] {
			p.outDirs[key] = true
		}
	}
}

// above returns the folder that a folder is in, unless it cannot be read and so not be
// watched. That a folder was renamed, and made again, is told on Windows to this one alone.
func above(dir string) []string {
	up := filepath.Dir(filepath.Clean(dir))
	f, err := os.Open(up)
	if err != nil {
		return nil
	}
	f.Close()
	return []string{up}
}
