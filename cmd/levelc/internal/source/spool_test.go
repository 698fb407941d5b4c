package source

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// onAndOn is a text that goes on for ever. It fails once far more has been read of it than
// is needed to see that it is wrong.
type onAndOn struct {
	rest, part string
	read       int
}

var errTooMuch = errors.New("too much was read")

func (e *onAndOn) Read(p []byte) (int, error) {
	if e.read > 8<<20 {
		return 0, errTooMuch
	}
	if e.rest == "" {
		e.rest = strings.Repeat(e.part, 1000)
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	e.read += n
	return n, nil
}

// What is wrong with the beginning of a pipe is told without waiting for its end.
func TestAPipeThatBeginsWronglyIsNotReadToItsEnd(t *testing.T) {
	var d Reader
	for name, c := range map[string]struct{ head, part, want string }{
		"nested elements":  {"", "<a>", "elements are nested more than 256 deep"},
		"nested arrays":    {"", "[", "nested more than 256 deep"},
		"no name":          {"", "{\n", "the name of a member is expected here"},
		"two documents":    {"<a/>", " <b/>", "a second root element"},
		"lines of JSON":    {`{"a":1}`, "\n{\"a\": 1}", "the file goes on behind its outermost value"},
		"an end tag":       {"<a><b></a>", "<c/>", "the end tag </a> does not match <b>"},
		"a strict mistake": {"<a>&", "<c/>", "&"},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Spool(&onAndOn{rest: c.head, part: c.part}, "-")
			if name == "a strict mistake" { // --lenient-xml accepts it
				require.ErrorIs(t, err, errTooMuch)
				return
			}
			require.NoError(t, err)
			defer f.Close()
			require.LessOrEqual(t, f.Size(), int64(headSize+probeSize))
			for _, o := range []Options{{}, {Keys: true}, {Numbers: LongList, Rows: true, Parts: PartSize, ListParts: ManyItems, Types: true}} {
				require.ErrorContains(t, f.Read(&d, none{}, o), c.want)
			}
		})
	}
}

// What comes behind the beginning of a pipe matters only once it has come.
func TestALargePipeIsReadToItsEnd(t *testing.T) {
	var d Reader
	many := strings.Repeat("1234567, ", probeSize/6)
	for name, c := range map[string]struct{ text, want string }{
		"elements":              {"<a>" + strings.Repeat("<b c='d'/>\n", probeSize/8) + "</a>", ""},
		"one text":              {"<a>" + many + "</a>", ""},
		"one value":             {"<a b='" + many + "'/>", ""},
		"comment":               {"<!--" + many + "--><a/>", ""},
		"objects":               {`{"a": [` + strings.Repeat(`{"b": [1, "c", [{}]]},`, probeSize/16) + `{}]}`, ""},
		"numbers":               {`{"a": [` + many + `1], "type": "a"}`, ""},
		"a type at the end":     {`{"b": "` + many + `", "type": "a"}`, ""},
		"a mistake at the end":  {"<a>" + strings.Repeat("<b/>\n", probeSize/4) + "</b>", "</b>"},
		"something not closed":  {"<a>" + strings.Repeat("<b/>\n", probeSize/4), "<a> is not closed"},
		"an object not closed":  {`{"a": [` + strings.Repeat("1, ", probeSize/2), "the file ends"},
		"two mistakes":          {"<a>&" + strings.Repeat("<b/>\n", 1000) + "</b>" + strings.Repeat("<b/>\n", probeSize), "&"},
		"UTF-16":                {wideText("<a>" + strings.Repeat("<b/>\n", probeSize/4) + "</a>"), ""},
		"cut within characters": {"<a>\u20ac" + strings.Repeat("\u20ac", probeSize/2) + "</a>", ""},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Spool(io.MultiReader(strings.NewReader(c.text)), "-")
			require.NoError(t, err)
			defer f.Close()
			if name != "two mistakes" {
				require.EqualValues(t, len(c.text), f.Size())
			}
			if err = f.Read(&d, none{true}, Options{}); c.want == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, c.want)
			}
		})
	}
}
