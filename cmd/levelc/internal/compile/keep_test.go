package compile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// What memory keeps besides rows.

func (m *memory) Prop(table int, row uint32, p format.Props) error {
	t := &m.schema.Tables[table]
	if int(row) >= max(len(m.rows[table]), m.count(table)) {
		panic("properties of a row that has not come")
	}
	m.extra = append(m.extra, fmt.Sprintf("%s %d %s", t.Name, row, p.AppendJSON(nil)))
	return m.call()
}

func (m *memory) Src(table int, row, file, line, column uint32) error {
	m.extra = append(m.extra, fmt.Sprintf("%s %d at %s:%d:%d", m.schema.Tables[table].Name, row, m.texts[file], line, column))
	return m.call()
}

func (m *memory) Chunk(label uint32) error {
	m.nodes = append(m.nodes, "chunk "+m.texts[label])
	return m.call()
}

func (m *memory) Label(label uint32) error {
	for i := len(m.nodes) - 1; i >= 0; i-- {
		if strings.HasPrefix(m.nodes[i], "chunk ") {
			m.nodes[i] = "chunk " + m.texts[label]
			return m.call()
		}
	}
	panic("a label without a chunk")
}

// kept are the properties that a source gives, those of one row in each line.
func keptOf(t *testing.T, text string) (string, []string) {
	t.Helper()
	out := compileAll(t, gameSchema(), UnknownKeep, text)
	return strings.Join(out.extra, "\n"), out.problems
}

