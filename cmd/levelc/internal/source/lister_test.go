package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// listing is a record that wants to know of arrays.
type listing struct{ record }

func (l *listing) BeginList(name []byte, at int64) bool {
	ok := l.call("list %q%s", name, l.off(at))
	l.depth++
	return ok
}

func (l *listing) EndList() bool {
	l.depth--
	return l.call("end")
}

func TestArraysWithObjectsAreToldOf(t *testing.T) {
	const text = `{"a":[1,{"b":2}],"c":[],"d":[[1,2],[3,[{"e":[{"f":4}]},5]],[6]],"g":[[7]],"h":[{"type":"body","i":[{}]}]}`
	const want = `open ""
  list "a"
    "a" = 1 mixed
    open "a"
      "b" = 2
    close
  end
  "c" = []
  list "d"
    "d" = [1 2] mixed
    list "d"
      "d" = 3 mixed
      list "d"
        open "d"
          list "e"
            open "e"
              "f" = 4
            close
          end
        close
        "d" = 5 mixed
      end
    end
    "d" = [6] mixed
  end
  "g" = [[7]]
  list "h"
    open "body"
      list "i"
        open "i"
        close
      end
    close
  end
close
`
	for _, window := range []int{0, -1, 8, 16, 40} {
		var r Reader
		l := &listing{record{kinds: testKinds}}
		require.NoError(t, r.JSON(strings.NewReader(text), int64(len(text)), l, Options{window: window}))
		require.Equal(t, want, l.out.String(), window)
		for stop := 1; stop < strings.Count(want, "\n"); stop++ {
			l := &listing{record{kinds: testKinds, stop: stop}}
			require.ErrorIs(t, r.JSON(strings.NewReader(text), int64(len(text)), l, Options{window: window}), ErrStopped)
		}
		rec := &record{kinds: testKinds}
		require.NoError(t, r.JSON(strings.NewReader(text), int64(len(text)), rec, Options{window: window}))
		require.NotContains(t, rec.out.String(), "list")
	}
}
