package schema

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
)

// sourceText finds the comments and positions of declarations. Types come from export
// data, which has positions but no comments. So a file is parsed when its first comment
// is needed.
type sourceText struct {
	fset    *token.FileSet
	dir     string
	folders *folders
	docs    map[string]map[declared]string // file, declaration, comment
}

// declared is a type or a field as a file declares it. Positions in export data have no
// columns.
type declared struct {
	line  int // of the name
	name  string
	field bool
}

func newSourceText(s *source, dir string) *sourceText {
	if dir == "" {
		dir = "."
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return &sourceText{fset: s.fset, dir: dir, folders: s.folders, docs: map[string]map[declared]string{}}
}

// place returns file:line:col, with the file relative to the user's folder.
func (s *sourceText) place(pos token.Pos) string {
	p := s.fset.Position(pos)
	if !p.IsValid() || p.Filename == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d", s.near(p.Filename), p.Line, max(p.Column, 1))
}

// near returns a path relative to the user's folder, if that is shorter.
func (s *sourceText) near(path string) string {
	if rel, err := filepath.Rel(s.dir, path); err == nil && len(rel) < len(path) {
		return rel
	}
	return path
}

// doc returns the comment of a type or field. It returns "" if there is none, or if the
// file cannot be read any more.
func (s *sourceText) doc(of types.Object) string {
	p := s.fset.Position(of.Pos())
	if !p.IsValid() {
		return ""
	}
	docs, met := s.docs[p.Filename]
	if !met {
		docs = comments(s.folders.file(p.Filename, of.Pkg().Path()))
		s.docs[p.Filename] = docs
	}
	_, field := of.(*types.Var)
	return docs[declared{p.Line, of.Name(), field}]
}

// comments reads the comments of the types and fields of a file. If a line declares two
// of one name, as in A struct{ A int }, it is not known which one a comment is of.
func comments(file string) map[declared]string {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	fset := token.NewFileSet()
	parsed, _ := parser.ParseFile(fset, file, text, parser.ParseComments|parser.SkipObjectResolution)
	if parsed == nil {
		return nil
	}
	out := map[declared]string{}
	set := func(pos token.Pos, name string, field bool, groups ...*ast.CommentGroup) {
		at, text := declared{fset.Position(pos).Line, name, field}, ""
		for _, g := range groups {
			if text == "" {
				text = strings.TrimSpace(g.Text())
			}
		}
		if _, twice := out[at]; twice {
			text = ""
		}
		out[at] = text
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			for _, spec := range n.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok {
					set(t.Name.Pos(), t.Name.Name, false, ofOne(n), t.Doc, t.Comment)
				}
			}
		case *ast.StructType:
			for _, f := range n.Fields.List {
				for _, name := range f.Names {
					set(name.Pos(), name.Name, true, f.Doc, f.Comment)
				}
				if len(f.Names) == 0 {
					set(f.Type.Pos(), embedded(f.Type), true, f.Doc, f.Comment)
				}
			}
		}
		return true
	})
	return out
}

// ofOne returns the comment over a declaration, unless it is one over several in
// parentheses.
func ofOne(d *ast.GenDecl) *ast.CommentGroup {
	if d.Lparen.IsValid() {
		return nil
	}
	return d.Doc
}

// embedded returns the name of the field that a type is embedded as.
func embedded(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.StarExpr:
		return embedded(t.X)
	case *ast.ParenExpr:
		return embedded(t.X)
	case *ast.IndexExpr:
		return embedded(t.X)
	case *ast.IndexListExpr:
		return embedded(t.X)
	}
	return ""
}
