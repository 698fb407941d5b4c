//go:build unix

package interrupt

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
)

func TestAnInterruptEndsTheWaitForAReader(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	out := Pipe(ctx, w)
	n, err := out.Write(make([]byte, 1<<20))
	require.ErrorIs(t, err, fault.ErrInterrupted)
	require.Less(t, n, 1<<20)
	_, err = out.Write([]byte("more"))
	require.ErrorIs(t, err, fault.ErrInterrupted)
	require.NoError(t, r.Close()) // which ends the abandoned write
	require.NoError(t, w.Close())
}

// What is said of the interrupt itself, and before it, still comes.
func TestAReaderGetsWhatIsWrittenAfterAnInterrupt(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	text := bytes.Repeat([]byte("0123456789"), 1<<15)
	wrote := make(chan error, 1)
	go func() {
		_, err := Pipe(ctx, w).Write(text)
		w.Close()
		wrote <- err
	}()
	got, err := io.ReadAll(r)
	require.NoError(t, err)
	require.NoError(t, <-wrote)
	require.True(t, bytes.Equal(text, got))
}

func TestOnlyPipesAreWaitedFor(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	require.NoError(t, err)
	defer file.Close()
	require.Same(t, file, Pipe(t.Context(), file))
	var b bytes.Buffer
	require.Same(t, &b, Pipe(t.Context(), &b))
}