// What stands here in XML and in JSON is the same level.
func TestUnknownNamesAreTheSamePropertiesInBothSyntaxes(t *testing.T) {
	for _, test := range []struct{ name, xml, json, want string }{
		{"numbers and bools by their form", `<scene a="3" b="-2.50" c="true" d="1e3" e="18446744073709551615"/>`,
			`{"type":"scene","a":3,"b":-2.50,"c":true,"d":1e3,"e":18446744073709551615}`, `scene 0 {"a":3,"b":-2.5,"c":true,"d":1000,"e":18446744073709551615}`},
		{"texts", `<scene a="x" b="" c=" 3" d="007" e="+5" f=".5" g="True" h="1,5"/>`,
			`{"type":"scene","a":"x","b":"","c":" 3","d":"007","e":"+5","f":".5","g":"True","h":"1,5"}`,
			`scene 0 {"a":"x","b":"","c":" 3","d":"007","e":"+5","f":".5","g":"True","h":"1,5"}`},
		{"a float without its exponent", `<scene a="100000000000000000000" b="-123456789012345680000" c="18446744073709551615"/>`,
			`{"type":"scene","a":100000000000000000000,"b":-123456789012345680000,"c":18446744073709551615}`, `scene 0 {"a":1e+20,"b":-1.2345678901234568e+20,"c":18446744073709551615}`},
		{"keys are sorted", `<scene b="1" a="2"/>`, `{"type":"scene","a":2,"b":1}`, `scene 0 {"a":2,"b":1}`},
		{"an element with text alone is its value", `<scene><a> 3 </a><b>x y</b><c/></scene>`, `{"type":"scene","a":3,"b":"x y","c":{}}`, `scene 0 {"a":3,"b":"x y","c":{}}`},
		{"elements nest", `<scene><a b="1"><c d="2"/>t</a></scene>`, `{"type":"scene","a":{"b":1,"c":{"d":2},"text":"t"}}`, `scene 0 {"a":{"b":1,"c":{"d":2},"text":"t"}}`},
		{"what is repeated is a list", `<scene><a>1</a><b/><a x="2"/><a>z</a></scene>`, `{"type":"scene","a":[1,{"x":2},"z"],"b":{}}`, `scene 0 {"a":[1,{"x":2},"z"],"b":{}}`},
		{"inside as well", `<scene><a><b>1</b><c/><b>2</b></a></scene>`, `{"type":"scene","a":{"b":[1,2],"c":{}}}`, `scene 0 {"a":{"b":[1,2],"c":{}}}`},
		{"kinds mean nothing inside", `<scene><editor><body pos="1 2"/></editor></scene>`, `{"type":"scene","editor":{"body":{"pos":"1 2"}}}`, `scene 0 {"editor":{"body":{"pos":"1 2"}}}`},
		{"text of a node without any", `<scene>hello<group/>there</scene>`, `{"type":"scene","text":["hello","there"],"group":{}}`, `scene 0 {"text":["hello","there"]}`},
		{"nodes in between", `<scene a="1"><group b="2"><body pos="0 0" c="3"/></group><d>4</d></scene>`,
			`{"type":"scene","a":1,"x":[{"type":"group","b":2,"y":[{"type":"body","pos":[0,0],"c":3}]}],"d":4}`,
			"body 0 {\"c\":3}\ngroup 0 {\"b\":2}\nscene 0 {\"a\":1,\"d\":4}"},
		{"in a nested struct", `<body pos="0 0"><material mass="1"/></body>`, `{"type":"body","pos":[0,0],"material":{"mass":1}}`, `body 0 {"material/mass":1}`},
		{"beside a field's value", `<body z="1"><pos frame="world" x="1" y="2"/></body>`, `{"type":"body","z":1,"pos":{"x":1,"y":2,"frame":"world"}}`, `body 0 {"pos/frame":"world","z":1}`},
		{"in elements", `<body pos="0 0"><shape><vertex x="1" y="2"/><vertex x="1" y="2" z="3"/></shape></body>`,
			`{"type":"body","pos":[0,0],"shape":{"vertices":[{"x":1,"y":2},{"x":1,"y":2,"z":3}]}}`, `shape.vertex 1 {"z":3}`},
		{"in elements of elements", `<body pos="0 0"><shape><part><hole q="1"/><hole q="2"/></part><part p="3"><hole/></part></shape></body>`,
			`{"type":"body","pos":[0,0],"shape":{"part":[{"hole":[{"q":1},{"q":2}]},{"p":3,"hole":[{}]}]}}`,
			"shape.part 1 {\"p\":3}\nshape.part.hole 0 {\"q\":1}\nshape.part.hole 1 {\"q\":2}"},
		{"of other tools", `<scene xmlns="u" xmlns:x="v"><a xsi:nil="false" xml:space="default">1</a></scene>`, `{"type":"scene","$schema":"u","a":1}`, `scene 0 {"a":1}`},
		{"of any document", `<scene xml:lang="en"><a xsi:type="t" xml:lang="de">x</a></scene>`, `{"type":"scene","xml:lang":"en","a":{"xsi:type":"t","xml:lang":"de","text":"x"}}`,
			`scene 0 {"a":{"text":"x","xml:lang":"de","xsi:type":"t"},"xml:lang":"en"}`},
		{"white space on the line", `<scene><row> ..#. </row><a>x </a><b>  </b><b/><c d="1"> e </c><f>&#32;</f> text <g> true </g></scene>`,
			`{"type":"scene","row":" ..#. ","a":"x ","b":["  ",{}],"c":{"d":1,"text":" e "},"f":" ","text":" text ","g":true}`,
			`scene 0 {"a":"x ","b":["  ",{}],"c":{"d":1,"text":" e "},"f":" ","g":true,"row":" ..#. ","text":" text "}`},
		{"white space that breaks the line", "<scene><a>\n x\n</a><b>\n</b><c>\n #\n  #\n</c><d>\n 3 \n</d><e>\n one <i/> two\n</e></scene>",
			`{"type":"scene","a":"x","b":{},"c":" #\n  #","d":3,"e":{"i":{},"text":["one "," two"]}}`,
			`scene 0 {"a":"x","b":{},"c":" #\n  #","d":3,"e":{"i":{},"text":["one "," two"]}}`},
		{"white space beside elements", "<scene><a> <b/> </a><c>&#32;<d/></c><e>&#32;<f/><g/></e></scene>", `{"type":"scene","a":{"b":{}},"c":{"d":{}},"e":{"f":{},"g":{}}}`,
			`scene 0 {"a":{"b":{}},"c":{"d":{}},"e":{"f":{},"g":{}}}`},
		{"preserved white space", `<scene xml:space="preserve"> <a> x</a> <b>` + "\n" + `<c/> </b> <d>  </d><e f="1"> </e><g>1 </g><h xml:space="default">` + "\n y\n" + `</h> </scene>`,
			`{"type":"scene","a":" x","b":{"c":{}},"d":"  ","e":{"f":1,"text":" "},"g":"1 ","h":"y"}`,
			`scene 0 {"a":" x","b":{"c":{}},"d":"  ","e":{"f":1,"text":" "},"g":"1 ","h":"y"}`},
	} {
		for _, text := range []string{test.xml, test.json} {
			got, problems := keptOf(t, text)
			require.Empty(t, problems, test.name)
			lines := strings.Split(got, "\n")
			slices.Sort(lines)
			require.Equal(t, test.want, strings.Join(lines, "\n"), test.name+" in "+text)
		}
	}
}

