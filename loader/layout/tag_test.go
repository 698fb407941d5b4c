package layout

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTagsAreParsed(t *testing.T) {
	for in, want := range map[string]tag{
		"":                              {},
		"-":                             {skip: true},
		"pos":                           {name: "pos"},
		"body|crate":                    {name: "body", others: []string{"crate"}},
		",parent":                       {parent: true},
		"name,id":                       {name: "name", id: true},
		"a, required":                   {name: "a", required: true},
		"t,ref=body|light":              {name: "t", ref: true, kinds: []string{"body", "light"}},
		"rot,default=0 0 0 1":           {name: "rot", hasDefault: true, def: "0 0 0 1"},
		"rot,default='0,1',ref":         {name: "rot", hasDefault: true, def: "0,1", ref: true},
		"rot,default=":                  {name: "rot", hasDefault: true},
		"k,enum=a|b,json=kind":          {name: "k", enum: []string{"a", "b"}, json: "kind"},
		"k,alias=old|older":             {name: "k", alias: []string{"old", "older"}},
		"it's,required":                 {name: "it's", required: true},
		"s,default=don't know,required": {name: "s", hasDefault: true, def: "don't know", required: true},
		"s,enum=it's|isn't,json=o'":     {name: "s", enum: []string{"it's", "isn't"}, json: "o'"},
		"s,enum='a, b|c',json=' k '":    {name: "s", enum: []string{"a, b", "c"}, json: " k "},
		"s,default='it''s, say' ,id":    {name: "s", hasDefault: true, def: "it's, say", id: true},
		"s,default='it's'":              {name: "s", hasDefault: true, def: "it's"},
		"s,default='',id":               {name: "s", hasDefault: true, id: true},
		"s,default='''',id":             {name: "s", hasDefault: true, def: "'", id: true},
		"s,default= '1 ,id":             {name: "s", hasDefault: true, def: " '1", id: true},
	} {
		got, err := parseTag(in)
		require.NoError(t, err, in)
		if len(got.others) == 0 {
			got.others = nil
		}
		got.given = optionSet{}
		require.Equal(t, want, got, in)
	}
}

func TestTagsThatReflectDoesNotReadAreFound(t *testing.T) {
	for all, want := range map[reflect.StructTag]Field{
		"":                            {},
		`level:""`:                    {Tagged: true},
		`json:"a" level:"b,id"`:       {Tag: "b,id", Tagged: true},
		`json:"level"`:                {},
		`json:"a level:b"`:            {},
		`json: level:"b"`:             {}, // what is somebody else's is not ours to judge
		`levels:"a"`:                  {},
		`level: "a"`:                  {Slip: `level: "a"`},
		`level:a`:                     {Slip: `level:a`},
		`level=a`:                     {Slip: `level=a`},
		`level`:                       {Slip: `level`},
		`Level:"a"`:                   {Slip: `Level:"a"`},
		`json:"a",level:"b" yaml:"c"`: {Slip: `level:"b" yaml:"c"`},
		"level:`a`":                   {Slip: "level:`a`"},
	} {
		var f Field
		f.SetTag(all)
		require.Equal(t, want, f, string(all))
	}
}

func TestBadTagsAreRefused(t *testing.T) {
	for in, want := range map[string]string{
		"a,what":                 "unknown option",
		"a,default":              "needs a value",
		"a,json=":                "needs a value",
		"a,id=1":                 "takes no value",
		"a,enum=x||y":            "no name has a | in it",
		"a,enum=x|x":             "twice",
		"a|":                     "empty name",
		"a,id,id":                `option "id" is given twice`,
		"a,default=1,default=2":  `option "default" is given twice`,
		"a,default=1,2":          "stands in quotes: default='1,2'",
		"$a":                     "belong to the format",
		"a/b":                    "no XML name",
		"\xff":                   "not UTF-8",
		"a,ref=":                 "empty name",
		"a,default='1":           `option "default": the quote in front of 1 has no end`,
		"a,default='1'2,id":      "has no end",
		"a,default='it''":        "a quote that is part of the value twice: default='it''s'",
		"a,enum='x'|y,id":        "has no end",
		"a,required='":           "has no end",
		strings.Repeat("a", 256): "at most 255",
	} {
		_, err := parseTag(in)
		require.ErrorContains(t, err, want, in)
	}
}

func TestGoNamesInLowerCamelCase(t *testing.T) {
	for in, want := range map[string]string{
		"X": "x", "Mass": "mass", "MaxSpeed": "maxSpeed", "ID": "id", "HTTPPort": "httpPort", "Name2": "name2", "IDs": "iDs", "PosX": "posX", "Äpfel": "äpfel",
	} {
		require.Equal(t, want, NameOf(in))
	}
}

// What a value is written as is read as that value, whatever stands around it.
func TestQuotedValuesAreReadBack(t *testing.T) {
	check := func(val string) {
		opts := "default=" + Quote(val)
		if val != "" {
			opts += ",json=" + Quote(val)
		}
		for _, tag := range []string{"a," + opts, "it's," + opts + ",required", "a,id , " + opts + " ,required"} {
			got, err := parseTag(tag)
			require.NoError(t, err, "%q", tag)
			require.Equal(t, val, got.def, "%q", tag)
			require.Equal(t, val, got.json, "%q", tag)
		}
	}
	pieces := []string{"'", "'", ",", " ", "a", "=", "|", "\u00a0", "\n", "default"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var val strings.Builder
		for range r.IntN(8) {
			val.WriteString(pieces[r.IntN(len(pieces))])
		}
		check(val.String())
	}
	for in, want := range map[string]string{
		"": "", "0 0 1": "0 0 1", "don't": "don't", "1,2": "'1,2'", "'tis": "'''tis'", "it's,": "'it''s,'", " a": "' a'",
	} {
		require.Equal(t, want, Quote(in))
	}
}
