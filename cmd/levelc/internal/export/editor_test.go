package export_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// strict refuses names that are not known, and open lets them pass.
var (
	strict = export.EditorOptions{Title: "levels of a game"}
	open   = export.EditorOptions{Title: "levels of a game", Unknown: true}
)

// jsonValidator compiles a JSON Schema with a validator by others.
func jsonValidator(t *testing.T, s *format.Schema, o export.EditorOptions) func(text string) error {
	t.Helper()
	text, err := export.JSONSchema(s, o)
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("game.schema.json", doc))
	v, err := c.Compile("game.schema.json")
	require.NoError(t, err)
	return func(text string) error {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			return err
		}
		return v.Validate(doc)
	}
}

func TestJSONSchemaTakesTheLevelsThatBuild(t *testing.T) {
	inCrowd(t, gameSchema(t), func(t *testing.T, s *format.Schema) {
		valid := jsonValidator(t, s, strict)
		for _, path := range testdata(t, "levels/*.json") {
			require.NoError(t, valid(string(read(t, path))), path)
		}
		for _, text := range []string{
			`{}`, `{"note": 1, "children": []}`, `[{"type": "body", "pos": [0, 0]}]`,
			`{"type": "scene", "title": "T", "group": [[{"name": "g"}], null], "tags": null, "body": {"pos": {"x": 1}}}`,
			`{"type": "scene", "title": "T", "anything": [{"type": "lamp", "pos": [0, 0, 0], "casts": "ground | sky"}]}`,
			`{"type": "scene", "title": "T", "body": [{"type": "shape", "form": "box", "vertices": [1, 2, 3, 4, 5, 6, 7, 8]}]}`,
			`{"type": "scene", "title": "T", "group": {"visible": 1, "parallax": [[0.5], [1]]}}`,
			`{"type": "trigger", "wakes": ["a", ["b"]], "target": "c", "area": null}`, `{"type": "trigger", "wakes": [{"text": "b"}]}`,
		} {
			require.NoError(t, valid(text), text)
		}
	})
}

// Objects may say their kind by another member than "type".
func TestJSONSchemaOfAnotherKindMember(t *testing.T) {
	valid := jsonValidator(t, gameSchema(t), export.EditorOptions{KindMember: "class"})
	for _, path := range testdata(t, "levels/*.json") {
		text := strings.ReplaceAll(string(read(t, path)), `"type":`, `"class":`)
		require.Contains(t, text, `"class":`)
		require.NoError(t, valid(text), path)
	}
	require.Error(t, valid(`{"class": "scene", "title": "T", "children": [{"class": "body", "kind": "dynamc"}]}`))
	require.Error(t, valid(`{"type": "scene", "class": "scene", "title": "T"}`), "a scene has no field called type")
}

// TestJSONSchemaPointsAtTheMistake: where the outermost object is only a wrapper, too.
func TestJSONSchemaHasOddNamesAndNumbersOfTwoSizes(t *testing.T) {
	type point struct {
		X float32 `level:"x"`
		Y float64 `level:"y"`
	}
	type world struct {
		Odds standin.Bulk[struct {
			N      int32             `level:"n"`
			Ints   store.Span[int32] `level:"int"`
			Points store.Span[point] `level:"point"`
		}] `level:"a~b%c"`
		Types  standin.Bulk[room] `level:"type"`
		Ints   standin.Array[int32]
		Points standin.Array[point]
		Names  store.Strings
	}
	s := leveltest.SchemaOf[world](t)
	valid := jsonValidator(t, s, strict)
	for _, text := range []string{
		`{"a~b%c": {"n": 1, "int": [1, 2], "point": [1, 1e300]}}`, `{"type": "a~b%c", "n": 1}`, `{"type": "type", "name": "x"}`,
		`{"a~b%c": {"type": {"name": "x"}}}`, `{"a~b%c": {"type": []}}`, `{"a~b%c": {"type": [[{"name": "x"}], null]}}`,
	} {
		require.NoError(t, valid(text), text)
	}
	for _, text := range []string{`{"a~b%c": {"n": "x"}}`, `{"a~b%c": {"type": "x"}}`, `{"a~b%c": {"type": ["a~b%c"]}}`, `{"a~b%c": {"point": [1, "x"]}}`, `{"type": "type", "name": 1}`} {
		require.Error(t, valid(text), text)
	}
	text, err := export.JSONSchema(s, strict)
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(string(text), `"element.`), "only a point is one")
}

