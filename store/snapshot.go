package store

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/zeebo/xxh3"
)

// A snapshot is one store as it is in memory, for saved games and for the next start of
// the same build: it has the machine's byte order and the layout that the compiler
// chose. It is not for exchange; levels are.
//
// All begin with a header of 64 bytes: magic, version, byte order, kind of
// store, fingerprint of the record's type, size of a record, counts; then the
// sum of these. Sections follow, each with its sum:
//
//	Bulk, Arena   the slots' generations, odd where a record lives | the live
//	              records in the order of their slots, without the holes
//	Packed        the snapshot of the table of ids | the records
//	Groups        the snapshot of the table of ids | the groups as they lie
//	Array         the free stretches, then the committed ranges | the elements
//	              up to the last in use, free ones as zeros
//	Strings       the snapshots of entries and of text | the interned ids
//
// Sums are XXH3-64. A snapshot says where it ends, and Load reads no byte more, so
// several may follow each other in a stream. Whatever a snapshot declares, Load takes
// memory only for what it has read: at most one record for each generation.
const (
	snapshotMagic   = "levelc\x00s"
	snapshotVersion = 1
	snapshotHeader  = 64
)

// The kinds of snapshots.
const (
	snapshotBulk = 1 + iota
	snapshotPacked
	snapshotGroups
	snapshotArena
	snapshotArray
	snapshotStrings
)

// ErrSnapshot is what Load returns for bytes that are not a whole and undamaged
// snapshot of a store of the same record type.
var ErrSnapshot = errors.New("store: not a snapshot of this store")

// errCount is an error of a reader that breaks the contract of its Read.
var errCount = errors.New("a Read of more than it was given")

func badSnapshot(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrSnapshot, fmt.Sprintf(format, args...))
}

// snapshotHead is the content of the header. Its fields are written in the machine's
// byte order; on a machine with another order, the number 1 in order reads differently.
type snapshotHead struct {
	version, order uint16
	what           uint32
	typ            uint64
	size           uint32
	slots          uint32 // or elements
	count          uint32 // of them in use
	born, last     uint32 // generations
	kind           uint32 // of AnyHandle
	parts          uint32 // lanes of a group; free stretches; room of an Arena
	ranges         uint32 // committed ranges; interned ids
}

func headOf(t reflect.Type, what uint32) snapshotHead {
	return snapshotHead{version: snapshotVersion, order: 1, what: what, typ: fingerprint(t), size: uint32(t.Size())}
}

func (h *snapshotHead) numbers() [8]*uint32 {
	return [8]*uint32{&h.size, &h.slots, &h.count, &h.born, &h.last, &h.kind, &h.parts, &h.ranges}
}

// bytes returns the header, with its sum.
func (h *snapshotHead) bytes() []byte {
	e := binary.NativeEndian
	b := []byte(snapshotMagic)
	b = e.AppendUint16(b, h.version)
	b = e.AppendUint16(b, h.order)
	b = e.AppendUint32(b, h.what)
	b = e.AppendUint64(b, h.typ)
	for _, p := range h.numbers() {
		b = e.AppendUint32(b, *p)
	}
	return e.AppendUint64(b, xxh3.Hash(b))
}

// read reads the header of a snapshot of kind what, with records of type t.
func (h *snapshotHead) read(r io.Reader, what uint32, t reflect.Type) error {
	var b [snapshotHeader]byte
	if err := fill(r, b[:]); err != nil {
		return fmt.Errorf("%w: header: %w", ErrSnapshot, err)
	}
	e := binary.NativeEndian
	h.version, h.order, h.what, h.typ = e.Uint16(b[8:]), e.Uint16(b[10:]), e.Uint32(b[12:]), e.Uint64(b[16:])
	for i, p := range h.numbers() {
		*p = e.Uint32(b[24+4*i:])
	}
	switch again := h.bytes(); {
	case string(b[:8]) != snapshotMagic:
		return badSnapshot("magic %q", b[:8])
	case h.order != 1:
		return badSnapshot("byte order of another machine")
	case string(again) != string(b[:]):
		return badSnapshot("header sum")
	case h.version != snapshotVersion:
		return badSnapshot("version %d, not %d", h.version, snapshotVersion)
	case h.what != what:
		return badSnapshot("another structure")
	case h.typ != fingerprint(t) || h.size != uint32(t.Size()):
		return badSnapshot("records of another type than %v, or their handles and spans are of other types", t)
	case h.count > h.slots:
		return badSnapshot("%d records in %d slots", h.count, h.slots)
	}
	return nil
}

// checkLives checks the bounds of the generations.
func (h *snapshotHead) checkLives() error {
	if h.born&1 == 0 || h.last&1 == 0 || h.last < h.born || h.last > lastGeneration {
		return badSnapshot("generations %#x to %#x", h.born, h.last)
	}
	return nil
}

// fingerprint returns a number for the layout of t: names, kinds and places of its
// fields. Of the type that a handle or a span is of, it has the name: the layout is for the
// store of that type to check.
func fingerprint(t reflect.Type) uint64 { return xxh3.HashString(describe(t)) }

