package export_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

// kindOf is a kind with one number, which may stand in a struct.
func kindOf(name, source string, required bool) format.Table {
	return format.Table{Name: name, Class: format.ClassNode, Stride: 1, Attr: format.TableAttr{Names: []string{name}}, Fields: []format.Field{
		{Name: strings.ReplaceAll(source, "/", "."), Type: format.TypeU8, Count: 1, Attr: format.Attr{Source: source, Required: required}},
	}}
}

// What a node must have is asked for wherever it stands, and of no other.
func TestXMLSchemaAsksForFieldsOfStructs(t *testing.T) {
	for _, source := range []string{"n", "in/n", "in/deep/n"} {
		s := &format.Schema{Tables: []format.Table{kindOf("must", source, true), kindOf("may", source, false)}}
		valid := xmlValidator(t, s, strict)
		path := strings.Split(source, "/")
		inner := ""
		for _, dir := range path[:len(path)-1] {
			inner += "<" + dir + ">"
		}
		inner += "<n>1</n>"
		for i := len(path) - 2; i >= 0; i-- {
			inner += "</" + path[i] + ">"
		}
		require.NoError(t, valid(document(t, "<level><may/><must>"+inner+"</must></level>")))
		require.NoError(t, valid(document(t, "<may><must>"+inner+"<may/></must></may>")))
		for _, text := range []string{"<must/>", "<level><must/></level>", "<may><must/></may>", "<level><may>" + inner + inner + "<must/></may></level>"} {
			require.Error(t, valid(document(t, text)), "%s: %s", source, text)
		}
		text, err := export.XSD(s, strict)
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(string(text), `<xs:element name="may" type="kind.may"/>`), "in a node nothing is asked of it")
		require.Equal(t, 2, strings.Count(string(text), `xpath="`+strings.TrimSuffix(source, "n")+`@n|`), "outermost and in a node")
		text, err = export.XSD(s, open)
		require.NoError(t, err)
		require.NotContains(t, string(text), "xs:key")
	}
}

// Kinds with prefixes stand beside fields that are called as kinds are, too.
func TestXMLSchemaHasKindsWithPrefixesBesideFieldsThatAreCalledAsKinds(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{kindOf("a", "b", false), kindOf("b", "n", false), kindOf("e:c", "n", false)}}
	const text = `<a xmlns:e="urn:e"><b>1</b><e:c n="1"/></a>`
	require.NoError(t, xmlValidator(t, s, strict)(document(t, text)))
	s.Tables = s.Tables[:2]
	require.Error(t, xmlValidator(t, s, strict)(document(t, text)))
}

// The element around several roots is called as levelc dump calls it, whatever kinds are
// called in JSON.
func TestXMLSchemaTakesTheOutermostElementOfADump(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{kindOf("room", "n", false)}}
	for _, name := range []string{"room", "level"} {
		for _, json := range []string{"", "rooms", "level"} {
			s.Tables[0].Attr.Names, s.Tables[0].Attr.JSON = []string{name}, json
			if name == json {
				continue
			}
			lvl := leveltest.Build(t, s, "<w><"+name+" n='1'/><"+name+" n='2'/></w>", format.WriterOptions{})
			var dump strings.Builder
			require.NoError(t, unparse.Write(&dump, leveltest.Read(t, lvl), unparse.Options{Syntax: source.XML}))
			require.NoError(t, xmlValidator(t, s, strict)(document(t, dump.String())), dump.String())
		}
	}
}
