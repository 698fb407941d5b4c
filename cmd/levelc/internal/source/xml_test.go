package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
)

func readXML(doc string, h Handler, o Options) error {
	var r Reader
	return r.XML(strings.NewReader(doc), h, o)
}

// events returns what a document is reported as, with offsets.
func events(t *testing.T, doc string) string {
	t.Helper()
	rec := &record{at: true}
	require.NoError(t, readXML(doc, rec, Options{}))
	return rec.out.String()
}

func calls(s ...string) string { return strings.Join(s, "\n") + "\n" }

func TestXMLIsReportedInDocumentOrderWithOffsets(t *testing.T) {
	doc := `<?xml version="1.0"?><a  x = "1" yy='2'><b/>t<c>u</c > <d
	z="3"></d></a>`
	require.Equal(t, calls(
		`open "a"@22`,
		`  "x" = "1"@30`,
		`  "yy" = "2"@37`,
		`  open "b"@41`,
		`  close@42`,
		`  text "t"@44`,
		`  open "c"@46`,
		`    text "u"@48`,
		`  close@49`,
		`  open "d"@56`,
		`    "z" = "3"@62`,
		`  close@65`,
		`close@69`,
	), events(t, doc))
}

func TestAByteOrderMarkCountsForOffsetsButIsNotText(t *testing.T) {
	require.Equal(t, calls(`open "a"@4`, `close@5`), events(t, "\uFEFF<a/>"))
}

func TestTextIsOnePieceBetweenTwoTags(t *testing.T) {
	for doc, want := range map[string]string{
		"<a>one<!-- c -->two<?p i?>three<b/>four</a>":  calls(`open "a"`, `  text "onetwothree"`, `  open "b"`, `  close`, `  text "four"`, `close`),
		"<a><![CDATA[<&]]><![CDATA[>]]></a>":           calls(`open "a"`, `  text "<&>"`, `close`),
		"<a> <!-- c --> <![CDATA[ ]]>\n</a>":           calls(`open "a"`, `close`),
		"<a> x </a>":                                   calls(`open "a"`, `  text " x "`, `close`),
		"<a>\r\n1\r2\n\r\n</a>":                        calls(`open "a"`, `  text "\n1\n2\n\n"`, `close`),
		"<a>&#13;&#x41;&amp;&lt;&gt;&quot;&apos;;</a>": calls(`open "a"`, `  text "\rA&<>\"';"`, `close`),
		"<a><![CDATA[]]]]><![CDATA[>]]>\r\n</a>":       calls(`open "a"`, `  text "]]>\n"`, `close`),
		"<a>]] ></a>":                                  calls(`open "a"`, `  text "]] >"`, `close`),
		"<a><![CDATA[a\r\nb\rc]]></a>":                 calls(`open "a"`, `  text "a\nb\nc"`, `close`),
		"<a>\u00e9\U0001F600</a>":                      calls(`open "a"`, `  text "é😀"`, `close`),
		"<a><!-- -->x</a>":                             calls(`open "a"`, `  text "x"`, `close`),
		"<a><!DOCTYPEx/></a>":                          "",
	} {
		rec := &record{}
		err := readXML(doc, rec, Options{})
		if want == "" {
			require.Error(t, err, doc)
			continue
		}
		require.NoError(t, err, doc)
		require.Equal(t, want, rec.out.String(), doc)
	}
}

// White space is text where somebody took care to write it, if it is asked for.
func TestWhiteSpaceThatIsMeant(t *testing.T) {
	for doc, want := range map[string]string{
		"<a>&#32;</a>":                          " ",
		"<a> &#x9;\n</a>":                       " \t\n",
		"<a><![CDATA[ ]]></a>":                  " ",
		"<a>\n<!-- --> <![CDATA[\n]]> </a>":     "\n \n ",
		"<a> <!-- c -->&#10;</a>":               " \n",
		"<a> </a>":                              " ",
		"<a>\t</a\n>":                           "\t",
		"<a>\n</a>":                             "",
		"<a> <!-- c --> </a>":                   "  ",
		"<a>\n<!-- c -->\n</a>":                 "",
		"<a> <![CDATA[]]> </a>":                 "  ",
		"<a> <![CDATA[]]>\n</a>":                "",
		"<a>\r\n\r</a>":                         "",
		"<a><!-- &#32; <![CDATA[ ]]> -->\n</a>": "",
		"<a><?p &#32;?>\n</a>":                  "",
	} {
		for _, blanks := range []bool{false, true} {
			lines := []string{`open "a"`, `close`}
			if want != "" && blanks {
				lines = []string{`open "a"`, fmt.Sprintf("  text %q", want), `close`}
			}
			rec := &record{}
			require.NoError(t, readXML(doc, rec, Options{Blanks: blanks}))
			require.Equal(t, calls(lines...), rec.out.String(), doc)
		}
	}
}

