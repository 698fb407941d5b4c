// Typecheck checks packages and their tests as the compiler of each of some systems would,
// from their sources and those of all that they import. That takes a tenth of the time of
// compiling them.
//
//	go run .ci/typecheck.go freebsd/amd64,linux/386,linux/amd64/simd ./...
//
// The third part is a GOEXPERIMENT.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: typecheck SYSTEM/ARCHITECTURE[/EXPERIMENT],... PACKAGE...")
		os.Exit(2)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		fmt.Fprintln(os.Stderr, "go env:", err)
		os.Exit(2)
	}
	library = filepath.Join(strings.TrimSpace(string(root)), "src") + string(filepath.Separator)
	wrong := 0
	for system := range strings.SplitSeq(os.Args[1], ",") {
		wrong += check(system, os.Args[2:])
	}
	if wrong > 0 {
		os.Exit(1)
	}
}

// parsed are the files of the systems before: most are the same for all of them. What is
// wrong with one is said once.
var (
	files    = token.NewFileSet()
	parsed   = map[string]*ast.File{}
	parsedMu sync.Mutex
)

func parse(set *token.FileSet, name string, src []byte) (*ast.File, error) {
	parsedMu.Lock()
	f := parsed[name]
	parsedMu.Unlock()
	if f != nil {
		return f, nil
	}
	f, err := parser.ParseFile(set, name, src, parser.AllErrors|parser.ParseComments|parser.SkipObjectResolution)
	if f != nil && ofGo(name) {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				fn.Body = nil
			}
		}
	}
	parsedMu.Lock()
	parsed[name] = f
	parsedMu.Unlock()
	return f, err
}

// ofGo returns whether a file is of Go's own library. Of that, what is declared counts; in its
// functions nothing is wrong for any system, and they are a third of all that there is to check.
func ofGo(name string) bool { return strings.HasPrefix(name, library) }

// library is their folder. A program with trimmed paths does not know it itself.
var library string

// check returns how much is wrong.
func check(system string, patterns []string) (wrong int) {
	name, arch, _ := strings.Cut(system, "/")
	arch, experiment, _ := strings.Cut(arch, "/")
	found, err := packages.Load(&packages.Config{
		Fset: files, ParseFile: parse,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesSizes,
		Env:   append(os.Environ(), "GOOS="+name, "GOARCH="+arch, "GOEXPERIMENT="+experiment, "CGO_ENABLED=0"),
		Tests: true,
	}, patterns...)
	if err != nil {
		fmt.Printf("%s: %v\n", system, err)
		return 1
	}
	said := map[string]bool{}
	packages.Visit(found, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			if e.Kind == packages.TypeError && len(p.GoFiles) > 0 && ofGo(p.GoFiles[0]) {
				continue // an import that only functions use
			}
			if text := fmt.Sprintf("%s: %v", system, e); !said[text] { // a package and its tests have the same files
				said[text] = true
				fmt.Println(text)
			}
		}
	})
	fmt.Printf("%s: %d packages\n", system, len(found))
	if len(found) == 0 {
		return 1
	}
	return len(said)
}
