package gen

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ParseSize reads a number of bytes: 500KB, 5MB, 1GB or plain digits. The
// units are powers of 1024.
func ParseSize(s string) (int64, error) {
	digits := strings.ToUpper(s)
	shift := 0
	for _, unit := range []struct {
		name  string
		shift int
	}{{"KB", 10}, {"MB", 20}, {"GB", 30}} {
		if rest, ok := strings.CutSuffix(digits, unit.name); ok {
			digits, shift = rest, unit.shift
			break
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64>>shift {
		return 0, fmt.Errorf("size %q: want 500KB, 50MB or a number of bytes", s)
	}
	return n << shift, nil
}