func TestJSONSchemaPointsAtTheMistake(t *testing.T) {
	inCrowd(t, gameSchema(t), func(t *testing.T, s *format.Schema) {
		valid := jsonValidator(t, s, strict)
		err := valid(`{"children": [{"type": "scene", "title": "T", "children": [{"type": "body", "kind": "dynamc"}]}]}`)
		require.ErrorContains(t, err, "'/children/0/children/0/kind'")
		require.NotContains(t, err.Error(), "anyOf")
		require.NoError(t, valid(`{"note": [1, "x", null, [[{"type": "body", "pos": [0, 0]}]]], "one": {"type": "body", "pos": [0, 0]}}`))
	})
}

// A node by its type may stand under the key of a string, which a field is that was
// inferred from null or from empty lists.
func TestJSONSchemaTakesNodesUnderTheKeysOfStrings(t *testing.T) {
	for _, text := range []string{
		`{"features":[{"id":1,"geometry":{"type":"Point","at":[1,2]}},{"id":2,"geometry":{"type":"Circle","r":2}},{"id":3,"geometry":null}]}`,
		`{"groups":[{"id":1,"items":[{"type":"rock","w":1},{"type":"tree","h":2}]},{"id":2,"items":[]}]}`,
	} {
		f, err := source.Spool(strings.NewReader(text), "level")
		require.NoError(t, err)
		defer f.Close()
		r, err := infer.Files(t.Context(), []*source.File{f}, infer.Options{})
		require.NoError(t, err)
		valid := jsonValidator(t, r.Schema, strict)
		require.NoError(t, valid(text))
		for _, old := range []string{"Point", "rock"} {
			if strings.Contains(text, old) {
				require.Error(t, valid(strings.Replace(text, old, "nothing", 1)), "a string is no object of an unknown type")
			}
		}
	}
}

// A span's objects may stand in lists of their own, as a build takes them where all
// are of one length.
func TestJSONSchemaTakesObjectsInListsInAList(t *testing.T) {
	level := func(tools string) string { return `[{"type": "job", "n": 1, "needs": ` + tools + `}]` }
	inLists := level(`[[{"tool": "saw", "level": 2}], [{"tool": "axe"}]]`)
	f, err := source.Spool(strings.NewReader(inLists), "level")
	require.NoError(t, err)
	defer f.Close()
	r, err := infer.Files(t.Context(), []*source.File{f}, infer.Options{})
	require.NoError(t, err)
	valid := jsonValidator(t, r.Schema, strict)
	require.NoError(t, valid(inLists))
	require.NoError(t, valid(level(`[{"tool": "saw"}, {"tool": "axe"}]`)))
	for _, tools := range []string{
		`[[{"tool": "saw", "level": "2"}]]`, `[[]]`, `[[null]]`, `[[{"tool": "saw"}], {"tool": "axe"}]`, `[[[{"tool": "saw"}]]]`,
	} {
		require.Error(t, valid(level(tools)), tools)
	}
}

func TestJSONSchemaKnowsTheKindThatStandsUnderNoKey(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{{
		Name: "level", Class: format.ClassNode, Stride: 4, Attr: format.TableAttr{Names: []string{"level"}, JSON: format.NoKey},
		Fields: []format.Field{{Name: "width", Type: format.TypeU32, Count: 1, Attr: format.Attr{Required: true}}},
	}}}
	valid := jsonValidator(t, s, strict)
	for _, text := range []string{`{"width": 1}`, `[{"width": 1}, {"type": "level", "width": 2}]`, `{"type": "level", "width": 1}`} {
		require.NoError(t, valid(text), text)
	}
	for _, text := range []string{`{}`, `{"width": "1"}`, `[{"width": -1}]`, `[null]`, `[]`, `[1]`, `[[1], []]`} {
		require.Error(t, valid(text), text)
	}
}

