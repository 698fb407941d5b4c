package source

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func TestEncodingsThatAreNotReadAreNamed(t *testing.T) {
	for doc, msg := range map[string]string{
		"\xFF\xFE\x00\x00<\x00\x00\x00": "this is UTF-32",
		"\x00\x00\xFE\xFF\x00\x00\x00<": "this is UTF-32",
		"<\x00\x00\x00a\x00\x00\x00":    "this is UTF-32",
		"<\x00a\x00/\x00>\x00":          "this looks like UTF-16 without a byte order mark",
		"\x00<\x00a\x00/\x00>":          "this looks like UTF-16 without a byte order mark",
		"\x4C\x6F\xA7\x94":              "this is EBCDIC",
		string(encode16("<?xml version='1.0' encoding='UTF-8'?><a/>", true)): "the file is UTF-16, but says that it is UTF-8",
		"\xFE\xFF\xD8\x00\x00<":  "half a character of UTF-16",
		"\xFE\xFF\x00<\x00a\x00": "half a character of UTF-16",
	} {
		err := readXML(doc, none{}, Options{})
		require.ErrorIs(t, err, ErrEncoding, "%q", doc)
		require.ErrorContains(t, err, msg, "%q", doc)
		var e *Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, "save the file as UTF-8", e.Hint)
	}
}

func TestEncodingNamesAreReadInAnyCase(t *testing.T) {
	for _, enc := range []string{"UTF-8", "utf-8", "US-ASCII", "ascii"} {
		require.NoError(t, readXML("<?xml version='1.0' encoding='"+enc+"'?><a/>", none{}, Options{}), enc)
	}
	for _, enc := range []string{"ISO-8859-1", "Latin1", "latin-1", "ISO_8859-1", "iso8859-1", "Windows-1252", "CP1252"} {
		rec := &record{}
		require.NoError(t, readXML("<?xml version='1.0' encoding='"+enc+"'?><\xE9/>", rec, Options{}), enc)
		require.Equal(t, calls(`open "é"`, "close"), rec.out.String(), enc)
	}
	for _, enc := range []string{"ISO-8859-15", "windows-1250", "Shift_JIS", "GB2312"} {
		err := readXML("<?xml version='1.0' encoding='"+enc+"'?><a/>", none{}, Options{})
		var e *Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, "the encoding "+enc+" is not supported", e.Msg)
		require.Equal(t, "save the file as UTF-8; UTF-16, windows-1252 and ISO-8859-1 are read as well", e.Hint)
	}
	for _, enc := range []string{"UTF-16", "utf-16LE"} {
		doc := encode16("<?xml version='1.0' encoding='"+enc+"'?><a/>", false)
		require.NoError(t, readXML(string(doc), none{}, Options{}), enc)
	}
	require.NoError(t, readXML(string(encode16("<?xml version='1.0' encoding='UTF-16'?><a/>", true)), none{}, Options{}))
	for _, enc := range []string{"", "1", "é", "a b"} {
		require.ErrorContains(t, readXML("<?xml version='1.0' encoding='"+enc+"'?><a/>", none{}, Options{}), "declaration is broken")
	}
}

// A byte order mark tells the order for certain, so the other name is a mistake.
func TestTheByteOrderMarkAndTheDeclarationAgree(t *testing.T) {
	for _, enc := range []string{"UTF-16LE", "utf-16be"} {
		for _, big := range []bool{false, true} {
			head := "<?xml version='1.0' encoding='"
			doc := encode16(head+enc+"'?><a/>", big)
			err := readXML(string(doc), none{}, Options{})
			if big == (enc == "utf-16be") {
				require.NoError(t, err)
				continue
			}
			marked := map[bool]string{false: "UTF-16LE", true: "UTF-16BE"}[big]
			var e *Error
			require.ErrorAs(t, err, &e)
			require.ErrorIs(t, err, ErrEncoding)
			require.Equal(t, "the file is "+marked+", as its byte order mark says, but says that it is "+enc, e.Msg)
			require.Equal(t, `write encoding="UTF-16"`, e.Hint)
			require.Equal(t, int64(len(head)), e.Off)
		}
	}
}

