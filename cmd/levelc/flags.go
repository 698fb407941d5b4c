package main

import (
	"errors"
	"slices"
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/format"
)

// policies are the values of --unknown.
var policies = []string{compile.UnknownError: "error", compile.UnknownWarn: "warn", compile.UnknownIgnore: "ignore", compile.UnknownKeep: "keep"}

// policyFlag is the value of --unknown.
type policyFlag struct {
	policy compile.Policy
	given  bool // and not the default
}

func (p *policyFlag) String() string { return policies[p.policy] }

func (p *policyFlag) Type() string { return "policy" }

func (p *policyFlag) Set(s string) error {
	i := slices.Index(policies, s)
	if i < 0 {
		return errors.New("it is error, warn, ignore or keep")
	}
	p.policy, p.given = compile.Policy(i), true
	return nil
}

// codecFlag is the value of --compress.
type codecFlag struct {
	format.Codec
	set bool // and not the default
}

// Type implements pflag.Value.
func (c *codecFlag) Type() string { return "codec" }

// Set implements pflag.Value.
func (c *codecFlag) Set(s string) error {
	for k := format.CodecNone; k <= format.CodecZstd; k++ {
		if s == k.String() {
			c.Codec, c.set = k, true
			return nil
		}
	}
	return errors.New("it is none, lz4 or zstd")
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
