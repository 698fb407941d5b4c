package source

import (
	"errors"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumbersAreThoseOfXMLSchema(t *testing.T) {
	for _, s := range []string{"0", "-0", "+1", "007", "1.", ".5", "-.5", "1.5", "1e5", "1E-05", "+1.e+2", ".5e0", "00.5"} {
		require.True(t, IsNumber([]byte(s)), s)
		_, err := ParseFloat64([]byte(s))
		require.NoError(t, err, s)
		_, err = ParseFloat32([]byte(s))
		require.NoError(t, err, s)
	}
	for _, s := range []string{"", "-", "+", ".", "-.", "e5", "1e", "1e+", "--1", "+-1", "1 ", " 1", "1_0", "0x1", "1p3", "NaN", "nan", "Inf", "INF",
		"-inf", "infinity", "1.2.3", "1,5", "1e5.0", "1f", "١", "1e1e1", "1..2"} {
		require.False(t, IsNumber([]byte(s)), s)
		_, err := ParseFloat64([]byte(s))
		require.ErrorIs(t, err, ErrNumber, s)
		_, err = ParseFloat32([]byte(s))
		require.ErrorIs(t, err, ErrNumber, s)
		_, err = ParseInt([]byte(s), 64)
		require.ErrorIs(t, err, ErrNumber, s)
	}
}

func TestNumbersOfJSONAreFewer(t *testing.T) {
	for _, s := range []string{"0", "-0", "10", "-1.5", "0.5", "1e5", "1E-05", "0e+2", strings.Repeat("1", mostNumber)} {
		require.True(t, IsJSONNumber([]byte(s)), s)
	}
	for _, s := range []string{"", "-", "+1", "007", "-00", "1.", ".5", "1.e2", "1e", "1e+", "1e5.0", "1x", "x", strings.Repeat("1", mostNumber+1)} {
		require.False(t, IsJSONNumber([]byte(s)), s)
	}
}

func TestIntegersAreExactAndInRange(t *testing.T) {
	for _, bits := range []int{8, 16, 32, 64} {
		lo, hi := big.NewInt(-1), big.NewInt(1)
		lo.Lsh(lo, uint(bits-1))
		hi.Sub(hi.Lsh(hi, uint(bits-1)), big.NewInt(1))
		top := big.NewInt(1)
		top.Sub(top.Lsh(top, uint(bits)), big.NewInt(1))
		for d := int64(-2); d <= 2; d++ {
			for _, edge := range []*big.Int{lo, hi, top, new(big.Int)} {
				n := new(big.Int).Add(edge, big.NewInt(d))
				i, err := ParseInt([]byte(n.String()), bits)
				if n.Cmp(lo) < 0 || n.Cmp(hi) > 0 {
					require.ErrorIs(t, err, ErrRange, "%v in %d bits", n, bits)
				} else {
					require.NoError(t, err, "%v in %d bits", n, bits)
					require.Equal(t, n.Int64(), i)
				}
				u, err := ParseUint([]byte(n.String()), bits)
				if n.Sign() < 0 || n.Cmp(top) > 0 {
					require.ErrorIs(t, err, ErrRange, "%v in %d bits", n, bits)
				} else {
					require.NoError(t, err, "%v in %d bits", n, bits)
					require.Equal(t, n.Uint64(), u)
				}
			}
		}
	}
	for s, want := range map[string]error{
		"1.0": ErrFraction, "1e2": ErrFraction, ".5": ErrFraction, "-1.": ErrFraction, "99999999999999999999.5": ErrFraction,
		"99999999999999999999": ErrRange, "-99999999999999999999": ErrRange, "99999999999999999999x": ErrNumber, "1x": ErrNumber,
	} {
		_, err := ParseInt([]byte(s), 64)
		require.ErrorIs(t, err, want, s)
		_, err = ParseUint([]byte(s), 64)
		require.ErrorIs(t, err, want, s)
	}
	i, err := ParseInt([]byte("-0"), 8)
	require.NoError(t, err)
	require.Zero(t, i)
	u, err := ParseUint([]byte("+007"), 8)
	require.NoError(t, err)
	require.Equal(t, uint64(7), u)
	_, err = ParseUint([]byte("-0"), 8)
	require.NoError(t, err)
}

func TestBools(t *testing.T) {
	for s, want := range map[string]bool{
		"true": true, "1": true, "True": true, "TRUE": true, "false": false, "0": false, "False": false, "FALSE": false,
	} {
		b, err := ParseBool([]byte(s))
		require.NoError(t, err)
		require.Equal(t, want, b)
	}
	for _, s := range []string{"", "tRUE", "yes", "on", "2", " 1", "t", "-1"} {
		_, err := ParseBool([]byte(s))
		require.ErrorIs(t, err, ErrBool)
	}
}

// same checks a number against strconv, bit for bit.
func same(t testing.TB, s string) {
	want, wantErr := strconv.ParseFloat(s, 64)
	got, err := ParseFloat64([]byte(s))
	if wantErr != nil {
		require.ErrorIs(t, err, ErrRange, s)
	} else {
		if err != nil || math.Float64bits(want) != math.Float64bits(got) {
			t.Fatalf("ParseFloat64(%s) = %v, %v, want %v", s, got, err, want)
		}
	}
	want, wantErr = strconv.ParseFloat(s, 32)
	got32, err := ParseFloat32([]byte(s))
	if wantErr != nil {
		require.ErrorIs(t, err, ErrRange, s)
	} else if err != nil || math.Float32bits(float32(want)) != math.Float32bits(got32) {
		t.Fatalf("ParseFloat32(%s) = %v, %v, want %v", s, got32, err, float32(want))
	}
}

func TestFloatsAgreeWithStrconvAtTheEdges(t *testing.T) {
	for _, s := range []string{
		"0", "-0", "0e999999999999", "0.000e-400", "1e-400", "-1e-400", "1e400", "-1e400", "1e99999999999999999999",
		"3.4028234663852886e38", "3.4028235677973366e+38", "3.402823567797336e38", "1.7976931348623157e308", "1.7976931348623159e308",
		"1.401298464324817e-45", "7.006492321624085e-46", "7.006492321624086e-46", "5e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
		"1.1754943508222875e-38", "1.1754942807573643e-38", "2.2250738585072011e-308", "2.2250738585072014e-308",
		"9007199254740993", "9007199254740992.5", "16777217", "16777216.5", "16777217.000000000000000000001",
		"18446744073709551615", "18446744073709551616", "99999999999999999999", "100000000000000000000000000000000000",
		"0.1", "0.10000000000000000000000000000000000000000000000000001", "123456789012345678901234567890e-20",
		"0.00000000000000000000000000000000000000000000000000000000001e59", strings.Repeat("0", 400) + "1", "1" + strings.Repeat("0", 400) + "e-400",
		"0." + strings.Repeat("0", 400) + "1e400", "8.41e21", "9.5367431640625e-7", "4503599627370497.5", "1e22", "1e23", "9007199254740991e22",
	} {
		same(t, s)
		same(t, "-"+strings.TrimPrefix(s, "-"))
	}
}

// Every float32 and its neighbours' midpoint, in steps, with digits to decide.
func TestFloatsAgreeWithStrconvAtMidpoints(t *testing.T) {
	step := uint32(1 << 15)
	if testing.Short() {
		step = 1 << 19
	}
	for bits := uint32(1); bits < 0x7f800000-step; bits += step + bits%7 {
		a, b := math.Float32frombits(bits), math.Float32frombits(bits+1)
		mid := new(big.Float).SetPrec(200).SetFloat64(float64(a))
		mid.Add(mid, new(big.Float).SetFloat64(float64(b)))
		mid.Quo(mid, big.NewFloat(2))
		s := mid.Text('e', 40)
		same(t, s)
		same(t, strings.Replace(s, "e", "1e", 1))
		same(t, mid.Text('e', 17))
		same(t, mid.Text('e', 15))
		same(t, strconv.FormatFloat(float64(a), 'g', -1, 32))
		same(t, strconv.FormatFloat(float64(a), 'e', 16, 64))
	}
}

func TestFloatsAgreeWithStrconvOnRandomNumbers(t *testing.T) {
	n := 200_000
	if testing.Short() {
		n = 20_000
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		switch r.IntN(4) {
		case 0: // what a level has
			same(t, strconv.FormatFloat(r.NormFloat64()*1000, 'f', r.IntN(7), 64))
		case 1:
			same(t, strconv.FormatUint(r.Uint64()>>r.IntN(64), 10)+"e"+strconv.Itoa(r.IntN(90)-50))
		case 2:
			same(t, strconv.FormatFloat(math.Float64frombits(r.Uint64()&^(1<<62)), 'g', -1, 64))
		case 3:
			same(t, strconv.FormatUint(r.Uint64(), 10)+"."+strconv.FormatUint(r.Uint64(), 10)+"E-"+strconv.Itoa(r.IntN(60)))
		}
	}
}

// Up to eight characters, the point at every place.
func TestShortFloatsAgreeWithStrconv(t *testing.T) {
	step := 997
	if testing.Short() {
		step = 99_991
	}
	for m := 0; m < 100_000_000; m += step + m%7 {
		digits := strconv.Itoa(m)
		same(t, digits)
		at := m % 8 // of the point
		s := "-" + strings.Repeat("0", max(0, at-len(digits))) + digits
		s = s[:len(s)-at] + "." + s[len(s)-at:]
		same(t, s)
		same(t, s[1:])
	}
	for _, s := range []string{"-", ".", "-.", "--1", "1-", "1..", "1.2.3", "-+1", "1 ", "1:5", "1/5", "-1.5x", ""} {
		_, err := ParseFloat32([]byte(s))
		require.ErrorIs(t, err, ErrNumber, s)
	}
}

func FuzzNumbers(f *testing.F) {
	seeds := []string{"0", "-1.5", "1e5", "16777216.5", "99999999999999999999", ".5", "5.", "+1", "1e", "0x1p-2", "1_0", "nan"}
	require.NotEmpty(f, seeds)
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		b := []byte(s)
		if !IsNumber(b) {
			_, err := ParseFloat64(b)
			require.ErrorIs(t, err, ErrNumber)
			_, err = ParseInt(b, 64)
			require.ErrorIs(t, err, ErrNumber)
			require.False(t, jsonNumber(b))
			return
		}
		same(t, s)
		i, err := ParseInt(b, 64)
		want, wantErr := strconv.ParseInt(s, 10, 64)
		if wantErr == nil {
			require.NoError(t, err)
			require.Equal(t, want, i)
		} else if errors.Is(wantErr, strconv.ErrRange) && !strings.ContainsAny(s, ".eE") {
			require.ErrorIs(t, err, ErrRange)
		} else {
			require.ErrorIs(t, err, ErrFraction)
		}
	})
}