// White space on one line is text where it is all that stands in an element, and
// nothing in the level of an editor that it lays out.
func TestWhiteSpaceThatFillsAnElement(t *testing.T) {
	for doc, want := range map[string]string{
		"<a> <b/></a>":                      "",
		"<a><b/> </a>":                      "",
		"<a> <!-- c --> <b/></a>":           "",
		"<a> <b> </b> </a>":                 `" "`,
		"<a><b>  </b>  <b/> <b>\t</b> </a>": `"  " "\t"`,
		"<a><b> </b><b>\n </b><b> </b></a>": `" " " "`,
		"<a> <b></b> <b x='1'> </b> </a>":   `" "`,
	} {
		for _, o := range []Options{{Blanks: true}, {Blanks: true, unlearned: true}, {Blanks: true, window: 8}} {
			rec := &record{}
			require.NoError(t, readXML("<r>"+strings.Repeat(doc, 3)+"</r>", rec, o))
			require.Equal(t, strings.TrimSpace(strings.Repeat(want+" ", 3)), said(rec), doc)
		}
	}
}

// said is the texts that were told.
func said(rec *record) string {
	var all []string
	for line := range strings.SplitSeq(rec.out.String(), "\n") {
		if _, text, ok := strings.Cut(line, "text "); ok {
			all = append(all, text)
		}
	}
	return strings.Join(all, " ")
}

// xml:space says of an element with all that is in it that somebody did.
func TestWhiteSpaceThatIsToBePreserved(t *testing.T) {
	for doc, want := range map[string]string{
		`<a xml:space="preserve"> </a>`:                                                         `" "`,
		`<a xml:space='preserve' > <b>` + "\r\n" + `</b><!-- c --> </a> `:                       `" " "\n" " "`,
		`<a> <b xml:space="preserve"> <c/> </b> <b> <c/></b> </a>`:                              `" " " "`,
		`<a xml:space="preserve"> <b xml:space="default"> <c/> </b> </a>`:                       `" " " "`,
		`<a xml:space="default"> <b/></a>`:                                                      ``,
		`<a xml:space="&#112;reserve"> <b xml:space="&#x64;efault"> <c/> </b> </a>`:             `" " " "`,
		`<a x="1" xml:space="preserve" y="2"/>`:                                                 ``,
		`<a><b xml:space="preserve"/> <c/></a>`:                                                 ``,
		`<a><b xml:space="preserve"></b> <c> <d/> </c></a>`:                                     ``,
		`<a><t> <d/></t> <t x="&amp;">` + "\n" + `</t><t><![CDATA[]]> <d/></t><b> <d/></b></a>`: `" " "\n" " "`,
	} {
		for _, o := range []Options{{Blanks: true}, {Blanks: true, unlearned: true}, {Blanks: true, window: 8}, {}} {
			o.Preserve = []string{"t"}
			rec := &record{}
			require.NoError(t, readXML("<r>"+strings.Repeat(doc, 3)+"</r>", rec, o))
			if !o.Blanks {
				require.Empty(t, said(rec), doc)
				continue
			}
			require.Equal(t, strings.TrimSpace(strings.Repeat(want+" ", 3)), said(rec), doc)
		}
	}
}

func TestTheOffsetOfTextIsThatOfItsFirstByte(t *testing.T) {
	require.Contains(t, events(t, "<a><b/>xy</a>"), `text "xy"@7`)
	require.Contains(t, events(t, "<a><!-- c -->xy</a>"), `text "xy"@13`)
	require.Contains(t, events(t, "<a><![CDATA[xy]]>z</a>"), `text "xyz"@12`)
	require.Contains(t, events(t, "<a>w<![CDATA[xy]]>z</a>"), `text "wxyz"@3`)
}

func TestAttributeValuesAreNormalised(t *testing.T) {
	for raw, want := range map[string]string{
		"a\tb\nc\rd\r\ne": "a b c d e",
		"&#9;&#10;&#13;":  "\t\n\r",
		"  x  y ":         "  x  y ",
		"&lt;&#x3c;&#60;": "<<<",
		"'>":              "'>",
		"\r":              " ",
		"a\r":             "a ",
		"]]>":             "]]>",
		"é&amp;\u4e16":    "é&\u4e16",
	} {
		rec := &record{}
		require.NoError(t, readXML(`<a v="`+raw+`"/>`, rec, Options{}))
		require.Equal(t, calls(`open "a"`, `  "v" = `+quoted16(want), `close`), rec.out.String())
	}
}

