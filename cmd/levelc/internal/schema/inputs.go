package schema

import (
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"hash"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/zeebo/xxh3"
	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/packages"
)

// ErrUnknowable says that the dependencies of a type cannot be listed.
var ErrUnknowable = errors.New("what the types depend on cannot be listed")

// Inputs are everything that the type of a spec depends on, for code that wants to
// remember its schema: as long as Env and Sum stay the same, Load finds the same type.
//
// Files that do not change are left out: those of the module cache, and of the standard
// library, except for its version.
type Inputs struct {
	Files   []string // absolute; their contents count, or their absence
	Folders []string // absolute; the names and contents of their Go files count
	Depends []string // absolute; those that Files returns, for people

	listed []listing // of Folders
}

// listing is a package as the go tool listed it.
type listing struct {
	dir     string
	files   []string // all Go files
	built   []string // those that the build constraints let through
	imports []string // of these
}

// FindInputs asks the go tool, which takes about as long as a Load. The error is
// ErrUnknowable if the go tool is told to take files from elsewhere (-overlay,
// -modfile, a GOPACKAGESDRIVER), or if a package also uses C.
func FindInputs(ctx context.Context, spec string, o Options) (*Inputs, error) {
	env, err := goEnv(ctx, spec, o)
	if err != nil {
		return nil, err
	}
	if err := env.knowable(); err != nil {
		return nil, err
	}
	pkgs, err := list(ctx, spec, o)
	if err != nil {
		return nil, err
	}
	in := &Inputs{Depends: filesOf(pkgs)}
	in.Files = append(in.Files, filepath.Join(env.GOROOT, "VERSION"))
	if env.GOENV != "" && env.GOENV != "off" {
		in.Files = append(in.Files, env.GOENV)
	}
	if env.GOWORK != "" && env.GOWORK != "off" {
		in.workspace(env.GOWORK)
	}
	in.modules(env.dir)
	library := filepath.Join(env.GOROOT, "src")
	packages.Visit(pkgs, func(p *packages.Package) bool {
		switch {
		case p.Dir == "" || inside(library, p.Dir):
			return false // it imports only itself
		case inside(env.GOMODCACHE, p.Dir):
			return true
		}
		if p.Module == nil || usesC(p.Dir) {
			err = ErrUnknowable
		}
		in.Folders = append(in.Folders, p.Dir)
		in.listed = append(in.listed, listing{p.Dir, slices.Concat(p.GoFiles, p.IgnoredFiles), p.GoFiles, slices.Collect(maps.Keys(p.Imports))})
		in.modules(p.Dir)
		return true
	}, nil)
	if err != nil {
		return nil, err
	}
	for _, l := range []*[]string{&in.Files, &in.Folders} {
		slices.Sort(*l)
		*l = slices.Compact(*l)
	}
	return in, nil
}

// modules adds the files of the module and the workspace around dir, and the places
// where others would take precedence.
func (in *Inputs) modules(dir string) {
	found := false
	for {
		if mod := filepath.Join(dir, "go.mod"); !found {
			in.Files = append(in.Files, mod)
			if text, err := readRegular(mod); err == nil {
				found = true
				in.Files = append(in.Files, filepath.Join(dir, "go.sum"), filepath.Join(dir, "vendor", "modules.txt"))
				if f, err := modfile.Parse(mod, text, nil); err == nil { // otherwise the go tool complains
					in.neighbours(dir, f.Replace)
				}
			}
		}
		in.Files = append(in.Files, filepath.Join(dir, "go.work"))
		up := filepath.Dir(dir)
		if up == dir {
			return
		}
		dir = up
	}
}

// workspace adds the modules of a go.work. Each affects the versions of all, even if
// nothing of it is imported.
func (in *Inputs) workspace(work string) {
	dir := filepath.Dir(work)
	in.Files = append(in.Files, work, work+".sum", filepath.Join(dir, "vendor", "modules.txt"))
	text, err := readRegular(work)
	if err != nil {
		return
	}
	f, err := modfile.ParseWork(work, text, nil)
	if err != nil {
		return
	}
	for _, u := range f.Use {
		in.neighbour(dir, u.Path)
	}
	in.neighbours(dir, f.Replace)
}

// neighbours adds the modules that replace others.
func (in *Inputs) neighbours(dir string, replace []*modfile.Replace) {
	for _, r := range replace {
		if r.New.Version == "" {
			in.neighbour(dir, r.New.Path)
		}
	}
}

func (in *Inputs) neighbour(dir, path string) {
	if path = filepath.FromSlash(path); !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	in.Files = append(in.Files, filepath.Join(path, "go.mod"))
}

// AsListed reports whether the folders still have the Go files and these the imports that the
// go tool has listed. What was edited between its look and a Sum may import packages whose
// folders are not in the sum.
func (in *Inputs) AsListed() bool {
	for _, p := range in.listed {
		for _, name := range goFiles(p.dir) {
			if !slices.Contains(p.files, filepath.Join(p.dir, name)) {
				return false
			}
		}
		for _, f := range p.built {
			imports, err := importsOf(f)
			if err != nil || slices.ContainsFunc(imports, func(path string) bool { return !slices.Contains(p.imports, path) }) {
				return false
			}
		}
	}
	return true
}

// inside reports whether path is dir or below it.
func inside(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return dir != "" && err == nil && filepath.IsLocal(rel)
}

// usesC reports whether a Go file of a folder imports C: then headers count.
func usesC(dir string) bool {
	for _, name := range goFiles(dir) {
		if imports, err := importsOf(filepath.Join(dir, name)); err != nil || slices.Contains(imports, "C") {
			return true // or it is not known
		}
	}
	return false
}

func importsOf(file string) (paths []string, err error) {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	for _, i := range f.Imports {
		path, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// goFiles lists the Go files of a folder that are not tests, whatever their build
// constraints, because an edit may change these. The go tool passes over a name that begins
// with a _ or a point, whatever is in the file.
func goFiles(dir string) []string {
	entries, _ := os.ReadDir(dir) // a folder that does not exist has none
	var names []string
	for _, e := range entries {
		n := e.Name()
		if strings.HasSuffix(n, ".go") && !strings.HasSuffix(n, "_test.go") && !strings.HasPrefix(n, "_") && !strings.HasPrefix(n, ".") {
			names = append(names, n)
		}
	}
	return names
}

// Sum returns the sum of the present contents.
func (in *Inputs) Sum() ([16]byte, error) {
	h := xxh3.New()
	for _, f := range in.Files {
		if err := addFile(h, f); err != nil {
			return [16]byte{}, err
		}
	}
	for _, dir := range in.Folders {
		fmt.Fprintf(h, "folder %q\n", dir)
		for _, name := range goFiles(dir) {
			if err := addFile(h, filepath.Join(dir, name)); err != nil {
				return [16]byte{}, err
			}
		}
	}
	return h.Sum128().Bytes(), nil
}

func addFile(h hash.Hash, path string) error {
	text, err := readRegular(path)
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(h, "none %q\n", path)
		return nil
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(h, "file %q %d\n", path, len(text))
	_, err = h.Write(text)
	return err
}

// readRegular reads a file, but not a pipe, which might never end.
func readRegular(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", path, fs.ErrInvalid)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	const most = 64 << 20 // of a Go file
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if len(text) > most {
		return nil, fmt.Errorf("%s: %w", path, fs.ErrInvalid)
	}
	return text, err
}
