package interrupt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
)

// Open opens a file that a verb reads: an *os.File, unless it has to be waited for.
// Its errors have the same words as those about sources.
func Open(ctx context.Context, path string) (io.ReadCloser, error) {
	if mayWait(path) {
		f, err := openAwaited(ctx, path)
		switch {
		case errors.Is(err, fault.ErrInterrupted):
			return nil, err
		case err != nil:
			return nil, fault.CannotRead(path, err)
		}
		return awaitedFile{Awaited(ctx, f), f}, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.CannotRead(path, err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close() // nothing was read
		return nil, fmt.Errorf("%s: is a directory", path)
	}
	return f, nil
}

type awaitedFile struct {
	io.Reader
	io.Closer
}
