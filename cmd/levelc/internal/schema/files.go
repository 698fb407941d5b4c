package schema

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"
)

// Files lists the files that the type of spec depends on: the Go files of its package
// and of those that it imports, and the go.mod of their modules. It leaves out the
// standard library and the module cache, because files there do not change. Paths are
// sorted, and relative if they are in the current folder.
func Files(ctx context.Context, spec string, o Options) ([]string, error) {
	pkgs, err := list(ctx, spec, o)
	if err != nil {
		return nil, err
	}
	return Near(filesOf(pkgs)), nil
}

// list asks the go tool for the package of spec and all that it imports, without
// reading them.
func list(ctx context.Context, spec string, o Options) ([]*packages.Package, error) {
	path, _ := split(spec)
	cfg, pattern := o.config(ctx, path)
	cfg.Mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule
	pkgs, err := packages.Load(cfg, pattern)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, &Error{Spec: spec, Msg: "the package does not load", Notes: notes(lines(err.Error())), Err: err}
	}
	return pkgs, nil
}

// config returns where and for which package to ask the go tool. The go tool looks for
// the module around its own folder. So it is called in the folder of the package, and
// levelc need not be called within the game's module.
func (o Options) config(ctx context.Context, path string) (cfg *packages.Config, pattern string) {
	cfg = &packages.Config{Context: ctx, Dir: o.Dir, Env: o.Env}
	if !isFolder(path) {
		return cfg, path
	}
	cfg.Dir = folderOf(path, o)
	return cfg, "."
}

// Folder returns the folder of a spec's package, if the spec is not an import path.
func Folder(spec string) string {
	if path, _ := split(spec); isFolder(path) {
		return filepath.FromSlash(path)
	}
	return ""
}

// folderOf returns the folder of a package that is given by its place.
func folderOf(path string, o Options) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(o.Dir, path)
}

// filesOf returns absolute paths.
func filesOf(pkgs []*packages.Package) []string {
	var found []string
	packages.Visit(pkgs, func(p *packages.Package) bool {
		m := p.Module
		if m == nil || m.Version != "" && m.Replace == nil || m.Replace != nil && m.Replace.Version != "" {
			return m != nil // the standard library imports only itself
		}
		found = append(found, p.GoFiles...)
		if m.GoMod != "" {
			found = append(found, m.GoMod)
		}
		return true
	}, nil)
	slices.Sort(found)
	return slices.Compact(found)
}

// Near returns the names of files as Files does, from absolute paths.
func Near(files []string) []string {
	files = slices.Clone(files)
	if here, err := os.Getwd(); err == nil {
		for i, f := range files {
			if rel, err := filepath.Rel(here, f); err == nil && filepath.IsLocal(rel) {
				files[i] = rel
			}
		}
	}
	slices.Sort(files)
	return files
}
