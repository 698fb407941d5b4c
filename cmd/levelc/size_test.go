package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSizesHaveUnits(t *testing.T) {
	for text, want := range map[string]int64{"0": math.MaxInt64, "512": 512, "16K": 16 << 10, "16k": 16 << 10, "3M": 3 << 20, "1g": 1 << 30, "8589934591G": 8589934591 << 30} {
		var f sizeFlag
		require.NoError(t, f.Set(text), text)
		require.Equal(t, want, int64(f), text)
	}
	for _, text := range []string{"", "K", "-1", "-1K", "1.5M", "1KB", "M1", "10X", " 1", "8589934592G", "9223372036854775808"} {
		f := sizeFlag(7)
		require.ErrorContains(t, f.Set(text), "as 512, 16K, 64M or 2G", text)
		require.EqualValues(t, 7, f, text)
	}
	for n, want := range map[int64]string{0: "0", 512: "512", 1000: "1000", 1024: "1K", 1536: "1536", 1 << 30: "1G", 5 << 40: "5120G"} {
		f := sizeFlag(n)
		require.Equal(t, want, f.String())
	}
}
