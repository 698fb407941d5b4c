package rebuild

import (
	"encoding/binary"
	"io"

	"github.com/zeebo/xxh3"

	"github.com/levelc/levelc/format"
)

// Fingerprint returns a number for the contents of a level: the identities of its
// tables, its rows, and which of them are loaded together. Two files of the same level
// have the same number, whatever their compression, alignment and division into blocks.
func Fingerprint(src io.Reader, o format.Options) ([16]byte, error) {
	r, err := format.NewReader(src, o)
	if err != nil {
		return [16]byte{}, err
	}
	var all xxh3.Hasher
	add := func(v ...uint64) {
		var b [8]byte
		for _, x := range v {
			binary.LittleEndian.PutUint64(b[:], x)
			all.Write(b[:])
		}
	}
	for _, c := range r.Chunks() {
		add(uint64(c.Nodes), uint64(c.Label))
	}
	tables := make([]xxh3.Hasher, len(r.Schema().Tables))
	chunk := make([]int, len(tables)) // plus one: the chunk of the table's last block
	for {
		b, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return [16]byte{}, err
		}
		if chunk[b.Table] != b.Chunk+1 {
			chunk[b.Table] = b.Chunk + 1
			add(uint64(b.Table), uint64(b.Chunk), uint64(b.First))
		}
		tables[b.Table].Write(b.Data)
	}
	for i := range tables {
		sum := tables[i].Sum128()
		add(format.TableID(&r.Schema().Tables[i]), uint64(r.Rows(i)), sum.Hi, sum.Lo)
	}
	return all.Sum128().Bytes(), nil
}