func quoted16(s string) string { return (&record{}).show(&Value{Bytes: []byte(s)}) }

func TestXMLInUTF16IsReadByItsMark(t *testing.T) {
	doc := "<?xml version='1.0' encoding='UTF-16'?><a v='é'>😀\u4e16</a>"
	want := &record{at: true}
	require.NoError(t, readXML(strings.Replace(doc, " encoding='UTF-16'", "                  ", 1), want, Options{}))
	for _, big := range []bool{false, true} {
		b := encode16(doc, big)
		for _, o := range []Options{{}, {window: 16}} {
			rec := &record{at: true}
			var r Reader
			require.NoError(t, r.XML(iotest.OneByteReader(bytes.NewReader(b)), rec, o))
			require.Equal(t, want.out.String(), rec.out.String())
		}
		for n := range b {
			require.Error(t, readXML(string(b[:n]), none{}, Options{}), n)
		}
	}
}

func encode16(s string, big bool) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune("\uFEFF" + s)) {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return b
}

const noSpaceHint = `write a space before it, or let it pass with --lenient-xml (a quotation mark in a value is written "&quot;")`

const notUTF8Hint = `save the file as UTF-8, or declare what it is: <?xml version="1.0" encoding="windows-1252"?>`

// wrongXML are documents that are refused, with what is said; a '|' marks the offset.
var wrongXML = []struct{ doc, msg, hint string }{
	{"<a b=|“c”/>", "a value has to stand in quotes, not begin with '“'", `write name="value", with straight quotes`},
	{"<a b='1'>|\x00\x00", "the character U+0000 may not stand in XML", zeroHint},
	{"<a b='1'><c |\x00\x00", "the character U+0000 cannot begin a name", zeroHint},
	{`|`, "the file is empty", `was it saved? XML begins with "<", JSON with "{" or "["`},
	{" \n |", "the file has no element", "a level has one outermost element, as in <level>...</level>"},
	{`|x<a/>`, "'x' stands before the first element", ""},
	{"|\xff<a/>", "the byte 0xff is not UTF-8", notUTF8Hint},
	{"<a/>|\x01", "the character U+0001 may not stand in XML", "remove it"},
	{`<!DOCTYPE a|!SYSTEM "x"><a/>`, "the document type declaration is broken", ""},
	{`<a/>|x`, "'x' stands after the end of the root element", ""},
	{`<a/><|b/>`, "a second root element", "an XML file has one outermost element"},
	{`<a>|`, "the file ends, but <a> is not closed", "write </a>, or see whether the file is whole"},
	{`<a>text|`, "the file ends, but <a> is not closed", "write </a>, or see whether the file is whole"},
	{`<a><b></|a>`, "the end tag </a> does not match <b>", "write </b> in front of it"},
	{`<a x="1" |x="2"/>`, "the attribute x is written twice", "remove one of them"},
	{`<a x="1"|日/>`, "white space is missing before '日'", noSpaceHint},
	{`<a x='1'|y="2"/>`, "white space is missing before 'y'", "write a space before it, or let it pass with --lenient-xml"},
	{`<a x="say "|hi""/>`, "white space is missing before 'h'", noSpaceHint},
	{`<a x="1"|é="2"/>`, "white space is missing before 'é'", noSpaceHint},
	{`<a x="1 y="|2"/>`, "white space is missing before '2'", `is a closing quote missing before "y"?`},
	{`<a x='1 y='|b'/>`, "white space is missing before 'b'", `is a closing quote missing before "y"?`},
	{`<a x=" y="|b"/>`, "white space is missing before 'b'", `is a closing quote missing before "y"?`},
	{`<a x="y="|b"/>`, "white space is missing before 'b'", noSpaceHint},
	{`<a x="1"|"/>`, "white space is missing before '\"'", ""},
	{`<a|"/>`, "white space is missing before '\"'", ""},
	{`<!DOCTYPE a PUBLIC "x"|"y"><a/>`, "white space is missing before '\"'", ""},
	{`<!DOCTYPE|a><a b="1"/>`, "white space is missing before 'a'", ""},
	{`<a/|日>`, `the tag should end with ">" before '日'`, ""},
	{`<a x |日="1"/>`, `an attribute needs a value: "=" expected before '日'`, `write name="value"`},
	{`<a x=|😀/>`, "a value has to stand in quotes, not begin with '😀'", `write name="value"`},
	{`|日<a/>`, "'日' stands before the first element", ""},
	{`<a/> |😀`, "'😀' stands after the end of the root element", ""},
	{`<a x=|1/>`, "a value has to stand in quotes, not begin with '1'", `write name="value"`},
	{`<a x|/>`, `an attribute needs a value: "=" expected before '/'`, `write name="value"`},
	{`<a x="1"|y="2"/>`, "white space is missing before 'y'", noSpaceHint},
	{`<a x="|<"/>`, `"<" may not stand in a value`, `is the closing quote missing? (write "&lt;" for the character itself)`},
	{`<a x="1|`, "the file ends within a tag", "is the file whole?"},
	{`<a>|&foo;</a>`, "the entity &foo; is not known", "XML has &lt; &gt; &amp; &quot; &apos; and &#number;"},
	{`<a>|& b</a>`, `"&" begins no reference`, `write "&amp;" for the character itself, or let it pass with --lenient-xml`},
	{`<a>|&#0;</a>`, "the reference &#0; means no character that XML allows", "remove it"},
	{`<a>|&#xD800;</a>`, "the reference &#xD800; means no character that XML allows", "remove it"},
	{`<a>|&#xDFFF;</a>`, "the reference &#xDFFF; means no character that XML allows", "remove it"},
	{`<a>|&#x110000;</a>`, "the reference &#x110000; means no character that XML allows", "remove it"},
	{`<a>|&#99999999999999999999;</a>`, "the reference &#99999999999999999999; means no character that XML allows", "remove it"},
	{`<a>|&#x;</a>`, `"&" begins no reference`, `write "&amp;" for the character itself, or let it pass with --lenient-xml`},
	{`<a>x|]]></a>`, `"]]>" may not stand in text`, `write "]]&gt;"`},
	{`<a>` + "\x01" + `</a>`, "the character U+0001 may not stand in XML", "remove it"},
	{`<a>` + "\xff" + `</a>`, "the byte 0xff is not UTF-8", notUTF8Hint},
	{"<a>\uFFFE</a>", "the character U+FFFE may not stand in XML", "remove it"},
	{`<a v="` + "\xc0\x80" + `"/>`, "the byte 0xc0 is not UTF-8", notUTF8Hint},
	{`<!--a|--b--><a/>`, `"--" may not stand in a comment`, "use --lenient-xml to let it pass"},
	{`<?xml version="1.|`, "the file ends within an XML declaration", "is the file whole?"},
	{`<!--a|`, "the file ends within a comment", "is the file whole?"},
	{`<a><![CDATA[|`, "the file ends within a CDATA section", "is the file whole?"},
	{`|<![CDATA[x]]><a/>`, "a CDATA section outside the root element", ""},
	{` |<?xml version="1.0"?><a/>`, "the XML declaration may only stand at the very beginning of a file", "remove what stands before it; --lenient-xml lets white space pass"},
	{`<?xml version="|2.0"?><a/>`, `the XML version "2.0" is not supported`, `write version="1.0"`},
	{`<?xml  version = '|1' encoding='UTF-8'?><a/>`, `the XML version "1" is not supported`, `write version="1.0"`},
	{`<?xml version="|"?><a/>`, `the XML version "" is not supported`, `write version="1.0"`},
	{`<?xml |encoding="UTF-8"?><a/>`, "the XML declaration is broken", `write <?xml version="1.0" encoding="UTF-8"?>`},
	{`<?xml version="1.1" |lang="en"?><a/>`, "the XML declaration is broken", `write <?xml version="1.0" encoding="UTF-8"?>`},
	{`<?xml version="1.0" encoding="|latin2"?><a/>`, "the encoding latin2 is not supported", "save the file as UTF-8; UTF-16, windows-1252 and ISO-8859-1 are read as well"},
	{`<?xml version="1.0" encoding="latin1"?><a>|` + "\x9d</a>", "the byte 0x9d is no character of windows-1252", `if the file is UTF-8, write encoding="UTF-8"; or let the byte pass with --lenient-xml, as U+009D`},
	{`<?xml version="1.0" encoding="|cp1252"?><a>é</a>`, `the file says that it is cp1252, but its text is UTF-8: it has "é", which would be "Ã©"`, `write encoding="UTF-8"; if it should be "Ã©", also convert the file to UTF-8`},
	{`<?xml version="1.0" encoding="|utf8"?><a/>`, "no encoding is called utf8", `write encoding="UTF-8", or let it pass with --lenient-xml`},
	{`<?xml version="1.0" encoding="|UTF-16"?><a/>`, "the file says that it is UTF-16, but it has no byte order mark of UTF-16", "save the file as UTF-8"},
	{`<?xml version="1.0" encoding="US-ASCII"?><a>|é</a>`, "the file says that it is ASCII, but this is not", "save the file as UTF-8"},
	{`<!DOCTYPE a |[<!ENTITY b "c">]><a/>`, "a document type declaration with declarations in it is not read", "remove the part in brackets; entities are not expanded"},
	{`<!DOCTYPE a SYSTEM "x" |[ <!-- x --> <?p?> %x; ]><a/>`, "a document type declaration with declarations in it is not read", "remove the part in brackets; entities are not expanded"},
	{`<!DOCTYPE a |[<!-- x --> <!ELEMENT a ANY>]><a/>`, "a document type declaration with declarations in it is not read", "remove the part in brackets; entities are not expanded"},
	{`<!DOCTYPE a |[<a/>`, "a document type declaration with declarations in it is not read", "remove the part in brackets; entities are not expanded"},
	{`<!DOCTYPE a [<!-- x |-- x -->]><a/>`, `"--" may not stand in a comment`, "use --lenient-xml to let it pass"},
	{`<!DOCTYPE a []|]><a/>`, "the document type declaration is broken", ""},
	{`<!DOCTYPE a [ <!-- x -->|`, "the file ends within a document type declaration", "is the file whole?"},
	{`<!DOCTYPE a []|`, "the file ends within a document type declaration", "is the file whole?"},
	{`<!DOCTYPE a><!-- --> |<!DOCTYPE a><a/>`, "a document type declaration may only stand once, before the first element", ""},
	{`<!DOCTYPE a SYSTEM |x><a/>`, "a value has to stand in quotes, not begin with 'x'", "remove the declaration, which nothing needs, or quote what stands in it"},
	{`<!DOCTYPE |1><a/>`, "'1' cannot begin a name", "remove the declaration, which nothing needs"},
	{`<!DOCTYPE a PUBLIC "|{" "x"><a/>`, "the document type declaration is broken", ""},
	{`|<!ELEMENT a><a/>`, `"<!" begins neither a comment nor a CDATA section`, ""},
	{`|</a>`, "an end tag without a start tag", ""},
	{`<|1/>`, "'1' cannot begin a name", `write "&lt;" for a "<" that begins no tag`},
	{`<a></|1></a>`, "'1' cannot begin a name", `write "&lt;" for a "<" that begins no tag`},
	{`<a |1b="2"/>`, "'1' cannot begin a name", `write name="value", with a name that begins with a letter or "_"`},
	{`<a b="1" |="2"/>`, "'=' cannot begin a name", `write name="value", with a name that begins with a letter or "_"`},
	{`<a b="1" |, c="2"/>`, "',' cannot begin a name", `write name="value", with a name that begins with a letter or "_"`},
	{`<|,/>`, "',' cannot begin a name", ""},
	{`<a><b |<c/></a>`, `a tag is not closed before this "<"`, ""},
	{`<!DOCTYPE |<a>!-- -!DOCTYPE a>`, `the document type declaration is not closed before this "<"`, ""},
	{`<a>3 <| 4</a>`, "' ' cannot begin a name", `write "&lt;" for a "<" that begins no tag`},
	{`<a/|x>`, `the tag should end with ">" before 'x'`, ""},
	{`<a></a |b>`, `the tag should end with ">" before 'b'`, ""},
	{`<a/>|<!DOCTYPE a>`, "a document type declaration may only stand once, before the first element", ""},
	{`<a></a |`, "the file ends within a tag", "is the file whole?"},
	{`<|<a/>`, "'<' cannot begin a name", ""},
	{`<a></|</a>`, `a tag is not closed before this "<"`, ""},
	{`<?|9?><a/>`, "'9' cannot begin a name", `write "&lt;" for a "<" that begins no tag`},
	{`<a>|&;</a>`, `"&" begins no reference`, `write "&amp;" for the character itself, or let it pass with --lenient-xml`},
	{`<a>|]]></a>`, `"]]>" may not stand in text`, `write "]]&gt;"`},
	{"<a><![CDATA[ab\x01]]></a>", "the character U+0001 may not stand in XML", "remove it"},
	{"<?p ab\x01?><a/>", "the character U+0001 may not stand in XML", "remove it"},
	{"<!--ab\x01--><a/>", "the character U+0001 may not stand in XML", "remove it"},
	{"<!DOCTYPE a SYSTEM 'ab\x01'><a/>", "the character U+0001 may not stand in XML", "remove it"},
	{"<!DOCTYPE a [ <?p ab\x01?>]><a/>", "the character U+0001 may not stand in XML", "remove it"},
	{`<?p|"?><a/>`, "white space is missing after the name of a processing instruction", ""},
}

