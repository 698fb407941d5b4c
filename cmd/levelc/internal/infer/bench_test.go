package infer_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/infer"
)

// BenchmarkFiles infers from one large level, and from many small ones of which each brings
// names that no other has.
func BenchmarkFiles(b *testing.B) {
	doors := func(from, n int, more string) string {
		var s strings.Builder
		s.WriteString("<level>")
		for i := range n {
			fmt.Fprintf(&s, `<door id="d%d" x="%d" y="%d.5" to="d%d" open="%t"%s/>`, from+i, i, i, from+(i+1)%n, i%3 == 0, more)
		}
		return s.String() + "</level>"
	}
	for name, texts := range map[string][]string{
		"levels=1/doors=20000": {doors(0, 20_000, "")},
		"levels=2000/doors=10": func() (texts []string) {
			for i := range 2000 {
				texts = append(texts, doors(10*i, 10, fmt.Sprintf(` a%d="v" b%[1]d="7"`, i)))
			}
			return texts
		}(),
	} {
		b.Run(name, func(b *testing.B) {
			files := spool(b, texts...)
			size := 0
			for _, text := range texts {
				size += len(text)
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				_, err := infer.Files(context.Background(), files, infer.Options{})
				require.NoError(b, err)
			}
		})
	}
}
