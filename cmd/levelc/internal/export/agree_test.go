package export_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// Random levels of random schemas, as they are dumped and with a change each: an
// editor's schema takes what a build takes, and nothing else but what its
// documentation says it cannot tell.

// eachLevel calls do with random levels as sources.
func eachLevel(t *testing.T, syntax source.Format, schemas uint64, do func(seed uint64, s *format.Schema, text string)) {
	levels := 0
	for seed := range schemas {
		for rows := range uint64(2) {
			r, err := randlevel.Make(randlevel.Options{Schema: seed, Rows: rows})
			require.NoError(t, err)
			if _, err := compile.NewPlan(r.Schema); err != nil {
				continue
			}
			l := leveltest.Read(t, r.File)
			var b strings.Builder
			if err := unparse.Write(&b, l, unparse.Options{Syntax: syntax, All: rows == 1}); err != nil || len(l.Nodes()) == 0 {
				continue // no source can say it
			}
			levels++
			do(seed, l.Schema, b.String())
		}
	}
	require.Greater(t, levels, int(schemas)/4)
}

// builds says why a build refuses a source, "" if it does not.
func builds(t *testing.T, s *format.Schema, text string) string {
	if err := build(t, s, text, compile.Options{}); err != nil {
		return err.Error()
	}
	return ""
}

// losses are warnings of what a level cannot hold, and of which a schema has no idea.
var losses = regexp.MustCompile("null is nothing|null among objects|an empty list has no element|has a zero in front")

// build returns what a build says. Losses by themselves are as good as nothing.
func build(t *testing.T, s *format.Schema, text string, o compile.Options) error {
	lvl, err := leveltest.TryBuildWith(t, s, text, format.WriterOptions{}, o)
	if err != nil && len(lvl) > 0 && losses.MatchString(err.Error()) {
		return nil
	}
	return err
}

func schemaCount(n uint64) uint64 {
	if testing.Short() {
		return n / 10
	}
	return n
}

// onlyABuildTells are the mistakes that a schema for editors does not see, in a build's words.
var onlyABuildTells = map[source.Format]*regexp.Regexp{
	source.JSON: regexp.MustCompile(strings.Join([]string{
		"no .* has the id", "a second .* with the id", "no node in the file", "stands under the key", // other places
		"lists of objects in a list", "not all of one length", "are no whole number of elements", "[0-9] values, not [0-9]", "expected [0-9]+ values, got", // numbers of items
		"is not an integer", "1.0.* is neither", "passed over: the outermost object",
	}, "|")),
	source.XML: regexp.MustCompile(strings.Join([]string{
		"no .* has the id", "no node in the file", "its text: .*(unknown symbol|is not a number|is not an integer|is out of range)",
		"is given twice", "stands twice", "both as a list and one by one", "is no kind of node",
	}, "|")),
}

// refusedByJSONSchema is what a JSON Schema says of what a build takes, and the
// documentation of JSONSchema has.
var refusedByJSONSchema = regexp.MustCompile(`/(in|deep)': got array, want (null or )?object|/type': value must be`)

// withoutValues leaves out what stands under the names of kinds in an outermost object
// that is no node, and is none.
func withoutValues(t *testing.T, s *format.Schema, text string) string {
	root, _ := parseJSON(t, text).(map[string]any)
	for i := range s.Tables {
		for _, name := range append([]string{s.Tables[i].Attr.JSON}, s.Tables[i].Attr.Names...) {
			if _, ok := root[name].(map[string]any); !ok {
				delete(root, name)
			}
		}
	}
	b, err := json.Marshal(root)
	require.NoError(t, err)
	return string(b)
}

var jsonValues = []string{
	`null`, `true`, `0`, `1`, `-1`, `1.5`, `300`, `""`, `"x"`, `"red"`, `"up|down"`, `" up, left "`, `"5"`, `"k0"`, `"#0a0B0c"`, `{}`, `[]`, `[[]]`, `[null]`, `{"text":1}`, `{"text":"a"}`, `[{}]`,
	`[1,2]`, `[1,2,3]`, `[[1,2]]`, `[[1],[2]]`, `[[1,2,3]]`, `[1,[2]]`, `[[1,2],[3]]`, `[[1,2],[3,4]]`, `[1,2,3,4,5,6]`, `[[[1,2,3],[4,5,6]]]`, `[[["a"]]]`, `[[[["a"]],[["b"]]]]`, `["a"]`, `["a","b"]`, `[["a"],"b"]`, `[["a","b"]]`,
	`[["red"],["blue"]]`, `[true,false]`, `{"x":1}`, `{"x":1,"y":2}`, `{"x":1,"w":2}`, `1e3`, `1.0`, `-0`, `18446744073709551615`, `1e39`,
}