// notToldByJSONSchema is why a JSON Schema takes a bad level.
var notToldByJSONSchema = map[string]string{
	"ambiguous.json": "references", "dangling.json": "references", "kind.json": "references", "second-id.json": "ids",
	"duplicate.json": "the validator's reader takes it", "surrogate.json": "the validator's reader takes it", "utf8.json": "the validator's reader takes it",
	"root.json": "an outermost object may be of any type",
}

func TestJSONSchemaRefusesTheLevelsThatDoNotBuild(t *testing.T) {
	inCrowd(t, gameSchema(t), func(t *testing.T, s *format.Schema) {
		valid := jsonValidator(t, s, strict)
		refused := 0
		for _, path := range testdata(t, "bad/*.json") {
			err := valid(string(read(t, path)))
			if why := notToldByJSONSchema[filepath.Base(path)]; why != "" {
				require.NoError(t, err, "%s: no longer an exception (%s)", path, why)
				continue
			}
			require.Error(t, err, path)
			refused++
		}
		require.Greater(t, refused, 20)
		for _, text := range []string{
			`3`, `{"children": [{"name": "x"}]}`, `{"type": "scene"}`, `{"type": "scene", "title": null}`, `{"type": "scene", "title": "T", "note": 1}`,
			`{"type": "scene", "title": "T", "body": 3}`, `{"type": "scene", "title": "T", "body": [{"pos": {"x": 1, "z": 2}}]}`,
			`{"type": "scene", "title": "T", "bounds": {"middle": [0, 0]}}`, `{"type": "scene", "title": "T", "stars": [1, 2]}`,
			`{"type": "joint", "a": ""}`, `{"type": "pickup", "number": "7", "pos": [0, 0]}`, `{"type": "light", "pos": [0, 0, 0], "casts": "ground rain"}`,
			`{"type": "shape", "form": "box", "vertices": [{"x": 1, "y": 2}, null]}`, `{"type": "shape", "form": "box", "weights": [1, {}]}`,
		} {
			require.Error(t, valid(text), text)
		}
		for _, text := range []string{
			`{"type": "shape", "form": "box", "vertices": [null, null]}`, `{"type": "shape", "form": "box", "weights": [{"text": 1}]}`,
		} {
			require.NoError(t, valid(text), text)
		}
		require.NoError(t, jsonValidator(t, s, export.EditorOptions{Unknown: true})(`{"type": "shape", "form": "box", "vertices": [{"x": 1, "y": 2}, null]}`))
	})
}

func TestJSONSchemaKnowsMapsAndScalarsOfAnyType(t *testing.T) {
	valid := jsonValidator(t, oddSchema(t), strict)
	for _, text := range []string{
		`{"type": "odd", "name": "a", "matrix": [[1, 2], [3, 4]], "inner": {"deep": {"n": 18446744073709551615, "text": "t", "flag": "c$d e+f"}}, "k1": {"value": 3}, "k2": {"value": "x"}, "k3": true, "k4": null}`,
		`{"odds": [{"matrix": [1, 2, 3, 4], "inner": {"deep": {"n": 1}}, "color": {"r": 1, "g": 2, "b": 3}, "links": [1, "2"], "free": [{"words": "w", "note": "n"}]}]}`,
		`{"kind": [{"no": -1, "type": "anything", "kind": "y y"}, {"no": 2, "type": "odd", "matrix": [1, 2, 3, 4], "inner": {"deep": {"n": 1}}}]}`,
	} {
		require.NoError(t, valid(text), text)
	}
	for _, text := range []string{
		`{"type": "odd", "matrix": [1, 2, 3, 4]}`, `{"type": "odd", "matrix": [1, 2, 3], "inner": {"deep": {"n": 1}}}`,
		`{"type": "odd", "matrix": [1, 2, 3, 4], "inner": {"deep": {"n": 1}}, "k1": {"other": 3}}`,
		`{"type": "odd", "matrix": [1, 2, 3, 4], "inner": {"deep": {"n": 18446744073709551616}}}`,
	} {
		require.Error(t, valid(text), text)
	}
	text, err := export.JSONSchema(oddSchema(t), export.EditorOptions{Title: "t"})
	require.NoError(t, err)
	require.Contains(t, strings.Join(strings.Fields(string(text)), " "), `"default": [ 1, -1 ]`)
}

