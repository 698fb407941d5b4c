package tiled

import (
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// template is what the objects that name it have in common.
type template struct {
	object     *editor.Node // nil if the file cannot be used
	base       object       // as readObject returns it
	set        *tileset     // of its tile, or nil
	gid        uint32       // in a numbering of its own
	local      uint32       // number of its tile in set
	path       string
	properties []property
	size       int64 // of those, as inherit counts
}

// fromTo is a reference from a file.
type fromTo struct {
	from *editor.Doc
	to   string
}

// templateOf returns the template that an object names, or nil.
func (r *reader) templateOf(n *editor.Node) *template {
	ref := n.String("template")
	if ref == "" {
		return nil
	}
	at := n.PlaceOf("template")
	if r.blamed[at] { // reported already
		return nil
	}
	if t := r.byRef[fromTo{n.Doc, ref}]; t != nil {
		r.Did()
		return t
	}
	doc := r.Read(at, ref)
	if doc == nil {
		r.blamed[at] = true
		return nil
	}
	t := r.templates[doc]
	if t == nil {
		t = r.newTemplate(n, doc, ref)
		r.templates[doc] = t
	}
	if t.object == nil {
		return nil
	}
	r.byRef[fromTo{n.Doc, ref}] = t
	return t
}

func (r *reader) newTemplate(n *editor.Node, doc *editor.Doc, ref string) *template {
	t := &template{path: withoutSuffix(r.path(n.Doc, ref))}
	root := doc.Root
	if what := rootOf(root); what != "a template" {
		r.Errorf(n.PlaceOf("template"), "", "%s is %s, and a template was expected", ref, what)
		return t
	}
	r.checkNames(root, rootNames)
	o := root.Child("object")
	if o == nil {
		r.Errorf(root.Place(), "", "the template has no object")
		return t
	}
	if o.String("template") != "" {
		r.WarnOnce(o.PlaceOf("template"), "", "a template of a template is not read")
	}
	r.checkNames(o, objectNames)
	t.object = o
	t.gid = r.uint32(o, "gid")
	if s := root.Child("tileset"); s != nil {
		first := uint32(r.firstgid(s))
		if id := t.gid &^ flips; id >= first {
			t.set, t.local = r.tilesetOf(s, t.path), id-first
		}
	}
	if t.gid != 0 && t.set == nil {
		r.Errorf(o.PlaceOf("gid"), "", "the template has a tile of a tileset that it does not name")
		t.gid = 0
	}
	t.base = r.readObject(o)
	t.base.shaped = onlyShape(o, t.base.shape)
	t.properties = r.properties(o)
	t.size = sizeOf(t.properties)
	return t
}

// onlyShape returns an object without the nodes in it that are not its shape: each object of
// the template looks for that.
func onlyShape(o *editor.Node, shape string) *editor.Node {
	n := *o
	n.Nodes = slices.DeleteFunc(slices.Clone(o.Nodes), func(c *editor.Node) bool { return c.Name != shape })
	return &n
}

// sizeOf returns about how many bytes properties take when they are written.
func sizeOf(list []property) int64 {
	n := int64(0)
	for i := range list {
		p := &list[i]
		n += int64(64+len(p.name)+len(p.class)+len(p.text)) + sizeOf(p.in)
	}
	return n
}
