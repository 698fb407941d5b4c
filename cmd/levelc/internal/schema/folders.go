package schema

import (
	"path/filepath"

	"golang.org/x/tools/go/packages"
)

// folders finds the files that export data names. Those of packages that were compiled
// with -trimpath have the path of the package in the place of its folder.
type folders struct {
	cfg *packages.Config
	of  map[string]string // package path -> folder; "" if it is not known
}

func newFolders(cfg *packages.Config) *folders {
	return &folders{cfg: cfg, of: map[string]string{}}
}

func (f *folders) add(imports importer) {
	for _, p := range imports {
		if p != nil && p.Dir != "" {
			f.of[p.PkgPath] = p.Dir
		}
	}
}

// file returns where a file of a package is.
func (f *folders) file(name, pkg string) string {
	if filepath.IsAbs(name) {
		return name
	}
	dir, known := f.of[pkg]
	if !known {
		dir = f.ask(pkg)
		f.of[pkg] = dir
	}
	if dir == "" {
		return name
	}
	return filepath.Join(dir, filepath.Base(name))
}

// ask asks the go tool, for packages that are not imported but whose types are used.
func (f *folders) ask(pkg string) string {
	c := *f.cfg
	c.Mode = packages.NeedName | packages.NeedFiles
	pkgs, err := packages.Load(&c, pkg)
	if err != nil || len(pkgs) != 1 {
		return ""
	}
	return pkgs[0].Dir
}
