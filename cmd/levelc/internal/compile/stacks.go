package compile

import (
	"github.com/levelc/levelc/cmd/levelc/internal/spill"
	"github.com/levelc/levelc/smallalloc"
)

// stacks is what a compiler has open. An ordinary level fits the storage in homes. A
// deeper one, or one with longer rows and texts, spills to the pool. The frames hold Go
// pointers, so they spill to the Go heap.
type stacks struct {
	frames   spill.Vec[frame]
	rows     spill.Vec[byte]
	given    spill.Vec[uint64]
	text     spill.Vec[byte]
	list     spill.Vec[byte] // rows of a list that is being read
	wrapper  spill.Vec[byte] // name of the outermost element, if that is not a node
	digits   spill.Vec[byte] // an integer id
	defaults spill.Vec[byte] // a default that is converted as if the source had given it
	lists    spill.Vec[openList]
	listKeys spill.Vec[byte] // of lists in lists
	spaces   spill.Vec[spaced]
	partial  spill.Vec[byte] // a text that comes in parts, or an item of it

	homes struct {
		frames   [24]frame
		rows     [1024]byte
		given    [32]uint64
		text     [512]byte
		list     [256]byte
		wrapper  [32]byte
		digits   [20]byte
		defaults [64]byte
		lists    [8]openList
	}
}

func (s *stacks) init(p *smallalloc.Pool) {
	s.frames.Init(s.homes.frames[:], p)
	s.rows.Init(s.homes.rows[:], p)
	s.given.Init(s.homes.given[:], p)
	s.text.Init(s.homes.text[:], p)
	s.list.Init(s.homes.list[:], p)
	s.wrapper.Init(s.homes.wrapper[:], p)
	s.digits.Init(s.homes.digits[:], p)
	s.defaults.Init(s.homes.defaults[:], p)
	s.lists.Init(s.homes.lists[:], p)
	s.listKeys.Init(nil, p)
	s.spaces.Init(nil, p)
	s.partial.Init(nil, p)
}

// keepMost is how much heap storage a source leaves to the next one, in elements.
const keepMost = 1 << 16

// stack is one of the containers.
type stack interface {
	Rest(most int)
	Count(place string) spill.Count
}

// account is what a stack is called where its spills are counted.
type account struct {
	stack
	place string
}

func (s *stacks) all() [12]account {
	return [...]account{
		{&s.frames, "open frames"}, {&s.rows, "open rows"}, {&s.given, "fields given"}, {&s.text, "text of open elements"},
		{&s.list, "rows of a list"}, {&s.wrapper, "name of the wrapper"}, {&s.digits, "integer ids"}, {&s.defaults, "defaults"},
		{&s.lists, "open lists"}, {&s.listKeys, "names of lists in lists"}, {&s.spaces, "elements with xml:space"},
		{&s.partial, "texts in parts"},
	}
}

// rest empties the stacks.
func (s *stacks) rest() {
	for _, a := range s.all() {
		a.Rest(keepMost)
	}
}

// drop removes the row of f, the innermost frame with one, from the stacks.
func (s *stacks) drop(f *frame) {
	s.rows.Truncate(int(f.row))
	s.given.Truncate(int(f.given))
}

// init puts the elements of a table into the pool until their node ends. They have no
// storage of their own, because there are as many tables as a game has spans.
func (e *elements) init(p *smallalloc.Pool) {
	e.rows.Init(nil, p)
	e.runs.Init(nil, p)
}

// free gives all slots back.
func (c *compiler) free() {
	c.stacks.rest()
	if c.keep != nil {
		c.keep.rest()
	}
	for i := range c.perTable {
		c.perTable[i].elements.rows.Rest(keepMost)
		c.perTable[i].elements.runs.Rest(keepMost)
	}
}

// spills appends the accounts of the compiler's containers to list.
func (c *compiler) spills(list []spill.Count) []spill.Count {
	for _, a := range c.stacks.all() {
		list = append(list, a.Count(a.place))
	}
	var rows, runs spill.Count
	for i := range c.perTable {
		rows = sum(c.perTable[i].elements.rows.Count("span elements of a node"), rows)
		runs = sum(c.perTable[i].elements.runs.Count("their owners"), runs)
	}
	return append(list, rows, runs)
}

// sum adds the accounts of two containers of one sort.
func sum(a, b spill.Count) spill.Count {
	a.Most, a.ToPool, a.ToHeap = max(a.Most, b.Most), a.ToPool+b.ToPool, a.ToHeap+b.ToHeap
	return a
}

// NewPool makes a pool of the sizes that a build spills to, with n times as many slots
// as most builds use.
func NewPool(n int) (*smallalloc.Pool, error) {
	var classes []smallalloc.Class
	for _, c := range []smallalloc.Class{{Size: 64, Slots: 32}, {Size: 128, Slots: 32}, {Size: 256, Slots: 16},
		{Size: 512, Slots: 8}, {Size: 1024, Slots: 8}, {Size: 2048, Slots: 4}, {Size: 4096, Slots: 4}} {
		classes = append(classes, smallalloc.Class{Size: c.Size, Slots: n * c.Slots})
	}
	return smallalloc.New(smallalloc.Options{Classes: classes})
}
