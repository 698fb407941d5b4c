package compile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNamesAreFoundAtTheirPlaces(t *testing.T) {
	var n names
	require.Equal(t, -1, n.find([]byte("x")))
	var all []string
	for i := range 300 {
		all = append(all, fmt.Sprintf("n%d", i), strings.Repeat("x", i), fmt.Sprintf("same-begin-%03d-same-end", i))
	}
	position := map[string]int{}
	for _, name := range all {
		_, twice := position[name]
		require.Equal(t, !twice, n.add(name), name)
		if !twice {
			position[name] = len(position)
		}
	}
	for _, name := range all {
		require.Equal(t, position[name], n.find([]byte(name)), name)
		require.Equal(t, position[name], n.find([]byte(name + "12345678")[:len(name)]), "with more behind it")
	}
	for _, name := range []string{"n", "n300", "a\x00", "same-begin-001-same-enD", strings.Repeat("x", 300)} {
		require.Equal(t, -1, n.find([]byte(name)), name)
	}
}

func TestNULIsNoPaddingOfANames(t *testing.T) {
	var n names
	n.add("a")
	n.add("abcdefgh")
	for _, name := range []string{"", "a\x00", "a\x00\x00\x00\x00\x00\x00\x00", "abcdefgh\x00"} {
		require.Equal(t, -1, n.find([]byte(name)), "%q", name)
	}
	require.True(t, n.add(""))
	require.Equal(t, 2, n.find(nil))
}