// errInvalid is what xmllint says of a document that is not valid.
var errInvalid = errors.New("not valid")

// xmlValidator is an XML Schema validator by others.
func xmlValidator(t *testing.T, s *format.Schema, o export.EditorOptions) func(path string) error {
	t.Helper()
	valid := xmlValidators(t, s, o)
	return func(path string) error { return valid(path)[0] }
}

// xmlValidators returns a function that returns what is wrong with each of many files. It takes
// one process, and most of what that does is to read the schema.
func xmlValidators(t *testing.T, s *format.Schema, o export.EditorOptions) func(paths ...string) []error {
	t.Helper()
	if _, err := exec.LookPath("xmllint"); err != nil {
		t.Skip("xmllint is not there (Debian has it in libxml2-utils)")
	}
	text, err := export.XSD(s, o)
	require.NoError(t, err)
	xsd := filepath.Join(t.TempDir(), "schema.xsd")
	require.NoError(t, os.WriteFile(xsd, text, 0o666))
	return func(paths ...string) []error {
		out, err := exec.Command("xmllint", append([]string{"--noout", "--nonet", "--schema", xsd}, paths...)...).CombinedOutput()
		require.NotContains(t, string(out), "WXS schema", "the schema itself is wrong")
		all, right := make([]error, len(paths)), 0
		said := strings.Split(string(out), "\n")
		for i, p := range paths {
			if slices.Contains(said, p+" validates") {
				right++
				continue
			}
			all[i] = errors.Join(errInvalid, errors.New(string(out)))
		}
		require.Equal(t, err == nil, right == len(paths), "%s", out)
		return all
	}
}

func TestXMLSchemaTakesTheLevelsThatBuild(t *testing.T) {
	inCrowd(t, gameSchema(t), func(t *testing.T, s *format.Schema) {
		valid := xmlValidators(t, s, strict)
		levels := testdata(t, "levels/*.xml")
		for i, err := range valid(levels...) {
			require.NoError(t, err, levels[i])
		}
		texts := []string{
			`<scene><title>T</title><body><pos>1 2</pos><motion> dynamic </motion></body></scene>`,
			`<scene title="T" xmlns:e="urn:editor" e:color="red"><body><pos x="1" y="2"/></body></scene>`,
			`<scene title="T"><trigger once="1" wakes="a b,c">text<wakes>d</wakes></trigger><shape form="box" vertex="1 2 3 4"/></scene>`,
			`<body pos="1,2"><lamp pos="1 2 3" casts="ground | sky"/></body>`,
			`<level xmlns:e="urn:editor" e:color="red"><body name="a" pos="1 2"/><scene title="T"/></level>`,
		}
		for i, err := range valid(documents(t, texts)...) {
			require.NoError(t, err, texts[i])
		}
	})
}

