package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Handle is a weak reference to a record of type T in one store: a slot, and the
// generation that the slot had when the record was inserted. The zero Handle is
// nil. Once the record is removed the handle is dead for ever; it never resolves
// to the slot's next owner. Only the Load of a snapshot goes back behind that: see
// Snapshots in the package's documentation for handles given after its Save.
//
// Generations of live slots are odd, those of holes even. In each store they
// start at a random odd number below 2^30. This salt makes the store refuse
// handles of other stores, at no cost for a lookup. The chance that a foreign
// handle has the generation of the slot that it names is 2^-29. A slot whose last
// generation is used up is retired.
type Handle[T any] struct {
	index uint32
	gen   uint32 // odd; 0 in a file, and while pending
}

// Record returns the type T.
func (Handle[T]) Record() reflect.Type { return reflect.TypeFor[T]() }

// IsNil reports whether h is the zero Handle.
func (h Handle[T]) IsNil() bool { return h == Handle[T]{} }

// Pending reports whether h names a record whose part of a level was not loaded when h
// was read. Like a dead handle, a pending one does not resolve. When that part is loaded,
// the fields in which the level has the reference get the record's handle. A copy, in
// another field or a variable, stays pending; Resolve of the loader's File returns the
// handle for it. Index is a number in the level's file and not a slot.
func (h Handle[T]) Pending() bool { return pending(h.index, h.gen) }

// Index returns the slot that h refers to. Slots in use are numbered from 1,
// so Index fits arrays kept beside the store; 0 is nil.
func (h Handle[T]) Index() uint32 { return h.index }

// Bits packs h into a number, for saves and scripts; FromBits takes it back.
func (h Handle[T]) Bits() uint64 { return uint64(h.gen)<<32 | uint64(h.index) }

// FromBits returns the handle that Bits packed. Any number makes a handle; one
// that no store gave resolves nowhere. What no store can give, as without an index or
// with an even generation, is not marshaled either.
func FromBits[T any](v uint64) Handle[T] {
	return Handle[T]{uint32(v), uint32(v >> 32)}
}

// String returns "index:generation" in decimal and hex, or "nil". The
// generation of a pending handle is 0.
func (h Handle[T]) String() string { return handleText(h.index, h.gen) }

// AppendText appends the form of String. Like AppendBinary, it allocates only if b has
// no room, and returns an error that wraps ErrHandle for what Unmarshal would refuse: a
// number of FromBits that no store can have given.
func (h Handle[T]) AppendText(b []byte) ([]byte, error) {
	return appendHandle(b, h.index, h.gen), checkHandle(h.index, h.gen)
}

// MarshalText returns the form of String, or the error of AppendText.
func (h Handle[T]) MarshalText() ([]byte, error) { return h.AppendText(nil) }

// UnmarshalText reads the form of String. Its error wraps ErrHandle.
func (h *Handle[T]) UnmarshalText(b []byte) error {
	index, gen, err := parseHandle(string(b))
	if err == nil {
		*h = Handle[T]{index, gen}
	}
	return err
}

// AppendBinary appends 8 bytes: the index, then the generation, little-endian.
func (h Handle[T]) AppendBinary(b []byte) ([]byte, error) {
	return binary.LittleEndian.AppendUint64(b, h.Bits()), checkHandle(h.index, h.gen)
}

// MarshalBinary returns the form of AppendBinary, or the error of AppendText.
func (h Handle[T]) MarshalBinary() ([]byte, error) { return h.AppendBinary(nil) }

// UnmarshalBinary reads the form of AppendBinary. Its error wraps ErrHandle.
func (h *Handle[T]) UnmarshalBinary(b []byte) error {
	index, gen, err := decodeHandle(b)
	if err == nil {
		*h = Handle[T]{index, gen}
	}
	return err
}

// AnyHandle is a Handle whose record type is known at run time only: the kind
// is the number that a loader gave to the store (see Bulk.Kind).
type AnyHandle struct {
	index uint32
	gen   uint32
	kind  uint16
	_     uint16
}

// IsNil reports whether a refers to nothing; a nil AnyHandle may have a kind.
func (a AnyHandle) IsNil() bool { return a.index == 0 && a.gen == 0 }

// Pending reports whether a names a record that was not loaded; see Handle.Pending.
func (a AnyHandle) Pending() bool { return pending(a.index, a.gen) }

// Kind returns the number of the store that a belongs to.
func (a AnyHandle) Kind() uint16 { return a.kind }

// Index returns the slot that a refers to.
func (a AnyHandle) Index() uint32 { return a.index }

// Bits packs a's slot and generation into a number, as Handle.Bits does; the
// kind is kept beside it. AnyFromBits takes both back.
func (a AnyHandle) Bits() uint64 { return uint64(a.gen)<<32 | uint64(a.index) }

