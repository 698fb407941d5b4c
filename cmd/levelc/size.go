package main

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// sizeFlag is a most number of bytes, which may have a unit: 512, 16K, 64M, 2G. 0 is no
// bound, as in other flags of levelc; for package format it would be the default.
type sizeFlag int64

const sizeUnits = "KMG" // each 1024 times the one before

func (f *sizeFlag) Type() string { return "bytes" }

func (f *sizeFlag) String() string {
	n, unit := int64(*f), ""
	for i := range len(sizeUnits) {
		if n == 0 || n%1024 != 0 {
			break
		}
		n, unit = n/1024, sizeUnits[i:i+1]
	}
	return strconv.FormatInt(n, 10) + unit
}

func (f *sizeFlag) Set(s string) error {
	n, err := parseSize(s)
	if err != nil {
		return err
	}
	if n == 0 {
		n = math.MaxInt64
	}
	*f = sizeFlag(n)
	return nil
}

func parseSize(s string) (int64, error) {
	wrong := errors.New("it is a number of bytes, as 512, 16K, 64M or 2G")
	digits, shift := s, 0
	if s != "" {
		if i := strings.Index(sizeUnits, strings.ToUpper(s[len(s)-1:])); i >= 0 {
			digits, shift = s[:len(s)-1], 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64>>shift {
		return 0, wrong
	}
	return n << shift, nil
}