var names = []string{"a", "pos", "value", "text", "id", "type", "children", "in", "k0", "k1s", "under", "zz"}

func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

func parseJSON(t *testing.T, text string) any {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	require.NoError(t, err, text)
	return v
}

// changeJSON changes one thing in a JSON value.
func changeJSON(t *testing.T, r *rand.Rand, v any) any {
	switch v := v.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		if len(keys) > 0 && r.IntN(4) > 0 {
			k := pick(r, keys)
			v[k] = changeJSON(t, r, v[k])
			return v
		}
		switch r.IntN(5) {
		case 0:
			v[pick(r, append(names, "$schema"))] = parseJSON(t, pick(r, jsonValues))
			return v
		case 1:
			if len(keys) > 0 {
				delete(v, pick(r, keys))
			}
			return v
		case 2:
			if len(keys) > 0 {
				k, to := pick(r, keys), pick(r, names)
				old := v[k]
				if b, _ := json.Marshal(old); bytes.Contains(b, []byte(`"type":"k`)) && to != "zz" {
					return v // under the key of a field it would be refused
				}
				delete(v, k)
				v[to] = old
			}
			return v
		}
	case []any:
		if len(v) > 0 && r.IntN(4) > 0 {
			i := r.IntN(len(v))
			v[i] = changeJSON(t, r, v[i])
			return v
		}
		switch r.IntN(4) {
		case 0:
			return append(v, parseJSON(t, pick(r, jsonValues)))
		case 1:
			if len(v) > 0 {
				return v[1:]
			}
		case 2:
			if len(v) > 0 {
				return v[0]
			}
		}
	}
	if r.IntN(4) == 0 {
		return []any{v}
	}
	if n, ok := v.(json.Number); ok && r.IntN(3) == 0 {
		return n.String()
	}
	return parseJSON(t, pick(r, jsonValues))
}

func TestJSONSchemaAgreesWithBuilds(t *testing.T) {
	eachLevel(t, source.JSON, schemaCount(16), func(seed uint64, s *format.Schema, text string) {
		valid := jsonValidator(t, s, strict)
		r := rand.New(rand.NewPCG(seed, 7))
		for i := range 60 {
			value := parseJSON(t, text)
			if i > 0 {
				value = changeJSON(t, r, value)
			}
			b, err := json.Marshal(value)
			require.NoError(t, err)
			why, err := builds(t, s, string(b)), valid(string(b))
			switch {
			case (why == "") == (err == nil):
			case err == nil && onlyABuildTells[source.JSON].MatchString(why):
			case i > 0 && err != nil && (refusedByJSONSchema.MatchString(err.Error()) || valid(withoutValues(t, s, string(b))) == nil):
			default:
				t.Errorf("seed %d: a build says %q, the schema %v\n%s", seed, why, err, b)
			}
		}
	})
}

// node is an element of XML, or a text.
type node struct {
	name  string
	attrs []xml.Attr
	inner []*node
	text  string
}

func parseXML(t *testing.T, text string) *node {
	d := xml.NewDecoder(strings.NewReader(text))
	open := []*node{{}}
	for {
		token, err := d.RawToken()
		if err == io.EOF {
			return open[0].inner[0]
		}
		require.NoError(t, err)
		top := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			n := &node{name: qualified(token.Name), attrs: token.Copy().Attr}
			top.inner = append(top.inner, n)
			open = append(open, n)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 1 {
				top.inner = append(top.inner, &node{text: string(token)})
			}
		}
	}
}

func qualified(n xml.Name) string {
	if n.Space != "" {
		return n.Space + ":" + n.Local
	}
	return n.Local
}

