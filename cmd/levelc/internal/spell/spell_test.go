package spell

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNearestFindsSlips(t *testing.T) {
	words := []string{"static", "dynamic", "kinematic", "pos", "x", "y"}
	for word, want := range map[string]string{
		"statc": "static", "sttaic": "static", "Static": "static", "dinamic": "dynamic", "kinemattic": "kinematic",
		"po": "pos", "psos": "pos", "X": "x", "z": "", "": "", "nothing": "", "cat": "",
	} {
		require.Equal(t, want, Nearest([]byte(word), words), word)
	}
}

func TestDistanceOfShortWordsIsThatOfTheWholeMatrix(t *testing.T) {
	words := []string{""}
	for i := 0; i < len(words) && len(words[i]) < 4; i++ {
		for _, c := range "abc" {
			words = append(words, words[i]+string(c))
		}
	}
	for _, a := range words {
		for _, b := range words {
			want := slow(a, b)
			for most := range 5 {
				require.Equal(t, min(want, most+1), min(Distance([]byte(a), b, most), most+1), "%s %s", a, b)
			}
		}
	}
}

func TestLongWordsAreNeverNear(t *testing.T) {
	long := fmt.Sprintf("%065d", 1)
	require.Empty(t, Nearest([]byte(long), []string{long}))
}

// slow is the definition, with the whole matrix.
func slow(a, b string) int {
	m := make([][]int, len(a)+1)
	for i := range m {
		m[i] = make([]int, len(b)+1)
		for j := range m[i] {
			switch {
			case i == 0 || j == 0:
				m[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				m[i][j] = m[i-1][j-1]
			default:
				m[i][j] = m[i-1][j-1] + 1
			}
			m[i][j] = min(m[i][j], m[i-1][j]+1, m[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				m[i][j] = min(m[i][j], m[i-2][j-2]+1)
			}
		}
	}
	return m[len(a)][len(b)]
}

func ExampleNearest() {
	fmt.Println(Nearest([]byte("statc"), []string{"static", "dynamic"}))
	// Output: static
}