func TestWrongXMLIsRefusedWithItsPlace(t *testing.T) {
	for _, c := range wrongXML {
		at := strings.IndexByte(c.doc, '|')
		doc := strings.Replace(c.doc, "|", "", 1)
		if at < 0 {
			at = strings.IndexFunc(doc, func(r rune) bool { return r == 1 || r == 0xFFFD || r == 0xFFFE })
		}
		var first string
		for window := range 24 {
			err := readXML(doc, none{}, Options{window: window})
			if window == 0 {
				first = err.Error()
			}
			require.EqualError(t, err, first, "window %d", window)
			var e *Error
			require.ErrorAs(t, err, &e, doc)
			require.Equal(t, c.msg, e.Msg, doc)
			require.Equal(t, c.hint, e.Hint, doc)
			require.Equal(t, int64(at), e.Off, doc)
			require.True(t, errors.Is(err, ErrSyntax) || errors.Is(err, ErrEncoding), doc)
			require.LessOrEqual(t, len(e.Msg), 256)
		}
	}
}

func TestARelatedPlaceExplainsTheError(t *testing.T) {
	var e *Error
	require.ErrorAs(t, readXML("<a>\n <b x='1'>\n</a>", none{}, Options{}), &e)
	require.Equal(t, []Related{{6, "<b> is opened here"}}, e.Related)
	require.ErrorAs(t, readXML("<a x='1' y='2' x='3'/>", none{}, Options{}), &e)
	require.Equal(t, []Related{{3, "it stands here as well"}}, e.Related)
	require.ErrorAs(t, readXML("<a>\n <b <c/></a>", none{}, Options{}), &e)
	require.Equal(t, []Related{{5, "it begins here"}}, e.Related)
	require.ErrorAs(t, readXML("<a>\n <b><c/> ", none{}, Options{}), &e)
	require.Equal(t, []Related{{6, "it is opened here"}}, e.Related)
	require.ErrorAs(t, readXML("<a>\n <!--b", none{}, Options{}), &e)
	require.Equal(t, []Related{{5, "the comment begins here"}}, e.Related)
}

