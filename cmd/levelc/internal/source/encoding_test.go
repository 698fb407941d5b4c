package source

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func TestEncodingsThatAreNotReadAreNamed(t *testing.T) {
	for doc, msg := range map[string]string{
		"\xFF\xFE\x00\x00<\x00\x00\x00":                                      "this is UTF-32",
		"\x00\x00\xFE\xFF\x00\x00\x00<":                                      "this is UTF-32",
		"<\x00\x00\x00a\x00\x00\x00":                                         "this is UTF-32",
		"<\x00a\x00/\x00>\x00":                                               "this looks like UTF-16 without a byte order mark",
		"\x00<\x00a\x00/\x00>":                                               "this looks like UTF-16 without a byte order mark",
		"\x4C\x6F\xA7\x94":                                                   "this is EBCDIC",
		"<?xml version='1.0' encoding='windows-1252'?><a/>":                  "the encoding windows-1252 is not supported",
		string(encode16("<?xml version='1.0' encoding='UTF-8'?><a/>", true)): "the file is UTF-16, but says that it is UTF-8",
		"\xFE\xFF\xD8\x00\x00<":                                              "half a character of UTF-16",
		"\xFE\xFF\x00<\x00a\x00":                                             "half a character of UTF-16",
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
	for _, enc := range []string{"UTF-16", "utf-16LE"} {
		doc := encode16("<?xml version='1.0' encoding='"+enc+"'?><a/>", false)
		require.NoError(t, readXML(string(doc), none{}, Options{}), enc)
	}
	for _, enc := range []string{"", "1", "é", "a b"} {
		require.ErrorContains(t, readXML("<?xml version='1.0' encoding='"+enc+"'?><a/>", none{}, Options{}), "declaration is broken")
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
		u := &utf16Reader{r: iotest.OneByteReader(bytes.NewReader(b)), order: order}
		var got bytes.Buffer
		_, err := got.ReadFrom(u)
		require.NoError(t, err)
		require.Equal(t, text, got.String())
	}
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