// An outermost element that is no node may have other names than that of a dump.
func TestXMLSchemaKnowsTheOutermostElementsThatItIsTold(t *testing.T) {
	inCrowd(t, gameSchema(t), func(t *testing.T, s *format.Schema) {
		valid := xmlValidator(t, s, export.EditorOptions{Title: "t", Roots: []string{"Map", "level", "body", "Map", "zone"}})
		for _, name := range []string{"Map", "zone", "level"} {
			text := func(pos string) string {
				return `<` + name + ` version="2"><body name="a" pos="` + pos + `"/><body name="b" pos="1 2"/></` + name + `>`
			}
			require.NoError(t, valid(document(t, text("1 2"))), name)
			require.Error(t, valid(document(t, text("1 x"))), name)
		}
		require.Error(t, valid(document(t, `<body version="2" pos="1 2"/>`)), "a kind stays a kind")
		require.Error(t, valid(document(t, `<map><body pos="1 2"/></map>`)))
		for _, name := range []string{"", "1", "a b", "e:map"} {
			_, err := export.XSD(s, export.EditorOptions{Roots: []string{name}})
			var e *export.RootError
			require.ErrorAs(t, err, &e)
			require.Equal(t, name, e.Name)
		}
	})
}

// Around several roots there is an element that is no node, and that of a dump.
func TestXMLSchemaKnowsTheElementAroundSeveralRoots(t *testing.T) {
	valid := xmlValidator(t, gameSchema(t), strict)
	for _, text := range []string{
		`<level/>`, `<level><nothing/></level>`, `<level color="red"/>`, `<level><body/></level>`, `<other><body pos="1 2"/></other>`,
		`<level><body name="a" pos="1 2"/><group><body name="a" pos="1 2"/></group></level>`,
	} {
		require.Error(t, valid(document(t, text)), text)
	}
	type named struct {
		Levels standin.Bulk[struct{ N int32 }] `level:"level"`
	}
	text, err := export.XSD(leveltest.SchemaOf[named](t), export.EditorOptions{Title: "t"})
	require.NoError(t, err)
	require.Contains(t, string(text), `<xs:element name="document">`)
}

