package export_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/format"
)

// Without a kind that a schema can declare, it would refuse levels whatever is in them, or
// check nothing.
func TestXMLSchemaIsNotForLevelsOfOnePrefix(t *testing.T) {
	only := &format.Schema{Tables: []format.Table{kindOf("el:score", "el:easy", false), kindOf("el:info", "n", false)}}
	for _, o := range []export.EditorOptions{strict, open, {Namespace: "urn:game"}, {Roots: []string{"world"}}} {
		text, err := export.XSD(only, o)
		var e *export.PrefixError
		require.ErrorAs(t, err, &e)
		require.Equal(t, "el:score", e.Name)
		require.Contains(t, e.Error(), `"el:score"`)
		require.Contains(t, e.Error(), "--namespace")
		require.Empty(t, text)
	}
	only.Tables[1].Attr.Names = []string{"el:info", "info"}
	_, err := export.XSD(only, strict)
	require.NoError(t, err, "one can be declared")
	for _, name := range []string{"9", "el: score", "9:score"} {
		_, err = export.XSD(&format.Schema{Tables: []format.Table{kindOf(name, "n", false)}}, strict)
		require.NoError(t, err, "that is a kind of JSON")
	}
}

// Elements of a default namespace have all that the others have.
func TestXMLSchemaOfANamespace(t *testing.T) {
	const in = "urn:game?a=1"
	inCrowd(t, gameSchema(t), func(t *testing.T, s *format.Schema) {
		valid := xmlValidators(t, s, export.EditorOptions{Title: "t", Namespace: in, Roots: []string{"map"}})
		of := func(text, uri string) string {
			at := strings.IndexAny(text, " />")
			return text[:at] + ` xmlns="` + uri + `"` + text[at:]
		}
		for _, text := range []string{
			`<scene title="T"><bounds min="0 0"/><body name="a" pos="0 0" motion="static"/><trigger><wakes>a</wakes></trigger></scene>`,
			`<level><body name="a"><pos x="1" y="2"/></body><body name="b" pos="1 2"/></level>`,
			`<map version="2"><scene><title>T</title><shape form="box"><vertex x="1" y="2"/></shape></scene></map>`,
		} {
			errs := valid(documents(t, []string{of(text, in), text, of(text, "urn:other")})...)
			require.NoError(t, errs[0], text)
			if why := builds(t, s, of(text, in)); why != "" {
				require.Contains(t, why, "version is passed over", "a warning: what the outermost element has")
			}
			require.Error(t, errs[1], "it is in no namespace: %s", text)
			require.Error(t, errs[2], text)
		}
		require.NoError(t, valid(document(t, of(`<body pos="1 2" xmlns:e="urn:editor" e:color="red" xml:lang="en"/>`, in)))[0])
		var wrong []string
		for _, text := range []string{
			`<scene/>`, `<body pos="1 2 3"/>`, `<body><pos>1 2</pos><pos>1 2</pos></body>`, `<level><body name="a" pos="0 0"/><body name="a" pos="0 0"/></level>`,
			`<level><body name="a" pos="0 0"/><body pos="0 0"><name>a</name></body></level>`, `<scene title="T"><nothing/></scene>`,
			`<scene title="T"><body xmlns="" pos="1 2"/></scene>`, `<level><joint b="a"/></level>`,
		} {
			wrong = append(wrong, of(text, in))
		}
		for i, err := range valid(documents(t, wrong)...) {
			require.Error(t, err, wrong[i])
		}
	})
	for _, uri := range []string{" ", "urn:a b", " urn:a", "urn:a\n", "urn:\x01", "urn:<a>", "http://www.w3.org/2001/XMLSchema", "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"} {
		_, err := export.XSD(gameSchema(t), export.EditorOptions{Namespace: uri})
		var e *export.NamespaceError
		require.ErrorAs(t, err, &e, uri)
		require.Equal(t, uri, e.URI)
	}
}