func TestAnInstructionMayBeginAsTheDeclarationDoes(t *testing.T) {
	doc := "<?xml-stylesheet href='a.xsl' encoding='none'?><a/>"
	require.NoError(t, readXML(doc, none{}, Options{}))
	require.NoError(t, readXML("<?xml version='1.0'?>\n"+doc, none{}, Options{LenientXML: true}))
}

func TestLenientXMLLetsTheKnownSinsPass(t *testing.T) {
	for doc, want := range map[string]string{
		"<!-- a -- b --><a/>":                             calls(`open "a"`, `close`),
		"\n <?xml version='1.0'?><a/>":                    calls(`open "a"`, `close`),
		"<?xml version='1.0' encoding='UTF8'?><a v='é'/>": calls(`open "a"`, `  "v" = "é"`, `close`),
		"<a>b]]>c</a>":                                    calls(`open "a"`, `  text "b]]>c"`, `close`),
		"<a>b & c &d; &amp; &#1;</a>":                     "",
		"<a>b & c &d; &amp;&</a>":                         calls(`open "a"`, `  text "b & c &d; &&"`, `close`),
		"<a v='b&c&lt;&;'/>":                              calls(`open "a"`, `  "v" = "b&c<&;"`, `close`),
		"<a><!-- x --- y ---></a>":                        calls(`open "a"`, `close`),
		"<a v='1'w='2'é=\"3\"\tx='4'/>":                   calls(`open "a"`, `  "v" = "1"`, `  "w" = "2"`, `  "é" = "3"`, `  "x" = "4"`, `close`),
		"<a v='1'v='2'/>":                                 "",
		"<a v='1'2='2'/>":                                 "",
		"<a v='1''/>":                                     "",
		"<a v='say 'hi''/>":                               "",
		"<a'b'/>":                                         "",
		"<a v='1' v='2'/>":                                "",
		"<a><b></a></b>":                                  "",
		"<a>\x01</a>":                                     "",
	} {
		rec := &record{}
		err := readXML(doc, rec, Options{LenientXML: true})
		if want == "" {
			require.Error(t, err, doc)
			continue
		}
		require.NoError(t, err, doc)
		require.Equal(t, want, rec.out.String())
		require.Error(t, readXML(doc, none{}, Options{}), doc)
	}
}