// document puts a text in a file.
func document(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "level.xml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

func documents(t *testing.T, texts []string) (paths []string) {
	t.Helper()
	for _, text := range texts {
		paths = append(paths, document(t, text))
	}
	return paths
}

// notToldByXMLSchema is why an XML Schema takes a bad level.
var notToldByXMLSchema = map[string]string{
	"ambiguous.xml": "references", "dangling.xml": "references", "kind.xml": "references",
	"struct.xml":  "elements of a node are a choice, in any order and number",
	"float32.xml": "the size of floats", "huge.xml": "the size of floats",
	"doctype.xml": "xmllint reads it", "latin2.xml": "xmllint reads it",
}

func TestXMLSchemaRefusesTheLevelsThatDoNotBuild(t *testing.T) {
	inCrowd(t, gameSchema(t), func(t *testing.T, s *format.Schema) {
		valid := xmlValidators(t, s, strict)
		refused := 0
		bad := testdata(t, "bad/*.xml")
		for i, err := range valid(bad...) {
			path := bad[i]
			why := notToldByXMLSchema[filepath.Base(path)]
			if filepath.Base(path) == "second-id.xml" && len(s.Tables) > 64 {
				why = "see TestXMLSchemaOfManyKindsLooksForIDsInOneElement"
			}
			if why != "" {
				require.NoError(t, err, "%s: no longer an exception (%s)", path, why)
				continue
			}
			require.Error(t, err, path)
			refused++
		}
		require.Greater(t, refused, 20)
		texts := []string{
			`<level/>`, `<scene/>`, `<scene title="T" note="1"/>`, `<scene title="T"><bounds middle="0 0"/></scene>`, `<scene title="T" stars="1 2"/>`,
			`<scene title="T"><body pos="0 0"><pos>0 0</pos></body></scene>`, `<scene title="T"><joint a=""/></scene>`,
			`<scene title="T"><body pos="0 NaN"/></scene>`, `<level><scene title="T"><body name="a" pos="0 0"/><group><body name="a" pos="0 0"/></group></scene></level>`,
		}
		for i, err := range valid(documents(t, texts)...) {
			require.Error(t, err, texts[i])
		}
	})
}

// Each outermost element would take a constraint for each kind.
func TestXMLSchemaOfManyKindsLooksForIDsInOneElement(t *testing.T) {
	twice := `<scene title="T"><body name="a" pos="0 0"/><group><body name="a" pos="0 0"/></group></scene>`
	require.Error(t, xmlValidator(t, gameSchema(t), strict)(document(t, twice)))
	valid := xmlValidator(t, crowd(gameSchema(t), 60), strict)
	require.NoError(t, valid(document(t, twice)))
	require.Error(t, valid(document(t, "<level>"+twice+"</level>")))
}

// noted has what sources may write in more ways than one, as defaults too.
type noted struct {
	Lamps standin.Bulk[struct {
		Tint  [4]uint8               `level:"tint,default=#ff8000"`
		Pos   [3]float32             `level:"pos,default='(1, 2, 3)'"`
		On    bool                   `level:"on,default=True"`
		Path  store.Span[[2]float32] `level:"path"`
		Flags [2]bool                `level:"flags,default=[TRUE False]"`
	}] `level:"lamp"`
	Path standin.Array[[2]float32]
}

func TestSchemasForEditorsKnowEachNotation(t *testing.T) {
	s := leveltest.SchemaOf[noted](t)
	text, err := export.JSONSchema(s, strict)
	require.NoError(t, err)
	flat := strings.Join(strings.Fields(string(text)), "")
	for _, want := range []string{`"default":[255,128,0,255]`, `"default":[1,2,3]`, `"default":true`, `"default":[true,false]`} {
		require.Contains(t, flat, want)
	}
	text, err = export.Tiled(s)
	require.NoError(t, err)
	require.Contains(t, strings.Join(strings.Fields(string(text)), ""), `"name":"on","type":"bool","value":true`)
	valid := xmlValidator(t, s, strict)
	for _, text := range []string{
		`<lamp/>`, `<lamp tint="#0a0B0c" on="FALSE" pos="[1 2 3]"/>`, `<lamp tint=" (1, 2, 3, 4) " on=" true " pos=" ( 1,2 3 ) "/>`,
		`<lamp path="(1 2, 3 4)" flags="[True FALSE]"><tint> #ff8000 </tint><pos>(1 2 3)</pos><on>True</on></lamp>`, `<lamp><path>[1 2]</path></lamp>`,
	} {
		require.NoError(t, valid(document(t, text)), text)
	}
	for _, text := range []string{
		`<lamp tint="#0a0b0"/>`, `<lamp tint="#0a0b0c0d"/>`, `<lamp tint="(1 2 3)"/>`, `<lamp on="yes"/>`, `<lamp on="tRUE"/>`, `<lamp pos="#ff8000"/>`, `<lamp pos="((1 2 3))"/>`,
	} {
		require.Error(t, valid(document(t, text)), text)
	}
}

// A schema file is taken as it is, so what cannot be a default is left out, and a number
// that JSON writes otherwise is the same number.
func TestDefaultsForEditorsAreValues(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{{Name: "lamp", Class: format.ClassNode, Stride: 24, Attr: format.TableAttr{Names: []string{"lamp"}}}}}
	for i, f := range []format.Field{
		{Name: "top", Type: format.TypeU64, Attr: format.Attr{Default: "+18446744073709551615"}},
		{Name: "half", Type: format.TypeF32, Offset: 8, Attr: format.Attr{Default: "+.5"}},
		{Name: "far", Type: format.TypeF32, Offset: 12, Attr: format.Attr{Default: "inf"}},
		{Name: "tint", Type: format.TypeU8, Offset: 16, Count: 2, Attr: format.Attr{Default: "1 x"}},
		{Name: "two", Type: format.TypeI16, Offset: 18, Attr: format.Attr{Default: " +02 "}},
		{Name: "some", Type: format.TypeU8, Offset: 20},
	} {
		f.Count, f.Attr.Source, f.Attr.HasDefault = max(1, f.Count), f.Name, i < 5
		s.Tables[0].Fields = append(s.Tables[0].Fields, f)
	}
	s = s.Complete()
	require.NoError(t, s.Validate())
	text, err := export.JSONSchema(s, strict)
	require.NoError(t, err)
	require.Equal(t, []string{`"default": 18446744073709551615`, `"default": 0.5`, `"default": 2`},
		regexp.MustCompile(`"default": [^\n,]*`).FindAllString(string(text), -1))
	text, err = export.Tiled(s)
	require.NoError(t, err)
	flat := strings.Join(strings.Fields(string(text)), "")
	for _, want := range []string{`"half","type":"float","value":0.5`, `"far","type":"float","value":0}`, `"two","type":"int","value":2`, `"some","type":"int","value":0`} {
		require.Contains(t, flat, want)
	}
	text, err = export.XSD(s, strict)
	require.NoError(t, err)
	require.Equal(t, []string{`default="18446744073709551615"`, `default="+.5"`, `default="2"`},
		regexp.MustCompile(`default="[^"]*"`).FindAllString(string(text), -1))
	require.NoError(t, xmlValidator(t, s, strict)(document(t, `<lamp top="1"/>`)))
}