func TestNumbersDoNotAllocate(t *testing.T) {
	numbers := [][]byte{[]byte("1.5"), []byte("-123456.789e-10"), []byte("0.30000000000000004"), []byte("1e-320"), []byte("99999999999999999999"),
		[]byte("0.1234567890123456789012345678901234567890"), []byte("1e999"), []byte("x")}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		for _, b := range numbers {
			_, _ = ParseFloat32(b)
			_, _ = ParseFloat64(b)
			_, _ = ParseInt(b, 32)
			_, _ = ParseUint(b, 64)
			_, _ = ParseBool(b)
		}
	}))
}

func BenchmarkParseFloat32(b *testing.B) {
	for _, s := range []string{"12", "-4.721", "1008.99", "0.30000000000000004", "1.17549435e-38"} {
		b.Run("how=ours/number="+s, func(b *testing.B) {
			text := []byte(s)
			for b.Loop() {
				_, _ = ParseFloat32(text)
			}
		})
		b.Run("how=strconv/number="+s, func(b *testing.B) {
			text := []byte(s)
			for b.Loop() {
				_, _ = strconv.ParseFloat(string(text), 32)
			}
		})
	}
}

func TestQuotientsAgreeWithStrconv(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	check := func(m uint64, behind int) {
		digits := strconv.FormatUint(m, 10)
		for len(digits) <= behind {
			digits = "0" + digits
		}
		text := digits[:len(digits)-behind] + "." + digits[len(digits)-behind:]
		if m%2 == 1 {
			text = "-" + text
		}
		want, err := strconv.ParseFloat(text, 64)
		require.NoError(t, err)
		got, err := ParseFloat64([]byte(text))
		require.NoError(t, err)
		require.Equal(t, math.Float64bits(want), math.Float64bits(got), text)
		if d := (decimal{m: m, exp: -behind, neg: m%2 == 1}); m != 0 {
			require.Equal(t, math.Float64bits(want), math.Float64bits(d.divided()), text)
		}
	}
	for range 20_000 {
		check(r.Uint64()>>r.IntN(64), r.IntN(mostTens+1))
	}
	for behind := range mostTens + 1 {
		for range 200 { // in the middle between two floats, and right beside it
			half := (r.Uint64()>>r.IntN(60)|1)>>10 | 1<<53 | 1
			for m := half; m > 0; m *= 2 {
				if high, low := bits.Mul64(m, tens[behind]); high == 0 {
					check(low-1, behind)
					check(low, behind)
					check(low+1, behind)
				}
				if m>>63 != 0 {
					break
				}
			}
		}
		check(math.MaxUint64, behind)
		check(1, behind)
	}
}
