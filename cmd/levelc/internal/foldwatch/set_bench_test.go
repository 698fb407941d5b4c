package foldwatch

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A Set that finds everything as it was comes before each look at the sources.
func BenchmarkSetAgain(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w, err := New()
			if err != nil {
				b.Skip("this system does not tell about changes: ", err)
			}
			defer w.Close()
			root := b.TempDir()
			folders := make([]string, n)
			for i := range folders {
				folders[i] = filepath.Join(root, fmt.Sprint(i))
				require.NoError(b, os.Mkdir(folders[i], 0o777))
			}
			require.NoError(b, w.Set(folders, nil))
			for b.Loop() {
				require.NoError(b, w.Set(folders, nil))
			}
		})
	}
}