// levelc dump writes xml:space where white space at the ends of a text is meant.
func TestXMLSchemaTakesTextsThatKeepTheirSpace(t *testing.T) {
	const space = ` xml:space="preserve"`
	type verse struct {
		Title store.Str             `level:"title"`
		Mood  uint8                 `level:"mood,enum=glad|sad"`
		Lines store.Span[store.Str] `level:"line"`
		Pos   [2]float32            `level:"pos"`
	}
	type world struct {
		Verses standin.Bulk[verse] `level:"verse"`
		Lines  standin.Array[store.Str]
		store.Strings
	}
	valid := xmlValidator(t, leveltest.SchemaOf[world](t), strict)
	for _, text := range []string{
		`<verse><title` + space + `> a </title><line` + space + `>  b</line><line>c</line></verse>`,
		`<verse><mood` + space + `>glad</mood><pos` + space + ` x="1" y="2"/></verse>`,
	} {
		require.NoError(t, valid(document(t, text)), text)
		require.Error(t, valid(document(t, strings.Replace(text, space, ` space="preserve"`, 1))), text)
	}
	require.Error(t, valid(document(t, `<verse><mood`+space+`>odd</mood></verse>`)))
}

func TestXMLSchemaKnowsMapsAndOddNames(t *testing.T) {
	valid := xmlValidator(t, oddSchema(t), strict)
	require.NoError(t, valid(document(t, `<odd name="a" matrix="1 2 3 4" k0="1"><k1><value>3</value></k1><inner><deep n="1" flag="a.b,c$d">t</deep></inner></odd>`)))
	require.NoError(t, valid(document(t, `<strange matrix="1 2 3 4"><inner><deep><n>1</n></deep></inner></strange>`)))
	require.NoError(t, valid(document(t, `<odd/>`)), "in an element with a map anything may stand")
	require.Error(t, valid(document(t, `<kind no="x"/>`)))
	require.Error(t, valid(document(t, `<kind kind="y"/>`)))
	require.NoError(t, valid(document(t, `<kind kind="y y" at="3,4"/>`)))
}

// A vector as the value of a map is a list: an object under the key is the element.
func TestJSONSchemaTakesVectorsInMapsAsABuildDoes(t *testing.T) {
	type exit struct {
		Way store.Str  `level:"way,key"`
		To  [2]float32 `level:"to"`
	}
	type room struct {
		Exits struct {
			All store.Span[exit] `level:",map"`
		} `level:"exits"`
	}
	type world struct {
		Rooms standin.Bulk[room] `level:"room"`
		Exits standin.Array[exit]
		store.Strings
	}
	s := leveltest.SchemaOf[world](t)
	valid := jsonValidator(t, s, strict)
	for value, builds := range map[string]bool{`[1,2]`: true, `{"to":[1,2]}`: true, `{"to":{"x":1,"y":2}}`: true, `{"x":1,"y":2}`: false} {
		text := `{"type":"room","exits":{"north":` + value + `}}`
		_, err := leveltest.TryBuild(t, s, text, format.WriterOptions{})
		require.Equal(t, builds, err == nil, "%s: %v", text, err)
		require.Equal(t, builds, valid(text) == nil, text)
	}
}