func TestASCIIHasToBeASCIIWhereverItIsRead(t *testing.T) {
	head := "<?xml version='1.0' encoding='US-ASCII'?><a>"
	for _, fill := range []int{0, 100, windowSize, 3 * windowSize} {
		doc := head + strings.Repeat("<b/>\n", fill/5) + "<é/></a>"
		var r Reader
		for _, o := range []Options{{}, {window: 32}} {
			err := r.XML(iotest.HalfReader(strings.NewReader(doc)), none{}, o)
			var e *Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, "the file says that it is ASCII, but this is not", e.Msg)
			require.Equal(t, int64(strings.Index(doc, "é")), e.Off)
		}
		require.NoError(t, r.XML(strings.NewReader(strings.Replace(doc, "é", "e", 1)), none{}, Options{}))
	}
}

func TestUTF16IsTranscodedWholeCharactersAtATime(t *testing.T) {
	text := strings.Repeat("a😀é\u4e16", 5000)
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		b := encode16(text, order == binary.BigEndian)[2:]
		u := &decoder{r: iotest.OneByteReader(bytes.NewReader(b)), from: wide{order}}
		var got bytes.Buffer
		_, err := got.ReadFrom(u)
		require.NoError(t, err)
		require.Equal(t, text, got.String())
	}
}

// The characters from 0x80 on, and "�" where there is none.
const windows1252 = "€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ\u00A0¡¢£¤¥¦§¨©ª«¬\u00AD®¯" +
	"°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"

// westernText is a text in windows-1252 behind a declaration of that name.
func westernText(t testing.TB, name, s string) string {
	b := []byte("<?xml version='1.0' encoding='" + name + "'?>")
	table := []rune(windows1252)
	for _, r := range s {
		c := slices.Index(table, r)
		switch {
		case c >= 0:
			r = rune(0x80 + c)
		case r >= 0x80:
			t.Fatalf("%q is not in windows-1252", r)
		}
		b = append(b, byte(r))
	}
	return string(b)
}

func TestWesternTextIsReadByItsDeclaration(t *testing.T) {
	doc := "<a v='“é”'>" + strings.Repeat("Ça coûte 1€ — ", 700) + strings.ReplaceAll(windows1252, "�", "") + "<ÿ/></a>"
	for _, name := range []string{"ISO-8859-1", "windows-1252"} {
		b := westernText(t, name, doc)
		want := &record{at: true}
		require.NoError(t, readXML("<?xml version='1.0' encoding='UTF-8'?>"+strings.Repeat(" ", len(name)-len("UTF-8"))+doc, want, Options{}))
		for _, o := range []Options{{}, {window: 16}} {
			rec := &record{at: true}
			var r Reader
			require.NoError(t, r.XML(iotest.OneByteReader(strings.NewReader(b)), rec, o))
			require.Equal(t, want.out.String(), rec.out.String())
		}
	}
}

