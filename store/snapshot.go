package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/zeebo/xxh3"
)

// A snapshot is one store as it stands in memory, for savegames and for the
// next start of the same build: the machine's byte order, the layout that the
// compiler chose. It is not for exchange; levels are.
//
//	64 bytes   header: magic, version, byte order, kind of store, size of a
//	           record, fingerprint of the record's type, counts, first and
//	           last generation; then the sum of these
//	4 x known  the slots' generations, odd where a record lives
//	           sum of the generations
//	           the live records in the order of their slots, without the holes
//	           sum of the records
//
// Sums are XXH3-64. Handles that resolved when the snapshot was taken resolve
// in the loaded store, those that were dead are dead.
const (
	snapshotMagic   = "levelc\x00s"
	snapshotVersion = 1
	snapshotHeader  = 64
	snapshotBulk    = 1
)

// ErrSnapshot is what Load returns for bytes that are not a whole and unharmed
// snapshot of a store of the same record type.
var ErrSnapshot = errors.New("store: not a snapshot of this store")

func badSnapshot(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrSnapshot, fmt.Sprintf(format, args...))
}

// snapshotHead is the header's content. Its fields are written in the
// machine's order; on a machine of another order the magic number 1 in order
// reads as something else.
type snapshotHead struct {
	version, order uint16
	what, size     uint32
	typ            uint64
	known, count   uint32
	born, last     uint32
	kind           uint32
	top            uint32
}

func (h *snapshotHead) append(b []byte) []byte {
	e := binary.NativeEndian
	b = append(b, snapshotMagic...)
	b = e.AppendUint16(b, h.version)
	b = e.AppendUint16(b, h.order)
	b = e.AppendUint32(b, h.what)
	b = e.AppendUint64(b, h.typ)
	for _, v := range []uint32{h.size, h.known, h.count, h.born, h.last, h.kind, h.top} {
		b = e.AppendUint32(b, v)
	}
	b = append(b, make([]byte, snapshotHeader-8-len(b))...)
	return e.AppendUint64(b, xxh3.Hash(b))
}

func (h *snapshotHead) read(r io.Reader) error {
	var b [snapshotHeader]byte
	if _, err := io.ReadFull(r, b[:]); err != nil {
		return fmt.Errorf("%w: header: %w", ErrSnapshot, err)
	}
	e := binary.NativeEndian
	h.version, h.order, h.what, h.typ = e.Uint16(b[8:]), e.Uint16(b[10:]), e.Uint32(b[12:]), e.Uint64(b[16:])
	for i, p := range []*uint32{&h.size, &h.known, &h.count, &h.born, &h.last, &h.kind, &h.top} {
		*p = e.Uint32(b[24+4*i:])
	}
	switch again := h.append(nil); {
	case string(b[:8]) != snapshotMagic:
		return badSnapshot("magic %q", b[:8])
	case h.order != 1:
		return badSnapshot("byte order of another machine")
	case string(again) != string(b[:]):
		return badSnapshot("header sum")
	case h.version != snapshotVersion:
		return badSnapshot("version %d, not %d", h.version, snapshotVersion)
	}
	return nil
}

// fits holds the header against a store of records of type t.
func (h *snapshotHead) fits(what uint32, t reflect.Type) error {
	switch {
	case h.what != what:
		return badSnapshot("another structure")
	case h.typ != fingerprint(t) || h.size != uint32(t.Size()):
		return badSnapshot("records of another type than %v", t)
	case h.count > h.known || h.born&1 == 0 || h.last&1 == 0 || h.last < h.born || h.last > lastGeneration:
		return badSnapshot("%d records in %d slots, generations %#x to %#x", h.count, h.known, h.born, h.last)
	}
	return nil
}

// fingerprint is a number for the layout of t: names, kinds and places of its
// fields.
func fingerprint(t reflect.Type) uint64 { return xxh3.HashString(describe(t)) }

func describe(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct:
		s := "{"
		for i := range t.NumField() {
			f := t.Field(i)
			s += fmt.Sprintf("%s@%d %s;", f.Name, f.Offset, describe(f.Type))
		}
		return s + "}"
	case reflect.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), describe(t.Elem()))
	}
	return t.Kind().String()
}

// sumWriter writes parts and, behind each, its sum.
type sumWriter struct {
	w   io.Writer
	sum *xxh3.Hasher
}

func (s *sumWriter) write(b []byte) error {
	_, _ = s.sum.Write(b)
	_, err := s.w.Write(b)
	return err
}

func (s *sumWriter) end() error {
	b := binary.NativeEndian.AppendUint64(nil, s.sum.Sum64())
	s.sum.Reset()
	_, err := s.w.Write(b)
	return err
}

// sumReader reads them back.
type sumReader struct {
	r   io.Reader
	sum *xxh3.Hasher
}

