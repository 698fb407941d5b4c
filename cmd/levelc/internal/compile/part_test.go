package compile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// linkSchema has references in an inline array whose places have names.
func linkSchema() *format.Schema {
	links := vec("ends", format.TypeRef, "ab")
	links.Target = "link"
	any := symbols(vec("near", format.TypeAnyRef, "lr"), "link", "post")
	id := role(fld("name", format.TypeStr), format.RoleID)
	return &format.Schema{Tables: []format.Table{
		makeTable("link", format.ClassNode, id, links, any),
		makeTable("post", format.ClassNode, id),
	}}
}

func TestReferencesAreGivenByComponent(t *testing.T) {
	const want = "0 link/0, 0 link/0, 0 post/0\n" +
		`link 0: name="x" ends=link:1,link:0 near=post:0,link:1` + "\n" +
		`link 1: name="y" ends=nil,link:0 near=nil,nil` + "\n" +
		`post 0: name="p"` + "\n"
	for _, text := range []string{
		`<l><link name="x"><ends a="y" b="x"/><near l="p" r="y"/></link><link name="y"><ends b="x"/></link><post name="p"/></l>`,
		`[{"type":"link","name":"x","ends":{"a":"y","b":"x"},"near":{"l":"p","r":"y"}},{"type":"link","name":"y","ends":{"b":"x"}},{"type":"post","name":"p"}]`,
	} {
		out := compileAll(t, linkSchema(), UnknownError, text)
		require.Empty(t, out.problems)
		require.Equal(t, want, out.dump())
	}
	out := compileAll(t, linkSchema(), UnknownError, `<link name="x"><ends a="z"/></link>`)
	require.Len(t, out.problems, 1)
	require.Contains(t, out.problems[0], `no link has the id "z"`)
}
