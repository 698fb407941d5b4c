package schema

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// source is a package whose types were read from its Go files.
type source struct {
	fset    *token.FileSet
	types   *types.Package
	folders *folders
	leftOut []string // Go files of its folder that the build leaves out
}

// check reads the declarations of a package that the go tool has found. Its imports
// come from the compiler's export data, which the go tool makes if it is missing. It is
// not made for the package itself: that would compile the package, and one with many
// stores takes seconds after each change of a type.
//
// The bodies of functions are ignored, because they say nothing about types.
func check(cfg *packages.Config, pattern string, found *packages.Package) (*source, []error) {
	if usesC(found.Dir) {
		return compiled(cfg, pattern)
	}
	s := &source{fset: token.NewFileSet(), folders: newFolders(cfg), leftOut: leftOut(found)}
	var errs []error
	var files []*ast.File
	for _, name := range found.GoFiles {
		f, err := parser.ParseFile(s.fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			errs = append(errs, err)
		}
		files = append(files, f)
	}
	if len(errs) == 0 {
		errs = goErrors(found)
	}
	if len(errs) > 0 {
		return s, errs
	}
	imports, errs := exported(cfg, s.fset, found.Imports)
	if len(errs) > 0 {
		return s, errs
	}
	s.folders.add(imports)
	conf := types.Config{
		Importer:         imports,
		IgnoreFuncBodies: true,
		Sizes:            sizes,
		Error:            func(err error) { errs = append(errs, err) },
	}
	if m := found.Module; m != nil && m.GoVersion != "" {
		conf.GoVersion = "go" + m.GoVersion
	}
	s.types, _ = conf.Check(found.PkgPath, s.fset, files, nil) // errs has what it returns
	return s, errs
}

// compiled reads a package as the go tool compiles it, so that types of C are known.
func compiled(cfg *packages.Config, pattern string) (*source, []error) {
	c := *cfg
	c.Mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo
	c.Fset = token.NewFileSet()
	s := &source{fset: c.Fset, folders: newFolders(cfg)}
	pkgs, err := packages.Load(&c, pattern)
	switch {
	case err != nil:
		return s, []error{err}
	case len(pkgs) == 0:
		return s, []error{errors.New("the package is gone")}
	}
	s.types = pkgs[0].Types
	return s, goErrors(pkgs[0])
}

// goErrors returns what is wrong with a package: what the type checker says or, if that
// is nothing, the go tool, which compiles the package and says the same without good
// positions.
func goErrors(p *packages.Package) []error {
	var errs []error
	for _, e := range p.TypeErrors {
		errs = append(errs, e)
	}
	if len(errs) > 0 {
		return errs
	}
	for _, e := range p.Errors {
		errs = append(errs, e)
	}
	return errs
}

// importer has the packages that a source imports, by their import paths.
type importer map[string]*packages.Package

func (m importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	p := m[path]
	switch {
	case p == nil:
		return nil, errors.New("the go tool does not know it")
	case missing(p):
		return nil, errors.New(strings.Join(strings.Fields(p.Errors[0].Msg), " "))
	}
	return p.Types, nil
}

// missing reports whether there is no such package.
func missing(p *packages.Package) bool { return p.Name == "" && len(p.Errors) > 0 }

// exported reads the export data of packages. Missing ones are left to the import of
// them, which has a position.
func exported(cfg *packages.Config, fset *token.FileSet, imports map[string]*packages.Package) (importer, []error) {
	m := importer{}
	var paths []string
	for _, p := range imports {
		if p.PkgPath != "unsafe" {
			paths = append(paths, p.PkgPath)
		}
	}
	if len(paths) == 0 {
		return m, nil // without a package, the go tool would take that of the folder
	}
	slices.Sort(paths)
	c := *cfg
	c.Fset, c.Mode = fset, packages.NeedName|packages.NeedFiles|packages.NeedExportFile
	pkgs, err := packages.Load(&c, paths...)
	if err == nil && !readExports(fset, pkgs) { // this says where in the Go files the mistakes are
		c.Mode = packages.NeedName | packages.NeedFiles | packages.NeedTypes
		pkgs, err = packages.Load(&c, paths...)
	}
	if err != nil {
		return nil, []error{err}
	}
	var errs []error
	byPath := map[string]*packages.Package{}
	for _, p := range pkgs {
		byPath[p.PkgPath] = p
		if !missing(p) {
			errs = append(errs, goErrors(p)...)
		}
	}
	if len(errs) > 0 {
		// Most often a module is missing, of which a type checker only knows that it has
		// no package.
		if said := refusal(c.Context, &c, "-deps", paths...); len(said) > 0 {
			return nil, []error{errors.New(strings.Join(said, "\n"))}
		}
	} else if slices.ContainsFunc(paths, func(path string) bool { return byPath[path] == nil }) {
		// It has compiled nothing and said nothing: its folder for temporary files may be
		// missing or full.
		if said := refusal(c.Context, &c, "-export", paths...); len(said) > 0 {
			return nil, []error{errors.New(strings.Join(said, "\n"))}
		}
	}
	for path, p := range imports {
		m[path] = byPath[p.PkgPath]
	}
	return m, errs
}

// readExports reads the export data of packages. It reports whether all have some. A
// packages.Load that is asked for types starts another process, to ask for their sizes.
func readExports(fset *token.FileSet, pkgs []*packages.Package) bool {
	if slices.ContainsFunc(pkgs, func(p *packages.Package) bool { return p.ExportFile == "" || len(p.Errors) > 0 }) {
		return false
	}
	view := map[string]*types.Package{} // with those that they import
	for _, p := range pkgs {
		f, err := os.Open(p.ExportFile)
		if err != nil {
			return false
		}
		//lint:ignore SA1019 packages.Load reads it so too, and takes over where this cannot
		r, err := gcexportdata.NewReader(f)
		if err == nil {
			p.Types, err = gcexportdata.Read(r, fset, view, p.PkgPath)
		}
		f.Close()
		if err != nil {
			return false
		}
	}
	return true
}