func (s *sumReader) read(b []byte) error {
	if _, err := io.ReadFull(s.r, b); err != nil {
		return fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	_, _ = s.sum.Write(b)
	return nil
}

func (s *sumReader) end(what string) error {
	var b [8]byte
	if _, err := io.ReadFull(s.r, b[:]); err != nil {
		return fmt.Errorf("%w: sum of %s: %w", ErrSnapshot, what, err)
	}
	if binary.NativeEndian.Uint64(b[:]) != s.sum.Sum64() {
		return badSnapshot("sum of %s", what)
	}
	s.sum.Reset()
	return nil
}

// Save writes a snapshot of the store. Ranges that are reserved and not
// committed are not in it. It writes in large pieces; w needs no buffer.
func (b *Bulk[T]) Save(w io.Writer) error {
	if err := b.ready(); err != nil {
		return err
	}
	h := snapshotHead{
		version: snapshotVersion, order: 1, what: snapshotBulk,
		size: uint32(sizeOf[T]()), typ: fingerprint(reflect.TypeFor[T]()),
		known: b.known, count: uint32(b.count), born: b.opt.born, last: b.opt.last, kind: uint32(b.kind),
	}
	if _, err := w.Write(h.append(nil)); err != nil {
		return err
	}
	s := sumWriter{w, xxh3.New()}
	for at := uint32(0); at < b.known; {
		// A cell that never had generations stands for zeros.
		c, k := b.cell(at)
		n := b.known - at
		if b.table != nil {
			n = min(n, b.mask+1-k)
		}
		if err := s.write(asBytes(gensOf(c).slice(k, n))); err != nil {
			return err
		}
		at += n
	}
	if err := s.end(); err != nil {
		return err
	}
	for _, rows := range b.Runs() {
		if err := s.write(asBytes(rows)); err != nil {
			return err
		}
	}
	return s.end()
}

// Load fills a store from a snapshot. The store must not have been used, but
// for Init: its options, the limit among them, are kept; generations continue
// as the snapshot says. Bytes that are no unharmed snapshot of records like T
// give an error that wraps ErrSnapshot, and the store is as before; what they
// declare is not taken memory for before it is there.
func (b *Bulk[T]) Load(r io.Reader) error {
	if err := b.ready(); err != nil {
		return err
	}
	if b.top != 1 || b.known != 1 {
		return ErrInUse
	}
	var h snapshotHead
	if err := h.read(r); err != nil {
		return err
	}
	if err := h.fits(snapshotBulk, reflect.TypeFor[T]()); err != nil {
		return err
	}
	if h.known == 0 || h.known > b.end {
		return fmt.Errorf("%w: a snapshot of %d slots", ErrFull, h.known)
	}
	before := b.opt
	b.opt.born, b.opt.last = h.born, h.last
	err := b.load(&h, sumReader{r, xxh3.New()})
	if err != nil {
		b.unload()
		b.opt = before
		return err
	}
	b.kind = uint16(h.kind)
	b.sweep()
	b.shrink()
	return nil
}

// load reads generations and records. It takes memory as it goes.
func (b *Bulk[T]) load(h *snapshotHead, s sumReader) error {
	for at := uint32(0); at < h.known; {
		if err := b.grow(at); err != nil {
			return err
		}
		c, k := b.cell(at)
		n := min(h.known-at, b.fresh-at, blockBytes)
		if b.table != nil {
			n = min(n, b.mask+1-k)
		}
		b.top, b.known = at+n, at+n
		gens := gensOf(c).slice(k, n)
		if err := s.read(asBytes(gens)); err != nil {
			return err
		}
		for j, g := range gens {
			i := at + uint32(j)
			if g != 0 {
				b.peak = max(b.peak, g-1|1)
			}
			switch {
			case g != 0 && (g < h.born || g > h.last+1) || i == 0 && g != 0:
				return badSnapshot("slot %d has the generation %#x", i, g)
			case g > h.last:
				b.retired++
			case g&1 != 0:
				b.live[i>>6] |= 1 << (i & 63)
				b.count++
			}
		}
		at += n
	}
	if err := s.end("generations"); err != nil {
		return err
	}
	if b.count != int(h.count) {
		return badSnapshot("%d live slots, %d declared", b.count, h.count)
	}
	for _, rows := range b.Runs() {
		if err := s.read(asBytes(rows)); err != nil {
			return err
		}
	}
	return s.end("records")
}

// unload takes back what load did.
func (b *Bulk[T]) unload() {
	for p := range b.parts(0, b.known) {
		clear(p.gens)
	}
	clear(b.live)
	b.count, b.retired, b.peak = 0, 0, 0
	b.top, b.known = 1, 1
	b.fresh = max(b.committed(), 1)
}