func TestADoctypeThatDeclaresNothingIsIgnored(t *testing.T) {
	for _, doc := range []string{
		`<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd"><map/>`,
		`<?xml version="1.0"?><!-- c --><!DOCTYPE map PUBLIC "-//x//y" 'z' ><map/>`,
		`<!DOCTYPE map><map/>`,
		`<!DOCTYPE map []><map/>`,
		"<!DOCTYPE map SYSTEM 'x' [\n<!-- <!ENTITY a \"]>\"> -->\n<?pi ]?> ] ><map/>",
	} {
		require.NoError(t, readXML(doc, none{}, Options{}), doc)
		require.NoError(t, new(Reader).XML(iotest.OneByteReader(strings.NewReader(doc)), none{}, Options{}), doc)
	}
	dashes := `<!DOCTYPE map [<!-- -- -->]><map/>`
	require.Error(t, readXML(dashes, none{}, Options{}))
	require.NoError(t, readXML(dashes, none{}, Options{LenientXML: true}))
}

func TestAWrongReaderIsReportedAsSuch(t *testing.T) {
	boom := errors.New("boom")
	var r Reader
	doc := "<a><b>text</b><!-- c --></a>"
	for n := range doc {
		err := r.XML(io.MultiReader(strings.NewReader(doc[:n]), iotest.ErrReader(boom)), none{}, Options{})
		require.ErrorIs(t, err, boom, n)
	}
	require.ErrorIs(t, r.XML(nothing{}, none{}, Options{}), io.ErrNoProgress)
	require.ErrorIs(t, r.XML(io.MultiReader(bytes.NewReader(encode16("<a>", false)), nothing{}), none{}, Options{}), io.ErrNoProgress)
	require.NoError(t, r.XML(iotest.DataErrReader(iotest.OneByteReader(strings.NewReader(doc))), none{}, Options{}))
}

