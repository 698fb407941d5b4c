package export_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/format"
)

// crossed is a schema of kinds each of which has a field that is called as the next kind.
func crossed(n int) *format.Schema {
	s := &format.Schema{}
	for i := range n {
		name, next := fmt.Sprint("kind", i), fmt.Sprint("kind", (i+1)%n)
		s.Tables = append(s.Tables, format.Table{
			Name: name, Class: format.ClassNode, Stride: 4, Attr: format.TableAttr{Names: []string{name}},
			Fields: []format.Field{{Name: next, Type: format.TypeU32, Count: 1, Attr: format.Attr{Source: next}}},
		})
	}
	return s
}

// keyedBoth is a schema of kinds with a key, each second one a number.
func keyedBoth(n int) *format.Schema {
	s := crowd(&format.Schema{}, n)
	for i := range s.Tables {
		f := &s.Tables[i].Fields[0]
		if f.Attr.Role = format.RoleIDKey; i%2 == 0 {
			f.Type = format.TypeU32
		}
	}
	return s
}

// Nor must it grow with the square of kinds that are called as fields.
func TestASchemaForEditorsGrowsAsItsKindsThatAreFields(t *testing.T) {
	for name, write := range map[string]func(*format.Schema, export.EditorOptions) ([]byte, error){
		"jsonschema": export.JSONSchema, "xsd": export.XSD,
	} {
		for shape, make := range map[string]func(int) *format.Schema{"crossed": crossed, "keyed": keyedBoth} {
			size := func(n int) int {
				text, err := write(make(n), strict)
				require.NoError(t, err)
				return len(text)
			}
			require.Less(t, float64(size(400)), 2.5*float64(size(200)), "%s %s", name, shape)
		}
	}
}

func TestKindsThatAreFieldsOfOthersBySectionsInJSON(t *testing.T) {
	for _, n := range []int{64, 65} {
		valid := jsonValidator(t, crossed(n), strict)
		for _, i := range []int{0, 15, 40, n - 1} {
			this, next, other := fmt.Sprint("kind", i), fmt.Sprint("kind", (i+1)%n), fmt.Sprint("kind", (i+7)%n)
			require.NoError(t, valid(fmt.Sprintf(`{%q: {%q: 3, %q: [{}]}}`, this, next, other)))
			require.Error(t, valid(fmt.Sprintf(`{%q: {%q: "x"}}`, this, next)))
			require.Error(t, valid(fmt.Sprintf(`{%q: {%q: 3}}`, this, other)))
			require.Error(t, valid(fmt.Sprintf(`{%q: {"kind": [{}]}}`, this)))
		}
	}
}

func TestKindsThatAreFieldsOfOthersBySectionsInXML(t *testing.T) {
	const n = 65
	valid := xmlValidator(t, crossed(n), strict)
	for _, i := range []int{0, 15, 40, n - 1} {
		this, next, other := fmt.Sprint("kind", i), fmt.Sprint("kind", (i+1)%n), fmt.Sprint("kind", (i+7)%n)
		require.NoError(t, valid(document(t, fmt.Sprintf(`<%s><%s>3</%[2]s><%s/></%[1]s>`, this, next, other))))
		for _, text := range []string{`<%s><%s>x</%[2]s></%[1]s>`, `<%s><%[3]s>3</%[3]s></%[1]s>`, `<%s><kind/></%[1]s>`} {
			require.Error(t, valid(document(t, fmt.Sprintf(text, this, next, other))))
		}
	}
	require.NoError(t, valid(document(t, `<level><kind1/><kind2 kind3="1"/></level>`)))
	require.Error(t, valid(document(t, `<level><kind1/><kind/></level>`)))
}

// What stands under a key that is no number is a node of a kind with another key.
func TestManyKindsUnderOtherKeysThanNumbers(t *testing.T) {
	for _, n := range []int{20, 140} {
		valid := jsonValidator(t, keyedBoth(n), strict)
		for _, text := range []string{`{"extra2": {"5": {}}}`, `{"extra2": {"a": {"type": "extra3"}}}`, `{"extra4": {"a": null, "7": null}}`} {
			require.NoError(t, valid(text), text)
		}
		for _, text := range []string{`{"extra2": {"a": {}}}`, `{"extra2": {"a": {"type": "extra4"}}}`} {
			require.Error(t, valid(text), text)
		}
	}
}

// An editor validates while a level is written, so mostly what is wrong. What is wrong deep
// inside of nodes of many kinds must not be tried in more ways at each level.
func TestWrongLevelsOfManyKindsAreRefusedAtOnce(t *testing.T) {
	for name, s := range map[string]*format.Schema{"kind": crossed(82), "extra": crowd(&format.Schema{}, 82)} {
		valid := jsonValidator(t, s, strict)
		for _, text := range []string{`{"k1":{"k40":{"z":1}}}`, `{"k1":{"k40":{"k20":{"k30":{"z":1}}}}}`, `{"k1":{"k40":{"k20":{"k30":[{"k9":{"k50":{"k7":3}}}]}}}}`} {
			text = strings.ReplaceAll(text, `"k`, `"`+name)
			refused := make(chan error, 1)
			go func() { refused <- valid(text) }()
			select {
			case err := <-refused:
				require.Error(t, err, text)
			case <-time.After(10 * time.Second):
				require.Fail(t, "the validator does not end", text)
			}
		}
	}
}
