package store

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"reflect"
)

// Str is a string of a Strings. The zero Str is the empty string.
//
// A Str is a number without a generation. If its string is gone, because its range was
// released or the Strings was cleared, its text is "", but only until another string
// gets the number. So unlike a Handle, a Str must not outlive its string.
type Str struct{ id uint32 }

// ID returns the number of the string in its Strings; 0 is the empty string.
func (s Str) ID() uint32 { return s.id }

// StrFromID returns the Str with the number id. Any number makes a Str. If a Strings
// does not have it, the text is "". But to read that of a range that is reserved, before
// its entries were filled, may end the program; so may one of a range that was released
// unfilled, as long as a range that was reserved behind it is not filled either.
func StrFromID(id uint32) Str { return Str{id} }

// MarshalText returns an error: a Str alone is no text. Strings.Get has its text, and
// Strings.Save keeps the numbers.
func (s Str) MarshalText() ([]byte, error) {
	return nil, fmt.Errorf("store: Str %d is a number in its Strings; write the text that Get returns, or its ID", s.id)
}

// Strings keeps strings outside the records that name them, so that a record with text
// stays pointer-free. Strings come in two ways. Intern adds them one by one and gives
// equal strings one Str. A loader adds them in ranges, which are released as a whole.
// Intern never returns a string of a range, because that string goes with its level. So
// if some strings come from levels, compare their text and not their Strs.
//
// Invariants: the entries that are free and have memory are zero, so that their Strs are
// ""; entry 0, and the entries and texts of interned strings, are in use and in
// no range, so that no Release takes them along and no Intern writes over them.
//
// The zero Strings is ready to use; it must not be copied. One goroutine may
// change a Strings, or any number may read it.
type Strings struct {
	entries spans // of stretches of text, by id; 0 is ""
	text    spans // of bytes
	index   index
}

// The element types of both parts. They are not Arrays, whose methods Go would compile in
// each package that has Strings.
var (
	entryType = reflect.TypeFor[Span[byte]]()
	byteType  = reflect.TypeFor[byte]()
)

// Init chooses options for a Strings that has not been used yet: Backed, Limit and
// BlockBytes, each for both its parts. So after Limit(n) there are at most n strings, of
// which the empty one is the first, and at most n bytes of text in all of them together.
// Its errors are those of Bulk.Init.
func (s *Strings) Init(opts ...Option) error {
	if err := s.text.init(byteType, opts); err != nil {
		return err
	}
	err := s.entries.init(entryType, opts)
	if err == nil {
		s.text.life.rename("Strings", reflect.TypeFor[string]())
		s.entries.life.end() // one report is enough
		s.entries.wipes = true
		err = s.addEmpty()
	}
	if err != nil { // without the entry of "", the next string would take its number
		_ = s.Close()
		s.entries, s.text = spans{}, spans{}
	}
	return err
}

// addEmpty adds the entry of "", as the first.
func (s *Strings) addEmpty() error {
	e, err := s.entries.make(entryType, 1, 0)
	if err == nil {
		*s.entry(e.first) = stretch{}
	}
	return err
}

func (s *Strings) ready() error {
	switch s.entries.state {
	case open:
		return nil
	case closed:
		return ErrClosed
	}
	return s.Init()
}

// entry returns the entry of a string, or nil if there is none.
func (s *Strings) entry(id uint32) *stretch {
	if e := sliceOf[stretch](&s.entries, id, 1); len(e) > 0 {
		return &e[0]
	}
	return nil
}

// Get returns the text of id, or "" for one that this Strings does not have, or not any
// more; see Str. The string is the store's own memory: it must not be used after the
// range that it came with was released, or after Clear or Close. Get does not allocate.
func (s *Strings) Get(id Str) string {
	e := sliceOf[stretch](&s.entries, id.id, 1)
	if len(e) == 0 {
		return ""
	}
	return asString(sliceOf[byte](&s.text, e[0].first, e[0].n))
}

// Intern returns the Str of text, and adds the text if it is not interned yet. It
// returns ErrFull or ErrMemory if there is no room. Interning a string that is there
// does not allocate.
func (s *Strings) Intern(text string) (Str, error) {
	if text == "" {
		return Str{}, nil
	}
	if err := s.ready(); err != nil {
		return Str{}, err
	}
	h := s.index.hash(text)
	if id := s.find(h, text); id != 0 {
		return Str{id}, nil
	}
	at, err := s.text.make(byteType, len(text), 0)
	if err != nil {
		return Str{}, err
	}
	copy(s.text.bytes(at.first, at.n), text)
	e, err := s.entries.make(entryType, 1, 0)
	if err != nil {
		_ = s.text.freeSpan(at.first, at.n)
		return Str{}, err
	}
	*s.entry(e.first) = at
	s.index.add(h, e.first)
	return Str{e.first}, nil
}

// stays reports whether an interned string stays until Clear: its entry and its text are
// in use, and in no range.
func (s *Strings) stays(id uint32) bool {
	e := s.entry(id)
	return id != 0 && e != nil && s.entries.isAlone(id, 1) && s.text.isAlone(e.first, e.n)
}

// emptyStays is stays for string 0, which has no text.
func (s *Strings) emptyStays() bool {
	e := s.entry(0)
	return e != nil && *e == stretch{} && s.entries.isAlone(0, 1)
}

