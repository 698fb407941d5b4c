package export_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// Names may have dots, which also divide the names of an XML Schema's types.
func TestXMLSchemaKeepsTypesApartWhoseNamesHaveDots(t *testing.T) {
	type flat struct {
		N uint8 `level:"n"`
	}
	type deep struct {
		C struct {
			M uint8 `level:"m"`
		} `level:"c"`
	}
	type element struct {
		In flat  `level:"in"`
		T  uint8 `level:"t"`
	}
	type dotted struct {
		In flat  `level:"b.in"`
		U  uint8 `level:"u"`
	}
	type world struct {
		As standin.Bulk[struct {
			B    flat                `level:"b"`
			BC   flat                `level:"b.c"`
			Deep deep                `level:"d"`
			DC   flat                `level:"d.c"`
			D2e  flat                `level:"d_2e_c"`
			S    store.Span[element] `level:"s"`
			T    store.Span[dotted]  `level:"t"`
		}] `level:"a"`
		ABs standin.Bulk[struct {
			L uint8 `level:"l"`
		}] `level:"a.b"`
		Ss standin.Array[element]
		Ts standin.Array[dotted]
	}
	s := leveltest.SchemaOf[world](t)
	requireBoth(t, s, strict, map[string]bool{
		`<a><b n="1"/><b.c n="1"/><d><c m="1"/></d><d.c n="1"/><d_2e_c n="1"/><a.b l="1"/><s t="1"><in n="1"/></s><t u="1"><b.in n="1"/></t></a>`: true,
		`<a><b l="1"/></a>`: false, `<a.b n="1"/>`: false, `<a><d><c n="1"/></d></a>`: false, `<a><d.c m="1"/></a>`: false,
	})
	// Table names come from files, too.
	for i, name := range []string{"x", "x.in"} {
		s.Tables[2+i].Name = name
		for j := range s.Tables[0].Fields {
			if f := &s.Tables[0].Fields[j]; f.Name == []string{"s", "t"}[i] {
				f.Target = name
			}
		}
	}
	text, err := export.XSD(s, strict)
	require.NoError(t, err)
	require.Contains(t, string(text), `type="element.x.in"`)
	require.NoError(t, xmlValidator(t, s, strict)(document(t, `<a><s t="1"><in n="1"/></s><t u="1"><b.in n="1"/></t></a>`)))
}

// Names that XML cannot have, which are those of a JSON level, are left out, even if
// something is required under them.
func TestXMLSchemaLeavesOutNamesThatAreNone(t *testing.T) {
	type world struct {
		As standin.Bulk[struct {
			Micro uint8 `level:"µ"`
			Two   uint8 `level:"x y,required"`
			In    struct {
				N uint8 `level:"n,required"`
			} `level:"in side"`
			N uint8 `level:"n"`
		}] `level:"a"`
		Bs standin.Bulk[struct {
			N uint8 `level:"n"`
		}] `level:"º"`
	}
	s := leveltest.SchemaOf[world](t)
	requireBoth(t, s, strict, map[string]bool{
		`{"a": {"µ": 1, "x y": 2, "in side": {"n": 3}, "º": {"n": 4}}}`: true, `{"a": {"in side": {"n": 3}}}`: false, `{"a": {"x y": 2}}`: false,
	})
	valid := xmlValidator(t, s, strict)
	require.NoError(t, valid(document(t, `<a n="1"/>`)))
	require.Error(t, valid(document(t, `<a m="1"/>`)))
}

// Validators know the letters of XML's first editions, and refuse a schema with later ones.
// So names with these are left out.
func TestXMLSchemaHasTheLettersThatValidatorsKnow(t *testing.T) {
	type world struct {
		As standin.Bulk[struct {
			Hindi uint8 `level:"नाम"`
			Kana  uint8 `level:"はこ"`
			Math  uint8 `level:"𝒳"`
			Late  uint8 `level:"ꙁ,required"`
			In    struct {
				N uint8 `level:"n,required"`
			} `level:"ꙃ"`
		}] `level:"a"`
		Late standin.Bulk[struct {
			N uint8 `level:"n"`
		}] `level:"ꙅ"`
	}
	valid := xmlValidator(t, leveltest.SchemaOf[world](t), strict)
	require.NoError(t, valid(document(t, `<a नाम="1" はこ="2"/>`)))
	require.Error(t, valid(document(t, `<a नाम="1" はこ="a"/>`)))
}