func (n *node) write(b *bytes.Buffer) {
	if n.name == "" {
		_ = xml.EscapeText(b, []byte(n.text))
		return
	}
	fmt.Fprintf(b, "<%s", n.name)
	for _, a := range n.attrs {
		fmt.Fprintf(b, " %s=\"", qualified(a.Name))
		_ = xml.EscapeText(b, []byte(a.Value))
		b.WriteByte('"')
	}
	b.WriteByte('>')
	for _, in := range n.inner {
		in.write(b)
	}
	fmt.Fprintf(b, "</%s>", n.name)
}

var xmlValues = []string{
	"", " ", "0", "1", "-1", "+5", "-0", " 5 ", "1.5", "300", "x", "red", "light blue", "up|down", " up, left ", "up,,left", "true", "TRUE", "tRUE", "(1 2)", "[1,2,3]", "1 2", "1,2", "1,,2", "1 2 3", "1 2 3 4 5 6", "#0a0B0c",
	"1e3", "1.", ".5", "+.5e-3", "0005", "NaN", "1e39", "18446744073709551615", "-129", "a b", "\t1\n", "1\n2", "true false", "(1 2", "1 2)", ",1",
}

// changeXML changes one thing in an element.
func changeXML(r *rand.Rand, n *node) {
	if n.name == "" {
		n.text = pick(r, xmlValues)
		return
	}
	if len(n.inner) > 0 && r.IntN(3) > 0 {
		changeXML(r, pick(r, n.inner))
		return
	}
	switch r.IntN(9) {
	case 0, 1, 2:
		if len(n.attrs) > 0 {
			n.attrs[r.IntN(len(n.attrs))].Value = pick(r, xmlValues)
		}
	case 3:
		n.attrs = append(slices.DeleteFunc(n.attrs, func(a xml.Attr) bool { return a.Name.Local == "a" }), xml.Attr{Name: xml.Name{Local: "a"}, Value: pick(r, xmlValues)})
	case 4:
		if len(n.attrs) > 0 {
			i := r.IntN(len(n.attrs))
			n.inner = append(n.inner, &node{name: qualified(n.attrs[i].Name), inner: []*node{{text: n.attrs[i].Value}}})
			if r.IntN(4) > 0 {
				n.attrs = slices.Delete(n.attrs, i, i+1)
			}
		}
	case 5:
		if len(n.attrs) > 0 {
			n.attrs = n.attrs[1:]
		}
	case 6:
		n.inner = append(n.inner, &node{name: pick(r, names), inner: []*node{{text: pick(r, xmlValues)}}})
	case 7:
		n.inner = append(n.inner, &node{text: pick(r, xmlValues)})
	case 8:
		n.name = pick(r, names)
	}
}

// foldXML puts an attribute in the place of the elements of one name in an element.
func foldXML(r *rand.Rand, n *node) {
	inner := func(n *node) []*node {
		return slices.DeleteFunc(slices.Clone(n.inner), func(in *node) bool { return in.name == "" })
	}
	for in := inner(n); len(in) > 0; in = inner(n) {
		one := pick(r, in)
		if len(inner(one)) == 0 || r.IntN(3) == 0 {
			n.inner = slices.DeleteFunc(n.inner, func(in *node) bool { return in.name == one.name })
			n.attrs = append(n.attrs, xml.Attr{Name: xml.Name{Local: one.name}, Value: pick(r, []string{"", " ", "[]", "( )", "(]", "x", "1", "1 2"})})
			return
		}
		n = one
	}
}

func TestXMLSchemaAgreesWithBuilds(t *testing.T) {
	if _, err := exec.LookPath("xmllint"); err != nil {
		t.Skip("xmllint is not there (Debian has it in libxml2-utils)")
	}
	eachLevel(t, source.XML, schemaCount(40), func(seed uint64, s *format.Schema, text string) {
		r := rand.New(rand.NewPCG(seed, 7))
		texts := []string{text}
		for i := range 80 {
			n := parseXML(t, text)
			if i < 60 {
				changeXML(r, n)
			} else {
				foldXML(r, n)
			}
			var b bytes.Buffer
			n.write(&b)
			texts = append(texts, b.String())
		}
		for i, err := range validateAll(t, s, texts) {
			why := builds(t, s, texts[i])
			if (why == "") != (err == "") && !(err == "" && onlyABuildTells[source.XML].MatchString(why)) {
				t.Errorf("seed %d: a build says %q, the schema %q\n%s", seed, why, err, texts[i])
			}
		}
	})
}

