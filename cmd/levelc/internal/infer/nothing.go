package infer

import (
	"errors"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// ErrNothing: the sources have nothing that could be a node. The error of Files says so of
// each of them, and where.
var ErrNothing = errors.New("there is nothing in the sources that could be a node")

// nothingIn returns ErrNothing for sources, with the places of their outermost elements.
func nothingIn(files []*source.File, o source.Options) error {
	var all ReadErrors
	for _, f := range files {
		e := &source.Error{Off: -1, Err: ErrNothing,
			Msg:  "there is nothing in the file that could be a node: no element has anything in it that could be kept",
			Hint: "give an element an attribute or a text, or say with -types or --schema what elements there are"}
		var root root
		if err := f.Read(new(source.Reader), &root, o); errors.Is(err, source.ErrStopped) { // else it has changed since
			e.Off = root.at
		}
		switch {
		case root.single:
			e.Hint = `put the value into an object, as in {"count": 5}`
		case root.list:
			e.Hint = `put the list into an object, as in {"rows": [[1, 2], [3, 4]]}`
		case f.Format == source.JSON:
			e.Hint = "give an object a member with a value, or say with -types or --schema what objects there are"
		}
		if f.Format == source.JSON {
			e.Msg = "there is nothing in the file that could be a node: no object has anything in it that could be kept"
		}
		all = append(all, &ReadError{f, e})
	}
	return all
}

// root is the source.Handler that stops at the outermost element, or at the first item of
// an outermost list.
type root struct {
	at     int64
	opened bool
	list   bool
	single bool // it is a value of JSON that is no list
}

func (r *root) Open(name []byte, at int64) bool {
	if r.opened {
		return false
	}
	r.opened, r.at, r.list = true, at, string(name) == source.NoObject
	return r.list
}

func (r *root) Value(_ []byte, v *source.Value) bool {
	r.single = !v.Mixed && v.Kind != source.List && v.Kind != source.Numbers
	return false
}

func (*root) Kind([]byte) bool        { return false }
func (*root) Text(*source.Value) bool { return true }
func (*root) Close(int64) bool        { return false }
