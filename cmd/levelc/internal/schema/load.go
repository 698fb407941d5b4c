package schema

import (
	"context"
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/levelc/levelc/cmd/levelc/internal/spell"
	"github.com/levelc/levelc/loader/layout"
)

// Options say where to look for packages.
type Options struct {
	Dir string   // the folder that PKG is relative to; empty is the current one
	Env []string // for the go tool; nil is this process's own
}

// Error is a type that could not be loaded.
type Error struct {
	Spec  string // as it was given: ./game.World
	Msg   string // what is wrong
	Notes []Note // the mistakes in the Go files, or the go tool's own lines
	Err   error  // the cause, if there is one
}

// ErrSpec says that a spec cannot name a type.
var ErrSpec = errors.New("not the name of a type")

// mostNotes limits the lines of an Error; a broken package has many.
const mostNotes = 50

func (e *Error) Error() string {
	s := e.Spec + ": " + e.Msg
	for i, n := range e.Notes {
		if i == mostNotes {
			return s + fmt.Sprintf("\n\tand %d more", len(e.Notes)-i)
		}
		s += "\n\t" + n.String()
	}
	return s
}

// Unwrap returns the cause: with errors.As, the *layout.Error values of a type
// that no level can have.
func (e *Error) Unwrap() error { return e.Err }

// Load reads the world type that spec names: a package, as the go tool takes it, a
// point, and the name of the type. Examples are "./game.World",
// "example.com/x/game.World" and "World" (in the current folder). The error is an
// *Error, or the context's.
func Load(ctx context.Context, spec string, o Options) (*layout.World, error) {
	if info, err := os.Stat(folderOf(spec, o)); err == nil && info.Mode().IsRegular() {
		msg := "that is a file; a schema file, or a level, is given by --schema"
		if filepath.Ext(spec) == ".go" {
			msg = "that is a file; name its package and a type in it, as in " + typeIn(filepath.Dir(spec))
		}
		return nil, &Error{Spec: spec, Msg: msg, Err: ErrSpec}
	}
	path, name := split(spec)
	if !token.IsIdentifier(name) {
		example := "./game.World"
		if o.hasFolder(spec) {
			example = typeIn(spec)
		}
		return nil, &Error{Spec: spec, Msg: "name a package and a type in it, as in " + example, Err: ErrSpec}
	}
	pkg, err := load(ctx, spec, path, o)
	if err != nil {
		return nil, err
	}
	obj := pkg.types.Scope().Lookup(name)
	if obj == nil {
		e := noSuchType(spec, name, pkg)
		e.hintFolder(path, o)
		e.hintLeftOut(name, pkg, newSourceText(pkg, o.Dir))
		return nil, e
	}
	t, ok := obj.(*types.TypeName)
	if !ok {
		return nil, &Error{Spec: spec, Msg: fmt.Sprintf("%s is no type but %s", name, types.ObjectString(obj, types.RelativeTo(pkg.types)))}
	}
	if isGeneric(t.Type()) {
		return nil, &Error{Spec: spec, Msg: name + " has type parameters; declare a type that names its arguments"}
	}
	d := newDescriber(pkg, o.Dir)
	world := d.describe(t.Type())
	if world.Kind != layout.Struct {
		return nil, &Error{Spec: spec, Msg: fmt.Sprintf("%s is no struct but %s; a world is a struct whose fields are stores", name, t.Type().Underlying())}
	}
	w, err := layout.Of(world)
	if err != nil {
		return nil, NoLevel(spec, err)
	}
	return w, nil
}

