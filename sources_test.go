package levelc_test

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// sourceFile is a Go file that is no test, and what it imports.
type sourceFile struct {
	name    string // with slashes, from the module's root
	imports []string
}

// parsePackages reads the imports of every package of a module, by folder. It
// reads all files whatever their build tags, so that an import for another
// system is seen on this one. Nested modules, tests and folders that the Go
// tool ignores are left out, except the module's own testdata folder, whose
// packages are imported by name.
func parsePackages(module fs.FS) (map[string][]sourceFile, error) {
	packages := make(map[string][]sourceFile)
	err := fs.WalkDir(module, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return skipFolder(module, name)
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		imports, err := parseImports(module, name)
		if err != nil {
			return err
		}
		packages[path.Dir(name)] = append(packages[path.Dir(name)], sourceFile{name, imports})
		return nil
	})
	return packages, err
}

// skipFolder returns fs.SkipDir for a folder that is no part of the module.
func skipFolder(module fs.FS, name string) error {
	if name == "." || name == "testdata" {
		return nil
	}
	base := path.Base(name)
	if base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
		return fs.SkipDir
	}
	_, err := fs.Stat(module, path.Join(name, "go.mod"))
	switch {
	case err == nil:
		return fs.SkipDir
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return err
}

// parseImports reads a file's import paths.
func parseImports(module fs.FS, name string) ([]string, error) {
	text, err := fs.ReadFile(module, name)
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var imports []string
	for _, spec := range file.Imports {
		value, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		imports = append(imports, value)
	}
	return imports, nil
}