// AnyFromBits returns the AnyHandle of a kind that Bits packed. Any number
// makes a handle; one that no store gave resolves nowhere.
func AnyFromBits(kind uint16, v uint64) AnyHandle {
	return AnyHandle{index: uint32(v), gen: uint32(v >> 32), kind: kind}
}

// String returns "kind/index:generation", or "nil".
func (a AnyHandle) String() string {
	b, _ := a.AppendText(nil)
	return string(b)
}

// AppendText appends the form of String, which has no kind for a nil AnyHandle. Its error
// is that of Handle.AppendText.
func (a AnyHandle) AppendText(b []byte) ([]byte, error) {
	if !a.IsNil() {
		b = append(strconv.AppendUint(b, uint64(a.kind), 10), '/')
	}
	return appendHandle(b, a.index, a.gen), checkHandle(a.index, a.gen)
}

// MarshalText returns the form of String, or the error of AppendText.
func (a AnyHandle) MarshalText() ([]byte, error) { return a.AppendText(nil) }

// UnmarshalText reads the form of String. Its error wraps ErrHandle.
func (a *AnyHandle) UnmarshalText(b []byte) error {
	v, s := AnyHandle{}, string(b)
	if kind, of, ok := strings.Cut(s, "/"); ok {
		n, err := strconv.ParseUint(kind, 10, 16)
		if err != nil {
			return fmt.Errorf("%w: %.40q", ErrHandle, s)
		}
		v.kind, s = uint16(n), of
	}
	var err error
	if v.index, v.gen, err = parseHandle(s); err != nil || v.String() != string(b) {
		return fmt.Errorf("%w: %.40q", ErrHandle, b)
	}
	*a = v
	return nil
}

// AppendBinary appends 10 bytes: the index, the generation and the kind, little-endian.
func (a AnyHandle) AppendBinary(b []byte) ([]byte, error) {
	b = binary.LittleEndian.AppendUint32(b, a.index)
	b = binary.LittleEndian.AppendUint32(b, a.gen)
	return binary.LittleEndian.AppendUint16(b, a.kind), checkHandle(a.index, a.gen)
}

// MarshalBinary returns the form of AppendBinary, or the error of AppendText.
func (a AnyHandle) MarshalBinary() ([]byte, error) { return a.AppendBinary(nil) }

// UnmarshalBinary reads the form of AppendBinary. Its error wraps ErrHandle.
func (a *AnyHandle) UnmarshalBinary(b []byte) error {
	if len(b) != 10 {
		return fmt.Errorf("%w: %d bytes, not 10", ErrHandle, len(b))
	}
	e := binary.LittleEndian
	v := AnyHandle{index: e.Uint32(b), gen: e.Uint32(b[4:]), kind: e.Uint16(b[8:])}
	if err := checkHandle(v.index, v.gen); err != nil {
		return err
	}
	*a = v
	return nil
}

// What a handle can be besides alive.
var (
	ErrHandle  = errors.New("store: not a handle")
	ErrNil     = errors.New("store: nil handle")
	ErrDead    = errors.New("store: the record was removed")
	ErrForeign = errors.New("store: a handle of another store")
	ErrPending = errors.New("store: a pending handle, of a record that was not loaded")
)

// pending: no live slot has the generation 0, and a row of a file never has the index
// 0.
func pending(index, gen uint32) bool { return index != 0 && gen == 0 }

func handleText(index, gen uint32) string { return string(appendHandle(nil, index, gen)) }

func appendHandle(b []byte, index, gen uint32) []byte {
	if index == 0 && gen == 0 {
		return append(b, "nil"...)
	}
	b = append(strconv.AppendUint(b, uint64(index), 10), ':')
	return strconv.AppendUint(b, uint64(gen), 16)
}

func parseHandle(s string) (index, gen uint32, err error) {
	if s == "nil" {
		return 0, 0, nil
	}
	// Sscanf would accept signs, spaces and a tail. Only a text that prints the same is
	// valid.
	_, err = fmt.Sscanf(s, "%d:%x", &index, &gen)
	if err != nil || handleText(index, gen) != s || !validHandle(index, gen) {
		return 0, 0, fmt.Errorf("%w: %.40q", ErrHandle, s)
	}
	return index, gen, nil
}

func decodeHandle(b []byte) (index, gen uint32, err error) {
	if len(b) != 8 {
		return 0, 0, fmt.Errorf("%w: %d bytes, not 8", ErrHandle, len(b))
	}
	index, gen = binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])
	return index, gen, checkHandle(index, gen)
}

// checkHandle returns an error for a handle that no store can have given.
func checkHandle(index, gen uint32) error {
	if validHandle(index, gen) {
		return nil
	}
	return fmt.Errorf("%w: index %d, generation %#x: no store gives such numbers", ErrHandle, index, gen)
}

// validHandle reports whether a store can have given such a handle.
func validHandle(index, gen uint32) bool {
	return index == 0 && gen == 0 || index != 0 && (gen&1 == 1 || gen == 0)
}