// validateAll holds texts against an XML Schema, and says what is wrong with each.
func validateAll(t *testing.T, s *format.Schema, texts []string) []string {
	text, err := export.XSD(s, export.EditorOptions{Title: "t", Roots: names})
	require.NoError(t, err)
	dir := t.TempDir()
	xsd := filepath.Join(dir, "schema.xsd")
	require.NoError(t, os.WriteFile(xsd, text, 0o666))
	args := []string{"--noout", "--nonet", "--schema", xsd}
	for i, text := range texts {
		path := filepath.Join(dir, fmt.Sprintf("%03d.xml", i))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		args = append(args, path)
	}
	out, _ := exec.Command("xmllint", args...).CombinedOutput()
	require.NotContains(t, string(out), "WXS schema", "the schema itself is wrong")
	wrong := make([]string, len(texts))
	for line := range strings.Lines(string(out)) {
		for i := range texts {
			if strings.HasPrefix(line, args[4+i]) && !strings.HasSuffix(line, "validates\n") {
				wrong[i] += line[len(args[4+i]):]
			}
		}
	}
	require.Equal(t, len(texts), strings.Count(string(out), "validates\n")+strings.Count(string(out), "fails to validate\n"), string(out))
	return wrong
}

// An element that is a value may stand in a list of its own, which has as many values
// as it; objects and values do not stand in one list.
func TestJSONSchemaCountsTheValuesOfAnElement(t *testing.T) {
	type vertex struct {
		X float32 `level:"x"`
		Y uint8   `level:"y"`
	}
	type path struct {
		At     [3]float32             `level:"at"`
		Words  [2]store.Str           `level:"word"`
		Vertex store.Span[vertex]     `level:"vertex"`
		Ints   store.Span[int32]      `level:"int"`
		Names  store.Span[store.Str]  `level:"name"`
		Pairs  store.Span[[2]float32] `level:"pair"`
		Colour store.Span[[3]uint8]   `level:"colour"`
	}
	type world struct {
		Paths  standin.Bulk[path] `level:"path"`
		Ints   standin.Array[int32]
		Names  standin.Array[store.Str]
		Pairs  standin.Array[[2]float32]
		Colour standin.Array[[3]uint8]
		Vertex standin.Array[vertex]
		store.Strings
	}
	s := leveltest.SchemaOf[world](t)
	valid := jsonValidator(t, s, strict)
	for text, ok := range map[string]bool{
		`"int": [[1], [2]]`: true, `"int": [1, [2]]`: true, `"name": [["a"], "b"]`: true, `"pair": [[1, 2], [3, 4]]`: true, `"pair": [1, 2]`: true,
		`"colour": ["#ff8000", [1, 2, 3], ["#ff8000"]]`: true, `"int": [{"text": 1}]`: true, `"pair": [{"text": [1, 2]}]`: true, `"int": []`: true,
		`"int": [[1, 2]]`: false, `"name": [["a", "b"]]`: false, `"pair": [[1, 2, 3, 4]]`: false, `"pair": [[1], [2]]`: false, `"int": [[]]`: false,
		`"at": [[[1, 2, 3]]]`: true, `"at": [[[1], [2], [3]]]`: true, `"at": [[["a"]]]`: false, `"at": [[[[1, 2, true]]]]`: false, `"word": [[{}]]`: false,
		`"word": [[["a", "b"]]]`: true, `"word": [[[1, 2]]]`: false, `"pair": [[[1], [2]]]`: true, `"pair": [[["a"]]]`: false,
		`"vertex": [[[1], 2]]`: true, `"vertex": [[[1], ["b"]]]`: false, `"vertex": [[[[1]], [true]]]`: false,
		`"int": [{"text": 1}, 2]`: false, `"int": [1, {"text": 2}]`: false, `"pair": [{"text": 1}]`: false, `"name": [null]`: false,
	} {
		text = `{"path": {` + text + `}}`
		require.Equal(t, ok, valid(text) == nil, text)
		require.Equal(t, ok, builds(t, s, text) == "", text)
	}
}