// nothing is a reader that returns neither bytes nor an error.
type nothing struct{}

func (nothing) Read([]byte) (int, error) { return 0, nil }

func TestEveryTruncatedDocumentIsRefused(t *testing.T) {
	doc := "<?xml version='1.0'?><!DOCTYPE a SYSTEM 'b'><!-- c --><a b='c&lt;' d=\"e\">f&amp;<g/><![CDATA[h]]><?i j?></a>"
	require.NoError(t, readXML(doc, none{}, Options{}))
	for n := range doc {
		for _, o := range []Options{{}, {window: 16}} {
			require.ErrorIs(t, readXML(doc[:n], none{}, o), ErrSyntax, n)
		}
	}
}

func TestAHandlerStopsTheXMLReader(t *testing.T) {
	// New tags, known ones, and known ones with values that need decoding.
	doc := "<a b='c'>" + strings.Repeat("d<e/><f g='h'></f><f g='&lt;'></f><f g='&lt;'/><i></i >", 3) + "</a>"
	whole := &record{}
	require.NoError(t, readXML(doc, whole, Options{}))
	lines := strings.SplitAfter(whole.out.String(), "\n")
	for n := 1; n < len(lines); n++ {
		rec := &record{stop: n}
		require.ErrorIs(t, readXML(doc, rec, Options{}), ErrStopped)
		require.Equal(t, strings.Join(lines[:n], ""), rec.out.String())
	}
}

// The parts of a text are one text, which has a limit of its own.
func TestALimitHoldsForATextInParts(t *testing.T) {
	for _, unit := range []string{"12 ", "x", "&lt;"} {
		for n := 60 / len(unit); n <= 160/len(unit); n++ {
			doc := "<a>" + strings.Repeat(unit, n) + "</a>"
			err := readXML(doc, none{}, Options{Parts: 8, window: 16, Limits: Limits{Text: 100}})
			if n*len(unit) <= 100 {
				require.NoError(t, err, doc)
				continue
			}
			var e *Error
			require.ErrorAs(t, err, &e, doc)
			require.ErrorIs(t, err, ErrLimit)
			require.Equal(t, int64(3), e.Off)
			require.Contains(t, e.Msg, "a text of more than 100 bytes")
		}
	}
}

func TestLimitsOfXMLHold(t *testing.T) {
	const list = "a list may be given by several elements of its name, each with a part of it"
	hints := map[string]string{"nested more": "is an end tag missing?", "a text": list, "a tag": list,
		"more than": "write some of them as elements inside it, <name>value</name>"}
	name := strings.Repeat("n", 50)
	for _, c := range []struct {
		doc, msg string
		l        Limits
		at       int64
	}{
		{"<a><b><c/></b></a>", "nested more than 2 deep", Limits{Depth: 2}, 7},
		{"<a><b/></a>", "nested more than 1 deep", Limits{Depth: 1}, 4},
		{"<a b='' c='' d=''/>", "more than 2 attributes", Limits{Attributes: 2}, 13},
		{"<a><" + name + "/></a>", "a name of more than 40 bytes", Limits{Name: 40}, 4},
		{"<a " + name + "=''/>", "a name of more than 40 bytes", Limits{Name: 40}, 3},
		{"<a b='" + name + "'/>", "a tag of more than 40 bytes", Limits{Token: 40}, 0},
		{"<a>" + name + "</a>", "a text of more than 40 bytes", Limits{Token: 40}, 3},
		{"<a>" + strings.Repeat(" ", 41) + "<b/></a>", "a text of more than 40 bytes", Limits{Token: 40}, 3},
		{"<a>x" + name[:40] + "</a>", "a text of more than 40 bytes", Limits{Token: 40}, 3},
		{"<a>" + name[:30] + "<!---->" + name[:30] + "</a>", "a text of more than 40 bytes", Limits{Token: 40}, 40},
		{"<a>" + strings.Repeat("<![CDATA["+name[:15]+"]]>", 3) + "<!----></a>", "a text of more than 40 bytes", Limits{Token: 40}, 57},
		{"<a><!--" + name + "--></a>", "a comment of more than 40 bytes", Limits{Token: 40}, 3},
		{"<a><?" + name + "?></a>", "a processing instruction of more than 40 bytes", Limits{Token: 40}, 3},
	} {
		for _, o := range []Options{{Limits: c.l}, {Limits: c.l, window: 16}} {
			err := readXML(c.doc, none{}, o)
			require.ErrorIs(t, err, ErrLimit, c.doc)
			require.ErrorContains(t, err, c.msg, c.doc)
			var e *Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, c.at, e.Off, c.doc)
			require.Equal(t, hints[strings.Join(strings.Fields(c.msg)[:2], " ")], e.Hint, c.doc)
			require.NoError(t, readXML(c.doc, none{}, Options{window: o.window}))
		}
	}
}

