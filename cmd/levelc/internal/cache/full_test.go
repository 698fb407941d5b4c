package cache

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

var errFull = errors.New("the disk is full")

// full is a file on a disk that has room for that many bytes more.
type full struct {
	file
	room int
}

func (f full) WriteAt(b []byte, off int64) (int, error) {
	if len(b) <= f.room {
		return f.file.WriteAt(b, off)
	}
	n, err := f.file.WriteAt(b[:f.room], off)
	return n, errors.Join(err, errFull)
}

func TestAFullDiskLeavesNoUselessCache(t *testing.T) {
	for _, before := range []string{"", head[:5], head, head + string(seal(nil, []byte(`{"seen":{}}`)))} {
		for _, room := range []int{0, 5, len(head), len(head) + 20} {
			j := journal{path: filepath.Join(t.TempDir(), "cache"), ctx: context.Background()}
			if before != "" {
				require.NoError(t, os.WriteFile(j.path, []byte(before), 0o666))
			}
			f, err := j.open()
			require.NoError(t, err)
			line := seal(nil, []byte(`{"level":{"out":"a.lvl"}}`))
			require.ErrorIs(t, j.addAndClose(full{f, room}, line), errFull)
			now, err := os.ReadFile(j.path)
			if len(before) < len(head) {
				require.ErrorIs(t, err, os.ErrNotExist, "%q, %d", now, room)
			} else {
				require.NoError(t, err)
				require.Equal(t, before, string(now))
			}
			require.NoError(t, j.add(line)) // there is room again
			lines, err := j.read()
			require.NoError(t, err)
			require.Equal(t, `{"level":{"out":"a.lvl"}}`, string(lines[len(lines)-1]))
		}
	}
}
