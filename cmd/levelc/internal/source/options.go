package source

// Options say how a source is read. The zero value reads strictly and with the
// default limits.
type Options struct {
	Limits Limits
	// LenientXML lets the known sins of real files pass: "--" in a comment, white
	// space before the XML declaration, "UTF8" as the name of its encoding, "]]>" in
	// a text, and an "&" that begins no reference (it then stands for itself).
	LenientXML bool
	// Blanks has white space reported as text where all of an element's text is that,
	// if some of it is meant to be there: a reference, or in a CDATA section. All other
	// such text is the layout of the file. Where xml:space="preserve" holds, none is.
	Blanks bool
	// Preserve names elements of which xml:space="preserve" holds without being said.
	Preserve []string
	// KindMember is the member by which an object of JSON says what it is: "type" if
	// empty.
	KindMember string
	// Keys has objects of JSON opened under their keys, whatever their types. Kind is
	// not asked then, and no type is looked for behind what comes first in an object.
	Keys bool
	// Numbers has an array of so many numbers or more, and nothing else, outside of other
	// arrays, reported as a value of kind Numbers. That takes as much memory as its text,
	// and Limits.Items does not bound it. 0 has none.
	// See LongList.
	Numbers int
	// Rows has such an array reported as an item of kind Numbers where it stands in another
	// one that is in no third, as the rows of a map do.
	Rows bool
	// Parts has a text of XML of more than so many bytes reported in several, one Text after
	// the other, so that not all of it has to be in memory, and an array of Numbers as several
	// Values, see Value.More. Limits.Token bounds a text, but of an array each Value. Where they
	// are divided is the reader's affair; an array that has been may have nothing but numbers in it. 0 has
	// all of them whole. See PartSize.
	Parts int
	// Ahead lets a file of more than so many bytes be read on a goroutine of its
	// own, ahead of the handler, if there is a second core. Its Kind may then be
	// called at any time. 0 keeps all on the caller's goroutine.
	Ahead int64

	// window overrides the size up to which JSON objects are read at once:
	// negative is none at all. For tests.
	window int
	// unlearned reads every tag of XML as if it were the first of its kind. For
	// tests.
	unlearned bool
}

// LongList is a good choice for Options.Numbers: of fewer numbers, such as a place or a
// colour, the values are quicker; of more, such as the cells of a map or the heights of a
// terrain, they would take twenty times as much memory.
const LongList = 256

// PartSize is a good choice for Options.Parts: what the reader has in memory anyway.
const PartSize = windowSize / 2

// AheadSize is a size from which on a second core is of use. Of smaller files
// there are rather many, which can be read at the same time.
const AheadSize = 16 << 20

// Limits bound what one hostile file can take in memory and time. A zero means
// the default.
type Limits struct {
	Depth      int // elements, or objects and arrays, inside one another: 256 (JSON: at most 256)
	Attributes int // of one element: 256
	Name       int // bytes of one name: 4 KiB
	Number     int // bytes of one JSON number: 1 KiB
	Token      int // bytes of one tag, text, comment or string, and of a JSON object's scalars: 16 MiB
	Members    int // of one JSON object: 2^20
	Items      int // of one JSON array without objects, nested ones included: 2^22
}

// mostNumber is how long a number of JSON may be by default.
const mostNumber = 1 << 10

// maxDepth is under the 300 levels at which fastjson gives up.
const maxDepth = 256

func (l Limits) withDefaults() Limits {
	set := func(p *int, def, most int) {
		if *p <= 0 {
			*p = def
		}
		*p = min(*p, most)
	}
	set(&l.Depth, maxDepth, 1<<16)
	set(&l.Attributes, 256, 1<<16)
	set(&l.Name, 4<<10, 1<<16)
	set(&l.Number, mostNumber, 1<<16)
	set(&l.Token, 16<<20, 1<<30)
	set(&l.Members, 1<<20, 1<<30)
	set(&l.Items, 1<<22, 1<<30)
	return l
}