// isGeneric reports whether a type, or an alias, still lacks its arguments.
func isGeneric(t types.Type) bool {
	if alias, ok := t.(*types.Alias); ok && alias.TypeParams().Len() > alias.TypeArgs().Len() {
		return true
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.TypeParams().Len() > named.TypeArgs().Len()
}

// split divides PKG.Type. Points in the folders of PKG do not count.
func split(spec string) (path, name string) {
	slash := strings.LastIndexAny(spec, `/\`) + 1
	point := strings.LastIndexByte(spec[slash:], '.')
	if point < 0 {
		if slash > 0 {
			return spec, ""
		}
		return ".", spec
	}
	path, name = spec[:slash+point], spec[slash+point+1:]
	if path == "" {
		path = "."
	}
	return path, name
}

// typeIn returns an example of a spec: a type in the package of a folder.
func typeIn(folder string) string {
	p := filepath.ToSlash(filepath.Clean(folder))
	switch {
	case p == ".":
		return "World"
	case p == "..", strings.HasSuffix(p, "/.."): // of which a point would make another name
		p += "/"
	case !isFolder(p):
		p = "./" + p
	}
	return p + ".World"
}

// isFolder reports whether a package is given by its folder and not by its import path.
func isFolder(path string) bool {
	p := filepath.ToSlash(path)
	return p == "." || p == ".." || strings.HasPrefix(p, "./") || strings.HasPrefix(p, "../") || filepath.IsAbs(path)
}

// load reads the package of a path, with its types.
func load(ctx context.Context, spec, path string, o Options) (*source, error) {
	cfg, pattern := o.config(ctx, path)
	cfg.Mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedModule
	if isFolder(path) {
		if info, err := os.Stat(cfg.Dir); err != nil {
			return nil, &Error{Spec: spec, Msg: "no such folder: " + path, Err: err}
		} else if !info.IsDir() {
			return nil, &Error{Spec: spec, Msg: path + " is no folder; name the folder of the package"}
		}
	}
	pkgs, err := packages.Load(cfg, pattern)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && noGoTool() != nil:
		return nil, &Error{Spec: spec, Msg: "there is no go tool to read Go types with; where there is one, levelc schema export writes a file for --schema", Err: noGoTool()}
	case err != nil || len(pkgs) == 0:
		e := &Error{Spec: spec, Msg: "the go tool finds no package " + path, Notes: notes(refusal(ctx, cfg, "", pattern)), Err: err}
		if err != nil && len(e.Notes) == 0 {
			e.Notes = notes(lines(err.Error()))
		}
		e.hintFolder(path, o)
		return nil, e
	case len(pkgs) > 1:
		return nil, &Error{Spec: spec, Msg: fmt.Sprintf("%s is %d packages; name one", path, len(pkgs))}
	}
	pkg, errs := check(cfg, pattern, pkgs[0])
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if len(errs) > 0 {
		e := brokenPackage(spec, errs, newSourceText(pkg, o.Dir))
		e.hintFolder(path, o)
		return nil, e
	}
	return pkg, nil
}

// brokenPackage collects what is wrong with a package and with those that it imports.
func brokenPackage(spec string, errs []error, text *sourceText) *Error {
	e := &Error{Spec: spec, Msg: "the package does not load", Err: errs[0]}
	for _, err := range errs {
		var inFile scanner.ErrorList
		var inType types.Error
		var inList packages.Error
		switch {
		case errors.As(err, &inFile):
			for _, f := range inFile {
				e.Notes = append(e.Notes, Note{text.near(f.Pos.Filename), f.Pos.Line, f.Pos.Column, f.Msg})
			}
		case errors.As(err, &inType):
			e.Notes = append(e.Notes, noteAt(text.place(inType.Pos), inType.Msg))
		case errors.As(err, &inList):
			said := notes(lines(inList.Msg))
			if len(said) > 0 {
				said[0] = noteAt(text.near(inList.Pos), said[0].Msg)
			}
			e.Notes = append(e.Notes, said...)
		default:
			e.Notes = append(e.Notes, notes(lines(err.Error()))...)
		}
	}
	return e
}

// hintFolder adds to the error of an import path, or of a type in the current folder, that
// there is a folder of that name.
func (e *Error) hintFolder(path string, o Options) {
	hint := ""
	switch {
	case !isFolder(path) && o.hasFolder(path):
		hint = fmt.Sprintf("did you mean ./%s? The path of a folder begins with ./", e.Spec)
	case path == "." && o.hasFolder(e.Spec):
		hint = fmt.Sprintf("%s is a folder; a type in it is named as in %s", e.Spec, typeIn(e.Spec))
	default:
		return
	}
	e.Notes = append([]Note{{Msg: hint}}, e.Notes...)
}

// hasFolder reports whether there is a folder of that path.
func (o Options) hasFolder(path string) bool {
	info, err := os.Stat(folderOf(path, o))
	return err == nil && info.IsDir()
}

// lines divides the output of the go tool, and drops lines without information.
func lines(s string) []string {
	var out []string
	for l := range strings.Lines(s) {
		if l = strings.TrimSpace(l); l != "" && !strings.HasPrefix(l, "# ") {
			out = append(out, strings.TrimPrefix(strings.TrimPrefix(l, ": "), "-: "))
		}
	}
	return out
}

// noSuchType looks for a type that may have been meant.
func noSuchType(spec, name string, pkg *source) *Error {
	var structs []string
	scope := pkg.types.Scope()
	for _, n := range scope.Names() {
		t, ok := scope.Lookup(n).(*types.TypeName)
		if !ok {
			continue
		}
		if _, ok := t.Type().Underlying().(*types.Struct); ok && t.Exported() {
			structs = append(structs, n)
		}
	}
	e := &Error{Spec: spec, Msg: fmt.Sprintf("package %s has no type %s", pkg.types.Path(), name)}
	if near := spell.Nearest([]byte(name), structs); near != "" {
		e.Msg += fmt.Sprintf("; did you mean %s?", near)
	} else if len(structs) > 0 && len(structs) <= 12 {
		e.Msg += "; its structs are " + strings.Join(structs, ", ")
	}
	return e
}