func TestBytesThatWindows1252DoesNotHaveAreNamedWhereTheyStand(t *testing.T) {
	for _, fill := range []int{0, 5000, 3 * windowSize} {
		text := westernText(t, "latin1", "<a>\n"+strings.Repeat("é", fill)+"|</a>")
		for i, r := range []rune(windows1252) {
			if fill > windowSize && r != '�' && i%8 > 0 { // where it stands matters to those only
				continue
			}
			doc := strings.Replace(text, "|", string([]byte{byte(0x80 + i)}), 1)
			err := readXML(doc, none{}, Options{})
			if r != '�' {
				require.NoError(t, err)
				continue
			}
			var e *Error
			require.ErrorAs(t, err, &e)
			require.ErrorIs(t, err, ErrEncoding)
			require.Equal(t, fmt.Sprintf("the byte 0x%x is no character of windows-1252", 0x80+i), e.Msg)
			require.Equal(t, fmt.Sprintf(`if the file is UTF-8, write encoding="UTF-8"; or let the byte pass with --lenient-xml, as U+%04X`, 0x80+i), e.Hint)
			require.Equal(t, int64(strings.Index(doc, "<a>")+len("<a>\n")+2*fill), e.Off)
			place, err := fileOf(t, "a.xml", doc).Position(Pos{Off: e.Off})
			require.NoError(t, err)
			require.Equal(t, 2, place.Line)
			require.Equal(t, 2*fill+1, place.Col)
		}
	}
}

// Lenient reading takes them for the control characters that browsers see in them, each
// of which is as long in UTF-8 as the letters around it.
func TestBytesThatWindows1252DoesNotHaveAreReadLikeBrowsersDo(t *testing.T) {
	for i, c := range []byte{0x81, 0x8D, 0x8F, 0x90, 0x9D} {
		n := 100
		if i == 0 {
			n = 2 * windowSize
		}
		doc := westernText(t, "latin1", "<a v='|é'>\n"+strings.Repeat("é|", n)+"<b/></a>")
		doc = strings.ReplaceAll(doc, "|", string([]byte{c}))
		utf8 := fmt.Sprintf("<a v='%[1]cé'>\n%[2]s<b/></a>", c, strings.Repeat(fmt.Sprintf("é%c", c), n))
		want := &record{at: true}
		require.NoError(t, readXML("<?xml version='1.0' encoding='UTF-8' ?>"+utf8, want, Options{}))
		for _, o := range []Options{{}, {window: 16}} {
			rec := &record{at: true}
			o.LenientXML = true
			var r Reader
			require.NoError(t, r.XML(iotest.HalfReader(strings.NewReader(doc)), rec, o))
			require.Equal(t, want.out.String(), rec.out.String())
		}
		place, err := fileOf(t, "a.xml", doc).Position(Pos{Off: int64(len("<?xml version='1.0' encoding='UTF-8' ?>") + strings.Index(utf8, "b/>"))})
		require.NoError(t, err)
		require.Equal(t, 2, place.Line)
		require.Equal(t, 4*n+2, place.Col)
		require.Error(t, readXML(strings.Replace(doc, "<b/>", "<b\x81/>", 1), none{}, Options{LenientXML: true}), "no name has it")
	}
	head := "<?xml version='1.0' encoding='Latin1'?><a>"
	err := readXML(head+"\u00C1</a>", none{}, Options{LenientXML: true})
	require.ErrorContains(t, err, `but its text is UTF-8: it has "Á", which would be "Ã\u0081"`, "it stays wrong")
}

// A declaration that is no longer true is found by the text, unless that may be
// what it says.
func TestTextThatIsUTF8IsNotReadAsWestern(t *testing.T) {
	head := "<?xml version='1.0' encoding='Latin1'?><a>"
	for text, wrong := range map[string]bool{
		"é": true, "é e à": true, "€": true, "\U0001F600": true, "x€": true,
		"e": false, "": false, "\xE9": false, "é \xE9": false, "\xE9 é": false, "\xC3": false, "\xE2\x82": false, "\xE2\x82 €": false,
		"\xA9": false, "\xC3\xC3\xA9": false, "\xC3\xA9\xA9": false, "\xC1\xA9": false, "\xF5\x80\x80\x80": false, "éé\xC3 \xA9": false,
	} {
		for _, o := range []Options{{}, {window: 16}} {
			var r Reader
			err := r.XML(iotest.OneByteReader(strings.NewReader(head+text+"</a>")), none{}, o)
			if !wrong {
				require.NoError(t, err, "%q", text)
				continue
			}
			var e *Error
			require.ErrorAs(t, err, &e, "%q", text)
			require.Contains(t, e.Msg, "the file says that it is Latin1, but its text is UTF-8: it has ")
			require.Contains(t, e.Hint, `write encoding="UTF-8"; if `)
			require.Equal(t, int64(strings.Index(head, "Latin1")), e.Off)
		}
	}
	err := readXML("\uFEFF"+head+"</a>", none{}, Options{})
	require.ErrorContains(t, err, "the file is UTF-8, as its byte order mark says, but says that it is Latin1")
}

