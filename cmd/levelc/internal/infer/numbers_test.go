package infer

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomNumber is a number in one of the ways in which sources write them.
func randomNumber(r *rand.Rand) string {
	digits := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte('0' + r.IntN(10))
		}
		return string(b)
	}
	sign := []string{"", "", "-", "+"}[r.IntN(4)]
	switch r.IntN(6) {
	case 0:
		return sign + strconv.FormatInt(r.Int64N(1<<r.IntN(62)|1), 10)
	case 1:
		return sign + digits(1+r.IntN(20))
	case 2:
		return sign + digits(1+r.IntN(4)) + "." + digits(r.IntN(18))
	case 3:
		return sign + digits(r.IntN(2)) + "." + digits(1+r.IntN(4)) + "e" + strconv.Itoa(r.IntN(80)-40)
	case 4:
		return sign + strconv.FormatFloat(float64(r.Float32()), 'f', -1, 32)
	}
	return sign + "0." + strings.Repeat("0", r.IntN(12)) + digits(r.IntN(3))
}

func TestUsualNumbersAreCountedLikeAll(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	usual, plain := 0, 0
	for range 400_000 {
		text := randomNumber(r)
		var a, b numbers
		if !isPlainNumber([]byte(text)) {
			require.False(t, a.addUsual([]byte(text)), text)
			continue
		}
		plain++
		b.addRare([]byte(text))
		if a.addUsual([]byte(text)) {
			usual++
			require.Equal(t, b, a, text)
		}
		a = numbers{}
		a.add([]byte(text))
		require.Equal(t, b, a, text)
	}
	require.Greater(t, usual, plain/3)
}

func TestUsualNumbersArePlain(t *testing.T) {
	for _, text := range []string{"0", "7", "-1", "0.5", "-0.25", "10", "1.0", "999999999999999", "0.00000000000001"} {
		_, ok := parseUsual([]byte(text))
		require.True(t, ok, text)
		require.True(t, isPlainNumber([]byte(text)), text)
	}
	for _, text := range []string{"", "-", "+1", "007", "-01", "00.5", ".5", "5.", "-.5", "-0", "-0.0", "1e3", "1.2.3", "1-2", "--1", "0x1", "1 ", "a", ".", "-.",
		"1234567890123456", "12345678901234.56"} {
		_, ok := parseUsual([]byte(text))
		require.False(t, ok, text)
	}
}

// Where decimals are apart no float32 has to be formatted.
func TestApartMeansFloat32(t *testing.T) {
	apart := 0
	r := rand.New(rand.NewPCG(3, 4))
	for range 400_000 {
		text := fmt.Sprintf("%d.%0*d", r.IntN(1<<r.IntN(20)), 1+r.IntN(8), r.IntN(1000))
		u, ok := parseUsual([]byte(text))
		require.True(t, ok, text)
		f, err := strconv.ParseFloat(text, 64)
		require.NoError(t, err)
		require.Equal(t, f, float64(u.digits)/pow10[u.behind], text)
		if u.apart(f) {
			apart++
			require.True(t, isFloat32(f), text)
		}
	}
	require.Greater(t, apart, 100_000)
}

// The quick way through a list counts what the way through its items does.
func TestListsOfUsualNumbersAreCountedLikeAll(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	quick, lists := 0, 0
	for range 200_000 {
		var text string
		for i := range 1 + r.IntN(4) {
			if i > 0 {
				text += []string{" ", " ", ",", ", ", " ,", ",,", "  ", ";", "x", ") ", ""}[r.IntN(11)]
			}
			if r.IntN(3) == 0 {
				text += strconv.Itoa(r.IntN(1000))
			} else {
				text += randomNumber(r)
			}
		}
		text += []string{"", "", "", "", ",", "]"}[r.IntN(6)]
		var a, b tally
		if r.IntN(2) == 0 {
			a.num.add([]byte("7"))
			b.num.add([]byte("7"))
		}
		_, usual := a.num.addList([]byte(text))
		n, ok := b.addRareNumbers([]byte(text))
		if usual {
			quick++
			require.True(t, ok, text)
		} else {
			a.addRareNumbers([]byte(text))
		}
		if ok {
			lists++
			require.GreaterOrEqual(t, n, 1, text)
		}
		require.Equal(t, b.num, a.num, text)
	}
	require.Greater(t, quick, lists/5)
}
