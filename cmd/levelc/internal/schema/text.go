package schema

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// sourceText finds the comments and positions of declarations. Types come from export
// data, which has positions but no comments. So a file is parsed when its first comment
// is needed.
type sourceText struct {
	fset *token.FileSet
	dir  string
	docs map[string]map[int]string // file, line of the name, comment
}

func newSourceText(fset *token.FileSet, dir string) *sourceText {
	if dir == "" {
		dir = "."
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return &sourceText{fset: fset, dir: dir, docs: map[string]map[int]string{}}
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

// doc returns the comment of the type or field that is declared at pos. It returns ""
// if there is none, or if the file cannot be read any more.
func (s *sourceText) doc(pos token.Pos) string {
	p := s.fset.Position(pos)
	if !p.IsValid() {
		return ""
	}
	byLine, met := s.docs[p.Filename]
	if !met {
		byLine = comments(p.Filename)
		s.docs[p.Filename] = byLine
	}
	return byLine[p.Line]
}

// comments reads the comments of the types and fields of a file, by the line of the
// name.
func comments(file string) map[int]string {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	fset := token.NewFileSet()
	parsed, _ := parser.ParseFile(fset, file, text, parser.ParseComments|parser.SkipObjectResolution)
	if parsed == nil {
		return nil
	}
	out := map[int]string{}
	set := func(pos token.Pos, groups ...*ast.CommentGroup) {
		for _, g := range groups {
			if t := strings.TrimSpace(g.Text()); t != "" {
				out[fset.Position(pos).Line] = t
				return
			}
		}
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			if len(n.Specs) == 1 && !n.Lparen.IsValid() {
				if t, ok := n.Specs[0].(*ast.TypeSpec); ok {
					set(t.Name.Pos(), n.Doc)
				}
			}
		case *ast.TypeSpec:
			set(n.Name.Pos(), n.Doc, n.Comment)
		case *ast.Field:
			for _, name := range n.Names {
				set(name.Pos(), n.Doc, n.Comment)
			}
			if len(n.Names) == 0 {
				set(n.Type.Pos(), n.Doc, n.Comment)
			}
		}
		return true
	})
	return out
}