func describe(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct:
		s := "{"
		for f := range t.Fields() {
			s += fmt.Sprintf("%s@%d %s;", f.Name, f.Offset, describe(f.Type))
		}
		s += "}"
		if of, ok := reflect.Zero(t).Interface().(interface{ Record() reflect.Type }); ok && t.PkgPath() == ownPath {
			s += "->" + cmp.Or(of.Record().Name(), of.Record().String())
		}
		return s
	case reflect.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), describe(t.Elem()))
	}
	return t.Kind().String()
}

// ownPath is where Handle and Span are.
var ownPath = reflect.TypeFor[AnyHandle]().PkgPath()

// sumBuffer is the size up to which small pieces are collected before they are written.
const sumBuffer = 64 << 10

// sumWriter writes sections and, behind each, its sum.
type sumWriter struct {
	w   io.Writer
	sum *xxh3.Hasher
	buf []byte
}

// startSnapshot writes the header and returns a writer for the sections.
func startSnapshot(w io.Writer, h *snapshotHead) (*sumWriter, error) {
	s := &sumWriter{w: w, sum: xxh3.New()}
	return s, s.put(h.bytes())
}

// saveUnused writes the snapshot of a store that has never been used: save writes that of
// another, empty one, of which err is the error of its Init and end its Close. Saving is
// reading, so beside other readers the unused store itself cannot be initialised.
func saveUnused(w io.Writer, err error, save func(io.Writer) error, end func() error) error {
	if err != nil {
		return err
	}
	err = save(w)
	_ = end() // of Go's heap
	return err
}

func (s *sumWriter) write(b []byte) error {
	if len(s.buf)+len(b) > sumBuffer {
		if err := s.flush(); err != nil {
			return err
		}
	}
	if len(b) >= sumBuffer {
		_, _ = s.sum.Write(b)
		return s.put(b)
	}
	s.buf = append(s.buf, b...)
	return nil
}

func (s *sumWriter) flush() error {
	_, _ = s.sum.Write(s.buf)
	err := s.put(s.buf)
	s.buf = s.buf[:0]
	return err
}

// end ends a section.
func (s *sumWriter) end() error {
	if err := s.flush(); err != nil {
		return err
	}
	err := s.put(binary.NativeEndian.AppendUint64(nil, s.sum.Sum64()))
	s.sum.Reset()
	return err
}

// put writes b. A Write must not write less without an error.
func (s *sumWriter) put(b []byte) error {
	n, err := s.w.Write(b)
	if err == nil && n != len(b) {
		err = io.ErrShortWrite
	}
	return err
}

// sumReader reads the sections. It reads ahead only within a section.
type sumReader struct {
	r    io.Reader
	sum  *xxh3.Hasher
	mem  []byte
	buf  []byte // what was read ahead
	left uint64 // bytes of the section that were not read
}

func newSumReader(r io.Reader) *sumReader { return &sumReader{r: r, sum: xxh3.New()} }

// begin starts a section of n bytes, all of which must be read.
func (s *sumReader) begin(n uint64) { s.left = n }

func (s *sumReader) read(b []byte) error {
	n := copy(b, s.buf)
	s.buf = s.buf[n:]
	if b = b[n:]; len(b) == 0 {
		return nil
	}
	if len(b) >= sumBuffer {
		s.left -= uint64(len(b))
		return s.get(b)
	}
	if s.mem == nil {
		s.mem = make([]byte, sumBuffer)
	}
	ahead := s.mem[:min(uint64(len(s.mem)), s.left)]
	s.left -= uint64(len(ahead))
	if err := s.get(ahead); err != nil {
		return err
	}
	s.buf = ahead[copy(b, ahead):]
	return nil
}

func (s *sumReader) get(b []byte) error {
	if err := fill(s.r, b); err != nil {
		return fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	_, _ = s.sum.Write(b)
	return nil
}

func (s *sumReader) end(what string) error {
	var b [8]byte
	if err := fill(s.r, b[:]); err != nil {
		return fmt.Errorf("%w: sum of %s: %w", ErrSnapshot, what, err)
	}
	if binary.NativeEndian.Uint64(b[:]) != s.sum.Sum64() {
		return badSnapshot("sum of %s", what)
	}
	s.sum.Reset()
	return nil
}

// fill is io.ReadFull for a reader that may return nothing for a while, but not for
// ever.
func fill(r io.Reader, b []byte) error {
	for at, idle := 0, 0; at < len(b); {
		n, err := r.Read(b[at:])
		if n < 0 || n > len(b)-at {
			return errCount
		}
		at += n
		switch {
		case at == len(b):
		case err == io.EOF && at > 0:
			return io.ErrUnexpectedEOF
		case err != nil:
			return err
		case n > 0:
			idle = 0
		default:
			if idle++; idle == 100 {
				return io.ErrNoProgress
			}
		}
	}
	return nil
}

// growing reads n elements of a section into memory that grows with what has arrived.
func growing[E any](s *sumReader, n uint64) (all []E, err error) {
	step := max(sumBuffer/uint64(sizeOf[E]()), 1)
	for n > 0 {
		k := min(n, max(step, uint64(len(all))))
		all = append(all, make([]E, k)...)
		if err := s.read(asBytes(all[uint64(len(all))-k:])); err != nil {
			return nil, err
		}
		n -= k
	}
	return all, nil
}