// Which of the declaration and the guess is wrong, the author sees by what the text is in
// either reading.
func TestBothReadingsOfATextAreShown(t *testing.T) {
	head := "<?xml version='1.0' encoding='cp1252'?><a>"
	for text, want := range map[string][2]string{
		"caf\xC3\xA9, caf\xC3\xA8": {`"é"`, `"Ã©"`},
		"CAF\xC9\x85":              {`"Ʌ"`, `"É…"`},
		"\U0001F600 \u00e9":        {`"😀"`, `"ðŸ˜€"`},
		"\xC2\x80":                 {`"\u0080"`, `"Â€"`},
	} {
		var r Reader
		err := r.XML(iotest.OneByteReader(strings.NewReader(head+text+"</a>")), none{}, Options{})
		var e *Error
		require.ErrorAs(t, err, &e, "%q", text)
		require.Equal(t, "the file says that it is cp1252, but its text is UTF-8: it has "+want[0]+", which would be "+want[1], e.Msg)
		require.Equal(t, `write encoding="UTF-8"; if it should be `+want[1]+", also convert the file to UTF-8", e.Hint)
	}
}

func TestWithoutADeclarationNoEncodingIsGuessed(t *testing.T) {
	err := readXML("<a>\xE9</a>", none{}, Options{})
	var e *Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, "the byte 0xe9 is not UTF-8", e.Msg)
	require.Contains(t, e.Hint, "windows-1252")
}

func TestNamesOfOtherScriptsAreNames(t *testing.T) {
	for _, name := range []string{"é", "世界", "a·b", "a\u0300", "_:", ":", "\U00010000", "a-b.c1", "ⅷ"} {
		require.Equal(t, calls("open "+quoted16(name), "close"), func() string {
			rec := &record{}
			require.NoError(t, readXML("<"+name+"/>", rec, Options{}), name)
			return rec.out.String()
		}())
	}
	for _, name := range []string{"·a", "\u0300", "-a", ".", "1", "×", "÷", "a\u037e", "\u2000", "\uFDD0"} {
		require.Error(t, readXML("<"+name+"/>", none{}, Options{}), name)
	}
}

func TestWhatIsShownOfAFileIsShortAndPrintable(t *testing.T) {
	long := strings.Repeat("é", 300)
	require.LessOrEqual(t, len(clip([]byte(long))), 70)
	require.True(t, strings.HasSuffix(clip([]byte(long)), "é…"))
	require.True(t, strings.HasSuffix(clip([]byte("x"+long)), "é…"), "no character is cut in two")
	require.Equal(t, `a\x1b\n\"`, clip([]byte("a\x1b\n\"")))
	require.Equal(t, "the character U+202E", char([]byte("\u202e")))
	require.Equal(t, "the byte 0xff", char([]byte{0xff}))
	require.Equal(t, "the character U+FFFD", char([]byte("\uFFFD")))
	require.Equal(t, "the end of the file", char(nil))
	require.Equal(t, `'"'`, char([]byte(`"`)))
	err := readXML("<a>&"+long+";</a>", none{}, Options{})
	require.LessOrEqual(t, len(err.Error()), 256)
	err = readJSON([]byte(`{"`+long+`":1,"`+long+`":2}`), none{}, Options{})
	require.ErrorContains(t, err, "is written twice")
	require.LessOrEqual(t, len(err.Error()), 256)
}