// Find returns the Str of text and true, if the text is interned.
func (s *Strings) Find(text string) (Str, bool) {
	if text == "" {
		return Str{}, true
	}
	if s.index.n == 0 {
		return Str{}, false
	}
	id := s.find(s.index.hash(text), text)
	return Str{id}, id != 0
}

// find returns the id of text, which has the hash h, or 0 if it is not interned.
func (s *Strings) find(h uint64, text string) uint32 {
	return s.index.find(h, func(id uint32) bool { return s.Get(Str{id}) == text })
}

// Len returns the number of strings, without the empty one.
func (s *Strings) Len() int { return max(int(s.entries.used)-1, 0) }

// Size returns the number of bytes of all strings.
func (s *Strings) Size() int { return int(s.text.used) }

// Clear removes all strings, including those of committed ranges.
func (s *Strings) Clear() {
	if s.entries.state != open {
		return
	}
	s.entries.clear()
	s.text.clear()
	s.index.clear()
	if err := s.addEmpty(); err != nil {
		panic(err) // its memory is there
	}
}

// Close gives all memory back, as that of a Bulk does. Closing twice is harmless.
func (s *Strings) Close() error {
	s.index = index{}
	return cmp.Or(s.entries.close(), s.text.close())
}

// StringRange is consecutive strings of one Strings and their text.
type StringRange struct {
	Strs  Range // ids
	Bytes Range // positions of their bytes
}

// Reserve takes room for strs strings with bytes bytes in total. The contract is that
// of Rows, for both parts at once.
func (s *Strings) Reserve(strs, bytes int) (StringRange, error) {
	if err := s.ready(); err != nil {
		return StringRange{}, err
	}
	r, err := s.entries.reserve(strs)
	if err != nil {
		return StringRange{}, err
	}
	t, err := s.text.reserve(bytes)
	if err != nil {
		s.entries.release(r)
		return StringRange{}, err
	}
	return StringRange{r, t}, nil
}

// EntryBytes returns the memory of the entries of r from row on, at most max. An entry
// is two uint32 in the machine's byte order: the position of the string's first byte in
// the store, as StringRange.Bytes counts, and its length.
func (s *Strings) EntryBytes(r StringRange, row, max int) ([]byte, error) {
	return s.entries.rangeBytes(r.Strs, row, max)
}

// TextBytes returns the memory of the text of r from byte off on, at most max.
func (s *Strings) TextBytes(r StringRange, off, max int) ([]byte, error) {
	return s.text.rangeBytes(r.Bytes, off, max)
}

// Commit puts the strings of r in use. Every entry must name bytes of r. One that does
// not is "" or other text of the store, never memory outside it; but reading the bytes of
// a range that is reserved and was not filled may end the program.
func (s *Strings) Commit(r StringRange) {
	s.entries.commit(r.Strs)
	s.text.commit(r.Bytes)
}

// Release gives the strings of r back, committed or not.
func (s *Strings) Release(r StringRange) {
	s.entries.release(r.Strs)
	s.text.release(r.Bytes)
}

// index finds ids by the hash of their text. It has open addressing over ids and hashes
// alone, so the collector finds nothing to scan, a search looks at hardly any other text,
// and growing at none.
type index struct {
	seed  maphash.Seed
	slots []indexSlot // a power of two, at most 3/4 full
	n     int
}

// indexSlot is an id, 0 if the slot is empty, and the lower half of the text's hash.
type indexSlot struct{ id, hash uint32 }

// leastIndex is the length of a small index.
const leastIndex = 64

func (x *index) hash(s string) uint64 {
	if x.seed == (maphash.Seed{}) {
		x.seed = maphash.MakeSeed()
	}
	return maphash.String(x.seed, s)
}

// find returns the first id with the hash h for which is returns true, or 0.
func (x *index) find(h uint64, is func(id uint32) bool) uint32 {
	if len(x.slots) == 0 {
		return 0
	}
	hash := uint32(h)
	for i := int(hash) & (len(x.slots) - 1); ; i = (i + 1) & (len(x.slots) - 1) {
		if s := x.slots[i]; s.id == 0 || s.hash == hash && is(s.id) {
			return s.id
		}
	}
}

// add adds an id that find has not found.
func (x *index) add(h uint64, id uint32) {
	if 4*(x.n+1) > 3*len(x.slots) {
		old := x.slots
		x.slots = make([]indexSlot, max(leastIndex, 2*len(old)))
		for _, s := range old {
			if s.id != 0 {
				x.put(s)
			}
		}
	}
	x.put(indexSlot{id, uint32(h)})
	x.n++
}

func (x *index) put(s indexSlot) {
	i := int(s.hash) & (len(x.slots) - 1)
	for x.slots[i].id != 0 {
		i = (i + 1) & (len(x.slots) - 1)
	}
	x.slots[i] = s
}

// clear removes all ids. The slots stay for as many strings again, unless there were far
// fewer than at some time before: those few would have to clear all of them each time.
func (x *index) clear() {
	if len(x.slots) > max(leastIndex, 8*x.n) {
		x.slots = nil
	}
	clear(x.slots)
	x.n = 0
}

func (x *index) bytes() int { return cap(x.slots) * sizeOf[indexSlot]() }
