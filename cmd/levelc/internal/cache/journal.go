package cache

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/levelc/levelc/format/output"
	"github.com/zeebo/xxh3"
)

// What is wrong with a cache that cannot be used as it is. In each case the Store has
// what could be read, and the next PutLevel makes the cache a good one.
var (
	ErrVersion = errors.New("it was written by a levelc of another version")
	ErrForeign = errors.New("it is no cache of levelc")
	ErrDamaged = errors.New("it is damaged")
)

const (
	magic = "levelc-cache "
	head  = magic + "1\n"

	// maxFile limits what is read: a record takes some 500 bytes, and a folder with
	// millions of levels is better off without a cache.
	maxFile = 1 << 30
)

// journal is the file. Lines are added at its end.
type journal struct {
	path    string
	replace bool            // the file is no cache, and will become one
	ctx     context.Context // ends the waiting for others
	held    func()          // called if that takes long; may be nil
}

// read returns the complete lines, without their sums. The error says how many others there
// are. A file that does not exist has none.
func (j journal) read() (lines [][]byte, err error) {
	switch info, err := os.Stat(j.path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > maxFile:
		return nil, ErrForeign
	}
	f, err := j.lock(os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := all(f)
	if err != nil {
		return nil, err
	}
	return split(text)
}

// all reads a whole cache.
func all(f file) ([]byte, error) {
	var text bytes.Buffer
	if info, err := f.Stat(); err == nil {
		text.Grow(int(min(info.Size(), maxFile)) + bytes.MinRead)
	}
	_, err := text.ReadFrom(io.LimitReader(f, maxFile))
	return text.Bytes(), err
}

// split divides the text of a cache into its lines.
func split(text []byte) (lines [][]byte, err error) {
	lines = make([][]byte, 0, bytes.Count(text, []byte("\n")))
	rest, ok := bytes.CutPrefix(text, []byte(head))
	switch {
	case ok:
	case bytes.HasPrefix([]byte(head), text): // its first line is incomplete
		return nil, nil
	case bytes.HasPrefix(text, []byte(magic)):
		return nil, ErrVersion
	default:
		return nil, ErrForeign
	}
	bad := 0
	for len(rest) > 0 {
		line, more, _ := bytes.Cut(rest, []byte("\n"))
		rest = more
		if payload, ok := unseal(line); ok {
			lines = append(lines, payload)
		} else {
			bad++
		}
	}
	if bad > 0 {
		err = fmt.Errorf("%w in %d of %d lines", ErrDamaged, bad, bad+len(lines))
	}
	return lines, err
}

// seal makes a line of JSON.
func seal(b, payload []byte) []byte {
	sum := xxh3.Hash(payload)
	b = fmt.Appendf(b, "%016x ", sum)
	return append(append(b, payload...), '\n')
}

func unseal(line []byte) ([]byte, bool) {
	if len(line) < 17 || line[16] != ' ' {
		return nil, false
	}
	var sum [8]byte
	var want [16]byte
	binary.BigEndian.PutUint64(sum[:], xxh3.Hash(line[17:]))
	hex.Encode(want[:], sum[:])
	return line[17:], string(want[:]) == string(line[:16])
}

// add appends sealed lines.
func (j journal) add(lines []byte) error {
	f, err := j.open()
	if err != nil {
		return err
	}
	return j.addAndClose(f, lines)
}

// addAndClose appends sealed lines to a file of open. If that fails, as on a full disk, the
// file is what it was, and gone if nothing was in it.
func (j journal) addAndClose(f file, lines []byte) error {
	err := j.addTo(f, lines)
	if err == nil {
		return f.Close()
	}
	info, serr := f.Stat()
	useless := serr == nil && info.Size() == 0
	if runtime.GOOS == "windows" { // an open file keeps its name there
		f.Close()
	}
	if useless {
		os.Remove(j.path)
	}
	f.Close() // others have waited until now
	return err
}

// open opens and locks the file with the name, and makes it if there is none.
func (j journal) open() (file, error) {
	for tries := 0; ; tries++ {
		if info, err := os.Stat(j.path); err == nil && !info.Mode().IsRegular() {
			return nil, &fs.PathError{Op: "open", Path: j.path, Err: ErrNotRegular}
		}
		f, err := j.lock(os.O_RDWR | os.O_CREATE)
		if err != nil || j.isStill(f) || tries == 100 {
			return f, err
		}
		f.Close() // it was replaced while we waited
	}
}

// isStill reports whether f is still the file with the name.
func (j journal) isStill(f file) bool {
	a, err := f.Stat()
	if err != nil {
		return true
	}
	b, err := os.Stat(j.path)
	return err == nil && os.SameFile(a, b)
}

func (j journal) addTo(f file, lines []byte) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	begin := make([]byte, len(head))
	n, err := f.ReadAt(begin, 0)
	if err != nil && err != io.EOF {
		return err
	}
	end := info.Size()
	if string(begin[:n]) != head { // new, or there is nothing to keep
		if !strings.HasPrefix(head, string(begin[:n])) && !j.replace {
			return ErrForeign
		}
		if err := f.Truncate(0); err != nil {
			return err
		}
		end, lines = 0, append([]byte(head), lines...)
	} else {
		last := make([]byte, 1)
		if _, err := f.ReadAt(last, end-1); err != nil && err != io.EOF {
			return err
		}
		if last[0] != '\n' { // a process was killed within a line
			lines = append([]byte{'\n'}, lines...)
		}
	}
	if _, err = f.WriteAt(lines, end); err != nil {
		return errors.Join(err, f.Truncate(end)) // a half of them would be damaged
	}
	return nil
}

// rewrite replaces the file by what keep makes of its lines. If that is nothing, the
// file is removed. Others wait meanwhile.
func (j journal) rewrite(keep func(lines [][]byte) []byte) error {
	f, err := j.open()
	if err != nil {
		return err
	}
	defer func() {
		if f != nil {
			f.Close()
		}
	}()
	text, err := all(f)
	if err != nil {
		return err
	}
	lines, err := split(text)
	if err != nil && !errors.Is(err, ErrDamaged) && !j.replace {
		return err
	}
	sealed := keep(lines)
	removeTemporary(j.path)
	if runtime.GOOS == "windows" {
		// On such systems an open file keeps its name. A fact that another process adds
		// right now is lost, which costs the build of one level.
		f.Close()
		f = nil
	}
	if sealed == nil {
		return patiently(func() error { return os.Remove(j.path) })
	}
	return replace(j.path, append([]byte(head), sealed...))
}

// removeTemporary removes what a process has left that was killed within replace. Nobody
// else replaces the file while it is locked.
func removeTemporary(path string) {
	dir, base := filepath.Split(path)
	files, err := os.ReadDir(filepath.Clean(dir))
	if err != nil {
		return // they do no harm
	}
	for _, f := range files {
		if f.Type().IsRegular() && output.IsTemporary(f.Name(), base) {
			os.Remove(dir + f.Name())
		}
	}
}

// replace writes a file, whole or not at all.
func replace(path string, text []byte) (err error) {
	out, err := output.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if _, err := out.WriteAt(text, 0); err != nil {
		return err
	}
	return out.Commit()
}
