package main

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/format"
)

// choice is the value of a flag that is one of a few words, at first the first of them.
type choice struct {
	kind  string // as --help calls the value
	words []string
	at    int
	take  func(i int) // is told of each value
}

// Type implements pflag.Value.
func (c *choice) Type() string { return c.kind }

func (c *choice) String() string { return c.words[c.at] }

// Set implements pflag.Value.
func (c *choice) Set(s string) error {
	i := slices.Index(c.words, s)
	if i < 0 {
		last := len(c.words) - 1
		return errors.New("it is " + strings.Join(c.words[:last], ", ") + " or " + c.words[last])
	}
	c.at = i
	c.take(i)
	return nil
}

var (
	policies = []string{compile.UnknownError: "error", compile.UnknownWarn: "warn", compile.UnknownIgnore: "ignore", compile.UnknownKeep: "keep"}
	codecs   = []string{format.CodecNone: "none", format.CodecLZ4: "lz4", format.CodecZstd: "zstd"}
	missing  = []string{diag.Error: "error", diag.Warning: "warn"}
)

// unknownFlag makes the value of --unknown.
func unknownFlag(to *compile.Policy, given *bool) *choice {
	return &choice{kind: "policy", words: policies, take: func(i int) { *to, *given = compile.Policy(i), true }}
}

// codecFlag is the value of --compress.
type codecFlag struct {
	format.Codec
	set bool // and not the default
}

func (c *codecFlag) choice() *choice {
	return &choice{kind: "codec", words: codecs, take: func(i int) { *c = codecFlag{format.Codec(i), true} }}
}

// takesBest refuses --best beside a codec that has no better way. What a level is compressed
// with is only known when it is read, and may be nothing.
func (c *codecFlag) takesBest(best bool) error {
	if best && c.set && c.Codec == format.CodecNone {
		return fault.Usage(errors.New("--best and --compress none exclude each other"))
	}
	return nil
}

// alignFlag is the value of --align; 0 means that it was not given.
type alignFlag int

// Type implements pflag.Value.
func (a *alignFlag) Type() string { return "bytes" }

func (a *alignFlag) String() string {
	if *a == 0 {
		return ""
	}
	return strconv.Itoa(int(*a))
}

// Set implements pflag.Value.
func (a *alignFlag) Set(s string) error {
	n, err := parseSize(s)
	if err != nil || n < 64 || n > 64<<10 || n&(n-1) != 0 {
		return errors.New("it is a power of two from 64 to 64K")
	}
	*a = alignFlag(n)
	return nil
}
