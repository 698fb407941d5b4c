package cache

import (
	"encoding/binary"
	"io/fs"
	"time"

	"github.com/zeebo/xxh3"
)

// Witness vouches that a file still has the content that it had when it was read. It is
// a sum of that content, of the file's identity, of its length, and of when it was last
// written to and last changed in any way. The last is the system's own record, which no
// program can set: once that says that the file was touched, the witness no longer fits,
// and the file is read again. git and Bazel do the same.
//
// The record has a hole. Who writes to a file through a memory map is noticed when the
// system sees fit, on Linux when it first makes a page writable: a program that keeps the
// map may write again, and leave no trace until the page has gone to the disk. Not even
// that is certain in memory file systems. Only reading the file tells then.
//
// The zero Witness vouches for nothing. It is the only one on systems that do not tell
// these times, such as Windows.
type Witness Sum

// MarshalText implements encoding.TextMarshaler.
func (w Witness) MarshalText() ([]byte, error) { return Sum(w).MarshalText() }

// UnmarshalText implements encoding.TextUnmarshaler.
func (w *Witness) UnmarshalText(text []byte) error { return (*Sum)(w).UnmarshalText(text) }

// tick is longer than the difference of two times that a file system tells apart.
const tick = 20 * time.Millisecond

// identity is what a Witness sums besides the content; times are in nanoseconds.
type identity struct {
	dev, ino              uint64
	size, written, change int64
}

// WitnessOf returns a witness for the content of a file with this info that is known
// not to have been touched until a later time. It is zero if the file is so young that
// the next change might leave the same times.
func WitnessOf(info fs.FileInfo, content Sum, until time.Time) Witness {
	id, ok := identify(info)
	// Disks with times in whole milliseconds may really have whole seconds.
	if !ok || id.change%1e6 == 0 || until.Sub(time.Unix(0, id.change)) < tick {
		return Witness{}
	}
	return id.witness(content)
}

// vouches reports whether w is for this file and this content.
func (w Witness) vouches(info fs.FileInfo, content Sum) bool {
	id, ok := identify(info)
	return ok && w != Witness{} && w == id.witness(content)
}

func (id identity) witness(content Sum) Witness {
	b := append(make([]byte, 0, 64), content[:]...)
	for _, n := range [...]uint64{id.dev, id.ino, uint64(id.size), uint64(id.written), uint64(id.change)} {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	return xxh3.Hash128(b).Bytes()
}