// An empty id is none, so a required one is not empty.
func TestJSONSchemaAsksForARequiredID(t *testing.T) {
	type face struct {
		Name store.Str `level:"name,id,required"`
	}
	type world struct {
		Coins standin.Bulk[struct {
			Name store.Str        `level:"name,id,required"`
			Face store.Span[face] `level:"face"`
		}] `level:"coin"`
		Gems standin.Bulk[struct {
			Name store.Str `level:"name,id"`
		}] `level:"gem"`
		Faces standin.Array[face]
		store.Strings
	}
	s := leveltest.SchemaOf[world](t)
	valid := jsonValidator(t, s, strict)
	for text, ok := range map[string]bool{
		`{"coin": {"name": "a", "face": {"name": ""}}}`: true, // an element is known by nothing
		`{"coin": {"name": "a"}}`:                       true, `{"coin": {"name": " "}}`: true, `{"coin": {"name": ""}}`: false, `{"coin": {}}`: false, `{"gem": {"name": ""}}`: true,
	} {
		require.Equal(t, ok, valid(text) == nil, text)
		require.Equal(t, ok, builds(t, s, text) == "", text)
	}
}

// A number may have a sign that it does not need, and space around it.
func TestXMLSchemaTakesNumbersAsBuildsDo(t *testing.T) {
	type world struct {
		Coins standin.Bulk[struct {
			U64 uint64  `level:"u64"`
			U8  uint8   `level:"u8"`
			I16 int16   `level:"i16"`
			At  [2]int8 `level:"at"`
		}] `level:"coin"`
	}
	s := leveltest.SchemaOf[world](t)
	var texts []string
	var right []bool
	for _, name := range []string{"u8", "u64", "i16"} {
		for text, ok := range map[string]bool{
			"5": true, "+5": true, "-0": true, " 5\n": true, "005": true, "18446744073709551615": name == "u64", "18446744073709551616": false,
			"-1": name == "i16", "256": name != "u8", "-32769": false, "": false, "1.0": false, "+": false, "5 5": false,
		} {
			for _, text := range []string{`<coin ` + name + `="` + text + `"/>`, `<coin><` + name + `>` + text + `</` + name + `></coin>`} {
				texts, right = append(texts, text), append(right, ok)
				require.Equal(t, ok, builds(t, s, text) == "", text)
			}
		}
	}
	for i, err := range xmlValidators(t, s, strict)(documents(t, texts)...) {
		require.Equal(t, right[i], err == nil, texts[i])
	}
}

// A span takes the empty list whatever its elements are, and others only of numbers and of
// values. An element that is a list has its values as text.
func TestXMLSchemaTakesListsAsBuildsDo(t *testing.T) {
	type line struct {
		Text store.Str `level:"text,text"`
		Who  store.Str `level:"who"`
	}
	type world struct {
		Coins standin.Bulk[struct {
			Lines store.Span[line]                  `level:"line"`
			Rows  store.Span[store.Span[uint8]]     `level:"row"`
			Words store.Span[store.Span[store.Str]] `level:"word"`
		}] `level:"coin"`
		Lines standin.Array[line]
		Rows  standin.Array[store.Span[uint8]]
		Row   standin.Array[uint8]
		Words standin.Array[store.Span[store.Str]]
		Word  standin.Array[store.Str]
		store.Strings
	}
	s := leveltest.SchemaOf[world](t)
	var texts []string
	var right []bool
	for text, ok := range map[string]bool{
		`<coin line=""/>`: true, `<coin line=" [ ] "/>`: true, `<coin line="()"/>`: true, `<coin line="(]"/>`: false, `<coin line="a"/>`: false,
		`<coin><line>a</line><line who="b"/></coin>`: true, `<coin row="" line=""/>`: true, `<coin row="1 2" line=""/>`: false, `<coin word="a" line=""/>`: false,
		`<coin line=""><row>1 2</row><row/><row>(3,4)</row></coin>`: true, `<coin line=""><row>a</row></coin>`: false, `<coin line=""><row><row>1</row></row></coin>`: false,
		`<coin line=""><word>a b</word><word>[]</word></coin>`: true, `<coin line=""><word>a,,b</word></coin>`: false,
	} {
		texts, right = append(texts, text), append(right, ok)
		require.Equal(t, ok, builds(t, s, text) == "", text)
	}
	for i, err := range xmlValidators(t, s, strict)(documents(t, texts)...) {
		require.Equal(t, right[i], err == nil, texts[i])
	}
}