// It stands for what could not be read, but may be written down.
func TestTheReplacementCharacterIsOne(t *testing.T) {
	const doc = "<a\uFFFD \uFFFDb='\uFFFD'>\uFFFD<!--\uFFFD--><![CDATA[\uFFFD]]>&#xFFFD;</a\uFFFD>"
	for _, window := range []int{0, 8} {
		rec := &record{}
		require.NoError(t, readXML(doc, rec, Options{window: window}))
		require.Equal(t, calls(`open "aR"`, `  "Rb" = "R"`, `  text "RRR"`, `close`), strings.ReplaceAll(rec.out.String(), "\uFFFD", "R"))
	}
}

func TestALimitOfXMLMayBeReached(t *testing.T) {
	l := Limits{Depth: 2, Attributes: 2, Name: 4, Token: 40}
	for _, doc := range []string{
		"<a><b/></a>", "<a b='' c=''/>", "<name/>", "<a name=''/>",
		"<a b='" + strings.Repeat("x", 31) + "'/>", "<a>" + strings.Repeat(" ", 40) + "<b/></a>", "<a>" + strings.Repeat("x", 40) + "</a>",
		"<a>" + strings.Repeat("x", 20) + "<!---->" + strings.Repeat("y", 20) + "</a>", "<a><!--" + strings.Repeat("x", 33) + "--></a>",
	} {
		for _, window := range []int{0, 16, 64} {
			require.NoError(t, readXML(doc, none{}, Options{Limits: l, window: window}), doc)
			require.NoError(t, readXML("<r>"+doc+doc+"</r>"+strings.Repeat(" ", beyondName), none{}, Options{Limits: Limits{Depth: 3, Attributes: 2, Name: 4, Token: 40}, window: window}), doc)
		}
	}
}

func TestAttributesForToolsAreToldApart(t *testing.T) {
	for name, want := range map[string]bool{
		"xmlns": true, "xmlns:xsi": true, "xsi:noNamespaceSchemaLocation": true, "xml:space": true,
		"xsi:type": false, "xml:lang": false, "xmlnss": false, "xsi": false, "": false,
	} {
		require.Equal(t, want, ForTools(name), name)
		require.Equal(t, want, ForTools([]byte(name)), name)
	}
}

func TestTheDeclarationHasOneForm(t *testing.T) {
	for decl, ok := range map[string]bool{
		`version="1.0"`: true, `version = '1.1' `: true, `version="1.0" encoding="UTF-8"`: true, `version="1.0" standalone="yes"`: true,
		`version='1.0' encoding='UTF-8' standalone='no'`: true,
		`version="1x0"`: false, `version="2.0"`: false, `version="1."`: false, `version="1.0x"`: false, `version="10"`: false, `version=""`: false,
		`version="1.0" standalone="maybe"`: false, `version="1.0" standalone="yes" encoding="UTF-8"`: false, `version="1.0" x="y"`: false,
		`version="1.0"encoding="UTF-8"`: false, `encoding="UTF-8"`: false, `version="1.0" encoding="8"`: false, ``: false,
	} {
		err := readXML("<?xml "+decl+"?><a/>", none{}, Options{})
		require.Equal(t, ok, err == nil, "%s: %v", decl, err)
	}
	require.Error(t, readXML(`<?xml version="1.0"><a/>`, none{}, Options{}))
	require.Error(t, readXML(`<?xml version="1.0" > <a/>`, none{}, Options{}))
}