// What only one of the syntaxes can say.
func TestJSONKeepsWhatItsTypesSay(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"scene","a":null,"b":"3","c":"true","d":[],"e":[1],"bodies":[]}`: `scene 0 {"a":null,"b":"3","c":"true","d":[],"e":[1]}`,
		`{"type":"scene","a":{"b":[],"c":{},"d":[[]],"e":[{}]}}`:                  `scene 0 {"a":{"b":[],"c":{},"d":[[]],"e":[{}]}}`,
		`{"type":"scene","a":[{"b":1}]}`:                                          `scene 0 {"a":[{"b":1}]}`,
		`{"type":"scene","a":[[1,{"b":1}],[{"c":2}]]}`:                            `scene 0 {"a":[[1,{"b":1}],[{"c":2}]]}`,
		`{"type":"scene","a":[1,[2,[{"b":1}]],null,"x"]}`:                         `scene 0 {"a":[1,[2,[{"b":1}]],null,"x"]}`,
		`{"type":"scene","x":{"a":{"type":"body","b":{"type":"group"}}}}`:         `scene 0 {"x":{"a":{"b":{"type":"group"},"type":"body"}}}`,
		`{"type":"scene","children":[{"type":"group"},{"a":1},{"type":"group"}]}`: `scene 0 {"children":[{"a":1}]}`,
		`{"type":"scene","a":[{"b":[{"type":"group","c":[[{"d":[]}]]}]}]}`:        `scene 0 {"a":[{"b":[{"c":[[{"d":[]}]],"type":"group"}]}]}`,
		`{"type":"scene","a":-9223372036854775808,"b":9223372036854775807}`:       `scene 0 {"a":-9223372036854775808,"b":9223372036854775807}`,
		`{"type":"scene","levelc:value":{"key":"x","text":"y"},"no name":1,"":2}`: `scene 0 {"":2,"levelc:value":{"key":"x","text":"y"},"no name":1}`,
	} {
		got, problems := keptOf(t, text)
		require.Empty(t, problems, text)
		require.Equal(t, want, got, text)
	}
}

func TestXMLSaysWhatJSONCanByAnElementForIt(t *testing.T) {
	for text, want := range map[string]string{
		`<scene><levelc:value key="a" text="3"/></scene>`:                                                                               `scene 0 {"a":"3"}`,
		`<scene><levelc:value text=" x " key="no name"/></scene>`:                                                                       `scene 0 {"no name":" x "}`,
		`<scene><levelc:value key="a" null="true"/><levelc:value key="" text=""/></scene>`:                                              `scene 0 {"":"","a":null}`,
		`<scene><levelc:value key="a" list="true"/><levelc:value key="b" list="true"><i>1</i></levelc:value></scene>`:                   `scene 0 {"a":[],"b":[1]}`,
		`<scene><levelc:value key="a" list="true"><i x="1"/><levelc:value list="true"/><levelc:value text="1"/></levelc:value></scene>`: `scene 0 {"a":[{"x":1},[],"1"]}`,
		`<scene><levelc:value key="1"><b>2</b></levelc:value><levelc:value key="2">x</levelc:value></scene>`:                            `scene 0 {"1":{"b":2},"2":"x"}`,
		`<scene><a><levelc:value key="b c" text="d"/></a></scene>`:                                                                      `scene 0 {"a":{"b c":"d"}}`,
		`<body pos="0 0"><material><levelc:value key="m" text="1"/></material></body>`:                                                  `body 0 {"material/m":"1"}`,
		`<scene><levelc:value key="a" list="true">x</levelc:value></scene>`:                                                             `scene 0 {"a":["x"]}`,
		`<scene><levelc:value list="true" key="a"><i>1</i></levelc:value></scene>`:                                                      `scene 0 {"a":[1]}`,
		`<body pos="0 0"><shape><vertex x="1" y="2"><levelc:value key="body" text="z"/></vertex></shape></body>`:                        `shape.vertex 0 {"body":"z"}`, // no node can stand there
		`<scene><levelc:value>1</levelc:value></scene>`:                                                                                 `scene 0 {"levelc:value":1}`,
	} {
		got, problems := keptOf(t, text)
		require.Empty(t, problems, text)
		require.Equal(t, want, got, text)
	}
}

func TestWhatCannotBeKeptIsAnError(t *testing.T) {
	deep := func(open, end string, n int) string { return strings.Repeat(open, n) + strings.Repeat(end, n) }
	long := strings.Repeat("x", 700<<10)
	for _, test := range []struct{ name, text, want string }{
		{"too deep in XML", `<scene>` + deep("<a>", "</a>", 70) + `</scene>`, `nested too deep to be kept: what is unknown may nest 63 deep`},
		{"too deep in JSON", `{"type":"scene","a":` + deep(`{"a":`, "", 70) + `1` + deep("", "}", 70) + `}`, `nested too deep to be kept: what is unknown may nest 63 deep`},
		{"lists too deep", `{"type":"scene","a":` + deep("[", "]", 70) + `}`, `a cannot be kept: nested deeper than 64`},
		{"lists of objects too deep", `{"type":"scene","a":` + deep("[", "", 70) + "{}" + deep("", "]", 70) + `}`, `nested too deep to be kept`},
		{"repetition makes it too deep", `<scene>` + deep("<a><b/>", "<b/></a>", 62) + `</scene>`, `nested deeper than 64`},
		{"too much in one node", `<scene a="` + long + `" b="` + long + `"/>`, `more than 1 MiB of unknown names in one scene`},
		{"too much inside", `<scene><a b="` + long + `" c="` + long + `"/></scene>`, `more than 1 MiB of unknown names in one scene`},
		{"most of too much", `<scene a="` + long[:1000] + `"><b/><c x="` + long + `"/><c x="` + long + `"/></scene>`, `scene (most of it is c: a type with a field for it takes it (levelc infer`},
		{"most of it in what is open", `<scene a="` + long[:1000] + `"><d><c x="` + long + `"/><c x="` + long + `"/></d></scene>`, `(most of it is d: a type with`},
		{"too much in a value", `<scene a="` + long + long + `"/>`, `a cannot be kept: longer than 1 MiB (most of it is a: a type with`},
		{"too much twice", `<scene><a b="` + long + `" c="` + long + `"/><a b="` + long + `" c="` + long + `"/>` + deep("<a>", "</a>", 70) + `</scene>`, `more than 1 MiB of unknown names in one scene`},
		{"most of too much is a plain list", `{"type":"scene","a":[` + strings.Repeat(`1,`, 1<<20) + `[1]]}`, `a cannot be kept: longer than 1 MiB (most of it is a: a type with a field for it takes it`},
		{"too many lists", `{"type":"scene","a":[` + strings.Repeat(`[1,2],[3],`, 215<<10) + `[]]}`, `a cannot be kept: longer than 1 MiB (most of it is a: a field of the type store.Span[store.Span[T]] takes`},
		{"too many lists in all", `{"type":"scene","b":1,"a":[` + strings.Repeat(`[1,2],[3],`, 150<<10) + `[]],"c":"` + long[:300<<10] + `"}`, `in one scene (most of it is a: a field of the type store.Span[store.Span[T]] takes`},
		{"a large integer", `{"type":"scene","a":123456789012345678901}`, `a cannot be kept: no 64 bits hold the number (write it in quotation marks to keep its digits, or with`},
		{"a large float", `{"type":"scene","a":{"b":[1e999]}}`, `b cannot be kept: the number is too large for a float64 (write it in quotation marks:`},
		{"a node in an element", `<body pos="0 0"><shape><part><group/></part></shape></body>`, `a node cannot stand inside shape.part`},
		{"names beside a list", `<body pos="0 0"><shape><vertex z="1">1 2 3 4</vertex></shape></body>`, `shape.vertex: unknown names cannot be kept beside a list of 2 elements`},
		{"a known key", `<scene><levelc:value key="name" text="x"/></scene>`, `"name" is no unknown name in scene`},
		{"the key of a kind", `<scene><levelc:value key="body" text="x"/></scene>`, `"body" is no unknown name in scene`},
		{"another attribute", `<scene><levelc:value a="b"/></scene>`, `a of <levelc:value> cannot be "b"`},
		{"two values", `<scene><levelc:value key="a" text="b" null="true"/></scene>`, `null of <levelc:value> cannot be "true"`},
		{"two values the other way round", `<scene><levelc:value key="a" null="true" text="b"/></scene>`, `text of <levelc:value> cannot be "b"`},
		{"a list and a value", `<scene><levelc:value key="a" list="true" text="b"/></scene>`, `text of <levelc:value> cannot be "b"`},
		{"a value and a list", `<scene><levelc:value key="a" text="b" list="true"/></scene>`, `list of <levelc:value> cannot be "true"`},
		{"no list", `<scene><levelc:value key="a" list="false"/></scene>`, `list of <levelc:value> cannot be "false"`},
		{"no null", `<scene><levelc:value key="a" null="false"/></scene>`, `null of <levelc:value> cannot be "false"`},
		{"a key in a list", `<scene><levelc:value key="a" list="true"><levelc:value key="b" text="c"/></levelc:value></scene>`, `key of <levelc:value> cannot be "b"`},
		{"a value and an element", `<scene><levelc:value key="a" text="b"><c/></levelc:value></scene>`, `an element inside a value that an attribute has given`},
		{"a value and text", `<scene><levelc:value key="a" text="b">c</levelc:value></scene>`, `text beside a value that an attribute has given`},
	} {
		got, problems := keptOf(t, test.text)
		require.Len(t, problems, 1, test.name)
		require.Contains(t, problems[0], test.want, test.name)
		require.Empty(t, got, test.name)
	}
}

// It is told of where it stands, by a name that can be read.
func TestWhatCannotBeKeptIsFound(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"scene","a":[1,[2,"x",[1e999]]]}`:                                             `1.a[3]: a cannot`,
		`{"type":"scene","a":[1,{"x":1},[3,1e999]]}`:                                           `1.a: a cannot`,
		`{"type":"scene","a":[[1,{"b":[null,1e999]}]]}`:                                        `1.b[1]: b cannot`,
		`{"type":"scene","\t":1e999}`:                                                          `1.	: "\t" cannot`,
		`{"type":"scene","a b":1e999}`:                                                         `1.a b: "a b" cannot`,
		`{"type":"scene","\"q\"":1e999}`:                                                       `1."q": "\"q\"" cannot`,
		`{"type":"scene","a":` + strings.Repeat("[", 70) + "1" + strings.Repeat("]", 70) + `}`: `1.a: a cannot`,
	} {
		_, problems := keptOf(t, text)
		require.Len(t, problems, 1, text)
		require.Contains(t, problems[0], want, text)
	}
}

// Numbers that do not fit 64 bits are texts in XML, where nothing says that
// they are numbers.
func TestLargeNumbersOfXMLStayTexts(t *testing.T) {
	got, problems := keptOf(t, `<scene a="123456789012345678901" b="1e999"><c>-9223372036854775809</c></scene>`)
	require.Empty(t, problems)
	require.Equal(t, `scene 0 {"a":"123456789012345678901","b":"1e999","c":"-9223372036854775809"}`, got)
}

// Outside of nodes there is no row to keep anything with.
func TestWhatStandsInNoNodeIsAWarning(t *testing.T) {
	_, problems := keptOf(t, `<level><editor a="1"><body pos="1 2"/></editor><scene/></level>`)
	require.Len(t, problems, 1)
	require.Contains(t, problems[0], "warning")
	require.Contains(t, problems[0], `"editor" is no kind of node`)
}

func TestAnElementThatIsAListOfOneKeepsItsNames(t *testing.T) {
	got, problems := keptOf(t, `<body pos="0 0"><shape><weights u="kg">3</weights><weights>4</weights><vertex z="1">1 2</vertex></shape></body>`)
	require.Empty(t, problems)
	require.Equal(t, "shape.vertex 0 {\"z\":1}\nshape.weights 0 {\"u\":\"kg\"}", got)
}

// What is unknown nests as deep in each of its forms, and no deeper; how large it is
// has nothing to do with that.
func TestWhatIsUnknownNestsAsDeepHoweverItIsWritten(t *testing.T) {
	nest := func(open, in, end string, n int) string { return strings.Repeat(open, n) + in + strings.Repeat(end, n) }
	for name, text := range map[string]func(n int) string{
		"elements":           func(n int) string { return `<scene>` + nest("<a>", "", "</a>", n) + `</scene>` },
		"elements of a text": func(n int) string { return `<scene>` + nest("<a>", "<a>1</a>", "</a>", n) + `</scene>` },
		"elements of a null": func(n int) string {
			return `<scene>` + nest("<a>", `<levelc:value key="a" null="true"/>`, "</a>", n) + `</scene>`
		},
		"elements of an attribute": func(n int) string { return `<scene>` + nest("<a>", `<a b="1"/>`, "</a>", n-1) + `</scene>` },
		"elements of lists": func(n int) string {
			return `<scene><levelc:value key="a" list="true">` + nest(`<levelc:value list="true">`, "<i>1</i>", "</levelc:value>", n-1) + `</levelc:value></scene>`
		},
		"objects":                   func(n int) string { return `{"type":"scene","a":` + nest(`{"a":`, "{}", "}", n-1) + `}` },
		"lists":                     func(n int) string { return `{"type":"scene","a":` + nest("[", "", "]", n) + `}` },
		"lists of a number":         func(n int) string { return `{"type":"scene","a":` + nest("[", "1", "]", n) + `}` },
		"lists of an object":        func(n int) string { return `{"type":"scene","a":` + nest("[", "{}", "]", n-1) + `}` },
		"lists in an object":        func(n int) string { return `{"type":"scene","a":{"b":` + nest("[", "1", "]", n-1) + `}}` },
		"lists of objects in one":   func(n int) string { return `{"type":"scene","a":{"b":` + nest("[", "{}", "]", n-2) + `}}` },
		"lists in an object in one": func(n int) string { return `{"type":"scene","a":[{"b":` + nest("[", "1", "]", n-2) + `}]}` },
	} {
		_, problems := keptOf(t, text(63))
		require.Empty(t, problems, name)
		_, problems = keptOf(t, text(64))
		require.Len(t, problems, 1, name)
		require.Contains(t, problems[0], "deep", name)
		require.NotContains(t, problems[0], "most of it", name)
	}
}

// What is kept of a source that ends early goes with its rows; the others are read
// for their mistakes only.
func TestPropertiesOfWhatHasNoRow(t *testing.T) {
	out := compileAll(t, gameSchema(), UnknownKeep, `<body pos="0 0"><shape><vertex x="1" y="2" z="3"/>`,
		`<body pos="0 0"><shape><vertex x="1" y="2" z="3"/></shape></body>`)
	require.Len(t, out.problems, 1)
	require.Empty(t, out.extra)
	out = compileAll(t, gameSchema(), UnknownKeep, `<scene><stuff><a>`, `{"type":"scene","bodies":[{}]}`)
	require.Len(t, out.problems, 2)
	require.Equal(t, "#1 1: body lacks pos", out.problems[1])
}

// A node that is complete does not take away what elements of a node around it wait with.
func TestPropertiesOfElementsAroundANode(t *testing.T) {
	got, problems := keptOf(t, `<body pos="0 0"><shape><vertex x="1" y="2" z="first"/><body pos="0 0"/><vertex x="1" y="2" z="last"/></shape></body>`)
	require.Empty(t, problems)
	require.Equal(t, "shape.vertex 0 {\"z\":\"first\"}\nshape.vertex 1 {\"z\":\"last\"}", got)
}

// watching notes how much waits for its node.
type watching struct {
	*compiler
	most int
}

func (w *watching) Close(at int64) bool {
	ok := w.compiler.Close(at)
	w.most = max(w.most, w.keep.texts.Len())
	return ok
}

// What a complete node has given to the sink takes no room any more, even if an element of
// a node around it still waits.
func TestPropertiesOfCompleteNodesTakeNoRoom(t *testing.T) {
	const n = 100
	inner := `<body pos="0 0"><shape><vertex x="1" y="2" z="` + strings.Repeat("x", 1000) + `"/></shape></body>`
	var w *watching
	out := compileThrough(t, gameSchema(), UnknownKeep, allBlanks, func(c *compiler) source.Handler {
		w = &watching{compiler: c}
		return w
	}, `<trigger><wakes z="first"/>`+strings.Repeat(inner, n)+`<wakes z="last"/></trigger>`)
	require.Empty(t, out.problems)
	require.Len(t, out.extra, n+2)
	require.Less(t, w.most, 2000)
}

// Bounds are of what is open at one time: a level may have any number of rows.
func TestPropertiesOfManyRows(t *testing.T) {
	out := compileAll(t, gameSchema(), UnknownKeep, `<scene>`+strings.Repeat(`<body pos="0 0" a="`+strings.Repeat("x", 700<<10)+`"/>`, mostKept/(700<<10)+1)+`</scene>`)
	require.Empty(t, out.problems)
}

// A node may have as much as another, however much the nodes around it have.
func TestEachOpenNodeHasRoomOfItsOwn(t *testing.T) {
	much := ` a="` + strings.Repeat("x", 700<<10) + `"`
	_, problems := keptOf(t, `<scene`+much+`><group`+much+`><group`+much+`/></group></scene>`)
	require.Empty(t, problems)
}

// full has a row of elements wait with nearly as much as may be open at one time.
type full struct{ *compiler }

func (f *full) Open(name []byte, at int64) bool {
	if string(name) == "shape" {
		for f.keep.texts.Len() < mostKept-1<<20 {
			f.keep.texts.Append(make([]byte, 1<<20)...)
		}
	}
	return f.compiler.Open(name, at)
}

func TestWhatWaitsForItsNodeIsBounded(t *testing.T) {
	for z, told := range map[int]int{900 << 10: 0, 1<<20 + 100: 1} {
		vertex := `<vertex x="1" y="2" z="` + strings.Repeat("x", z/2) + `"/>`
		out := compileThrough(t, gameSchema(), UnknownKeep, allBlanks, func(c *compiler) source.Handler { return &full{compiler: c} },
			`<body pos="0 0"><shape>`+vertex+vertex+`</shape></body>`)
		require.Len(t, out.problems, told)
		if told > 0 {
			require.Contains(t, out.problems[0], "more than 32 MiB of unknown names in nodes that are open")
		}
	}
}
