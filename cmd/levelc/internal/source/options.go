package source

// Options say how a source is read. The zero value reads strictly and with the
// default limits.
type Options struct {
	Limits Limits
	// LenientXML accepts common faults of real files: "--" in a comment, white space
	// before the XML declaration, "UTF8" as the name of its encoding, "]]>" in a text,
	// no white space between two attributes, an "&" that begins no reference (it then
	// stands for itself), and a byte without a character in windows-1252 (it is then the
	// control character of its number).
	LenientXML bool
	// Blanks reports white space as text if it is all of an element's text and is
	// meant: some of it is a reference or in a CDATA section, or the element has nothing
	// else in it, all on one line. All other such text is the layout of the file, except
	// under xml:space="preserve".
	Blanks bool
	// Preserve names elements that are read as if they had xml:space="preserve".
	Preserve []string
	// KindMember is the member of a JSON object that says what it is: "type" if empty.
	KindMember string
	// Types reports KindMember as a value also of objects that are opened under it: where
	// it would be a value if that were no kind.
	Types bool
	// Keys opens objects of JSON under their keys, whatever their types. Kind is not
	// called then, and no type is looked for behind other members.
	Keys bool
	// Numbers is the least number of items from which on an array of only numbers, not
	// inside another array, is reported as a value of kind Numbers. That takes as much
	// memory as its text, and Limits.Items does not limit it. With 0 there are none.
	// See LongList.
	Numbers int
	// Rows reports such an array inside another one, but not inside two, as an item of
	// kind Numbers. So are the rows of a map. Limits.Items counts such a row as one.
	Rows bool
	// Parts is the length from which on an XML text is reported in several parts, one
	// Text after another, so that it need not be in memory as a whole, and an array of
	// Numbers as several Values, see Value.More. Limits.Text limits a text as a whole,
	// Limits.Token each Value of an array. The reader chooses where to divide them: a
	// text behind a separator of a list, if there is one near the end of the part.
	// An array that has been divided may contain only numbers. With 0 nothing is
	// divided. See PartSize.
	Parts int
	// ListParts is the number of values, or of 16 bytes of their text, from which on an
	// array is reported as several Values of kind List, see Value.More, unless Numbers
	// and Parts are for it. Each has whole items of the array, and Limits applies to
	// each. There must be no objects in the rest of the array. With 0 nothing is
	// divided. See ManyItems.
	ListParts int
	// Ahead is the size from which on a file is read on a goroutine of its own, ahead
	// of the handler, if there is a second core. Kind may then be called at any time.
	// With 0 everything is on the caller's goroutine.
	Ahead int64

	// window overrides the size up to which JSON objects are read in one step; if it is
	// negative, none are. For tests.
	window int
	// unlearned reads every tag of XML as if it were the first of its kind. For
	// tests.
	unlearned bool
}

// LongList is a good choice for Options.Numbers. For fewer numbers, such as a position
// or a colour, values are faster. For more, such as the cells of a map or the heights
// of a terrain, they would take twenty times as much memory.
const LongList = 256

// PartSize is a good choice for Options.Parts: that much is in the reader's memory
// anyway.
const PartSize = windowSize / 2

// ManyItems is a good choice for Options.ListParts: that many take some megabytes of
// memory.
const ManyItems = 64 << 10

// AheadSize is the size from which on a second core is useful. Smaller files mostly
// come in numbers, and can be read at the same time.
const AheadSize = 16 << 20

// Limits limit the memory and time that a hostile file can take. A zero means the
// default.
type Limits struct {
	Depth      int // elements, or objects and arrays, inside one another: 256 (JSON: at most 256)
	Attributes int // of one element: 65536
	Name       int // bytes of one name: 4 KiB
	Number     int // bytes of one JSON number: 1 KiB
	Token      int // bytes of one tag, text, comment or string, and of the scalars that are kept of a JSON object whose type is not known: 16 MiB
	Text       int // bytes of an XML text that is reported in parts: as many as Token
	Members    int // of one JSON object: 2^20
	Items      int // of one JSON array without objects, nested ones included: 2^22
}

// mostNumber is the longest number of JSON by default.
const mostNumber = 1 << 10

// Limits that a source has by default. MaxDepth is below the 300 levels at which fastjson
// gives up.
const (
	MaxDepth   = 256
	MaxName    = 4 << 10
	MaxMembers = 1 << 20
)

func (l Limits) withDefaults() Limits {
	set := func(p *int, def, most int) {
		if *p <= 0 {
			*p = def
		}
		*p = min(*p, most)
	}
	set(&l.Depth, MaxDepth, 1<<16)
	set(&l.Attributes, 1<<16, 1<<16)
	set(&l.Name, MaxName, 1<<16)
	set(&l.Number, mostNumber, 1<<16)
	set(&l.Token, 16<<20, 1<<30)
	set(&l.Text, l.Token, 1<<30)
	set(&l.Members, MaxMembers, 1<<30)
	set(&l.Items, 1<<22, 1<<30)
	return l
}
