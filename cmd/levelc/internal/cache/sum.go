package cache

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/zeebo/xxh3"
)

// Sum is the XXH3-128 of some content. It tells versions of a file apart. It is no
// protection against somebody who makes two of them on purpose.
type Sum [16]byte

// String returns 32 hexadecimal digits.
func (s Sum) String() string { return hex.EncodeToString(s[:]) }

// MarshalText implements encoding.TextMarshaler.
func (s Sum) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Sum) UnmarshalText(text []byte) error {
	if hex.DecodedLen(len(text)) != len(s) {
		return errSum
	}
	if _, err := hex.Decode(s[:], text); err != nil {
		return errSum
	}
	return nil
}

var errSum = errors.New("a sum has 32 hexadecimal digits")

// SumOf returns the sum of bytes.
func SumOf(b []byte) Sum { return xxh3.Hash128(b).Bytes() }

// ErrNotRegular: there is no file that could be read twice.
var ErrNotRegular = errors.New("no regular file")

// SumFile returns the sum and the length of a file. It does not open anything but a
// regular file, because a pipe can be read only once.
func SumFile(path string) (Sum, int64, error) {
	s, err := Look(path, Sum{}, Witness{})
	return s.Sum, s.Size, err
}

// Sight is what was found out about a file.
type Sight struct {
	Sum     Sum
	Size    int64
	Witness Witness // for the next time; zero if the file cannot have one yet
}

// Look is SumFile, but does not read a file for which w vouches: that has the known
// sum.
func Look(path string, known Sum, w Witness) (Sight, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Sight{}, err
	}
	if !info.Mode().IsRegular() {
		return Sight{}, fmt.Errorf("%s: %w", path, ErrNotRegular)
	}
	if w.vouches(info, known) {
		return Sight{known, info.Size(), w}, nil
	}
	begun := time.Now()
	sum, n, err := sumRegular(path, info.Size())
	if err != nil {
		return Sight{}, err
	}
	return Sight{sum, n, WitnessOf(info, sum, begun)}, nil
}

// sumRegular reads a file that had a size a moment ago.
func sumRegular(path string, size int64) (Sum, int64, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|nonBlock, 0)
	if err != nil {
		return Sum{}, 0, err
	}
	defer f.Close()
	if size >= small {
		return SumReader(f, size)
	}
	// One read of a file returns all that is there, so there is no need to ask whether
	// there is more.
	room := rooms.Get().(*[small]byte)
	defer rooms.Put(room)
	b := room[:size+1]
	switch n, err := f.Read(b); {
	case int64(n) == size && (err == nil || err == io.EOF):
		return SumOf(b[:n]), int64(n), nil
	case err != nil && err != io.EOF:
		return Sum{}, 0, err
	default: // it is another one already
		return sumStream(io.MultiReader(bytes.NewReader(b[:n]), f))
	}
}

// small is the size up to which a file is read at once.
const small = 64 << 10

// rooms are buffers for that: new memory costs more than reading a small file.
var rooms = sync.Pool{New: func() any { return new([small]byte) }}

// SumReader returns the sum and the length of everything in r. hint is the expected
// length.
func SumReader(r io.Reader, hint int64) (Sum, int64, error) {
	if hint < small {
		// One byte more than expected, to see the end with the last read.
		room := rooms.Get().(*[small]byte)
		defer rooms.Put(room)
		b := room[:hint+1]
		n, err := io.ReadFull(r, b)
		switch err {
		case io.EOF, io.ErrUnexpectedEOF:
			return SumOf(b[:n]), int64(n), nil
		case nil:
			return sumStream(io.MultiReader(bytes.NewReader(b), r))
		}
		return Sum{}, 0, err
	}
	return sumStream(r)
}

func sumStream(r io.Reader) (Sum, int64, error) {
	h := xxh3.New()
	n, err := io.CopyBuffer(struct{ io.Writer }{h}, struct{ io.Reader }{r}, make([]byte, 256<<10))
	if err != nil {
		return Sum{}, n, err
	}
	return h.Sum128().Bytes(), n, nil
}