// With --unknown=keep these build.
func TestSchemasForEditorsCanLetNamesPass(t *testing.T) {
	inCrowd(t, gameSchema(t), func(t *testing.T, s *format.Schema) {
		valid := jsonValidator(t, s, open)
		for _, path := range testdata(t, "levels/*.json") {
			require.NoError(t, valid(string(read(t, path))), path)
		}
		for _, text := range []string{
			`{"type": "scene", "title": "T", "x": 1, "y": {"type": "odd", "z": [[{}], [1, null]]}, "w": [{"a": 1}, {"type": "group", "b": 2}]}`,
			`{"scene": {"title": "T", "bounds": {"x": 1}, "body": [{"type": "wooden", "pos": [0, 0]}]}, "x": {"y": 1}}`,
			`[{"x": 1}, {"type": "odd"}, {"type": "body", "pos": [0, 0]}]`,
		} {
			require.NoError(t, valid(text), text)
		}
		for _, text := range []string{
			`{"type": "scene", "title": 1}`, `{"type": "scene", "x": 1}`, `{"type": "scene", "title": "T", "w": [{"a": 1}, {"type": "body"}]}`,
			`{"type": "scene", "title": "T", "body": 3}`,
		} {
			require.Error(t, valid(text), text)
		}
		validXML := xmlValidator(t, s, open)
		for _, path := range testdata(t, "levels/*.xml") {
			require.NoError(t, validXML(path), path)
		}
		for _, text := range []string{
			`<scene x="1" title="T">text<y><body/></y><body z="1" pos="1 2"><pos frame="w"/>a</body></scene>`,
			`<scene xml:lang="en" xml:space="preserve"><levelc:value xmlns:levelc="u" key="no name" null="true"/><group/></scene>`,
			`<level x="1"><editor><scene/></editor><body name="a" pos="1 2"/></level>`,
		} {
			require.NoError(t, validXML(document(t, text)), text)
		}
		for _, text := range []string{`<body pos="1 2 3"/>`, `<body motion="fast"/>`, `<level/>`, `<other/>`} {
			require.Error(t, validXML(document(t, text)), text)
		}
	})
}

// What is inferred from a level takes it, with the names of other namespaces in it.
func TestXMLSchemaLetsNamesWithPrefixesPass(t *testing.T) {
	for _, text := range []string{
		`<level xmlns:e="urn:e"><a e:color="red" n="1"><e:note>x</e:note></a><a e:color="blue" n="2" xml:lang="en"/></level>`,
		`<level xmlns:e="urn:e"><e:a n="1"><b m="1"/></e:a><e:a n="2"><b m="2"/><b m="3"/></e:a><c><e:a n="3"/></c></level>`,
		`<level xmlns:e="urn:e"><a id="1"><e:v x="1"/><e:v x="2"/><w><e:z>1</e:z></w></a><a id="2"><b id="1"><a id="3"/></b><b id="2"/></a></level>`,
	} {
		path := document(t, text)
		f, err := source.Open(path)
		require.NoError(t, err)
		defer f.Close()
		r, err := infer.Files(t.Context(), []*source.File{f}, infer.Options{})
		require.NoError(t, err)
		for _, n := range r.Notes {
			require.False(t, n.Lost, n)
		}
		for _, o := range []export.EditorOptions{strict, open} {
			require.NoError(t, xmlValidator(t, r.Schema, o)(path), text)
		}
		if o := strings.Replace(text, ` n="1"`, ` n="x"`, 1); o != text && !strings.Contains(text, "<e:a n") {
			require.Error(t, xmlValidator(t, r.Schema, strict)(document(t, o)))
		}
	}
}
