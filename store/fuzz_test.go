package store

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzOps runs a program of commands on every kind of store: the first byte
// chooses backing, policy, skipper and the width of generations.
func FuzzOps(f *testing.F) {
	seeds := 0
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 11))
		program := make([]byte, 1+5*40)
		for i := range program {
			program[i] = byte(rng.Uint32())
		}
		f.Add(program)
		seeds++
	}
	require.NotZero(f, seeds)
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) == 0 || len(program) > 5*400 {
			return
		}
		k := program[0]
		opts := []Option{Backed(backings[k%4]), Reuse(Policy(k / 4 % 3)), Skip(Skipper(k / 12 % 2))}
		if k/24%2 == 1 {
			opts = append(opts, generations(1, 5))
		}
		newModel(t, opts...).run(program[1:])
	})
}

func FuzzArray(f *testing.F) {
	seeds := 0
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 12))
		program := make([]byte, 5*40)
		for i := range program {
			program[i] = byte(rng.Uint32())
		}
		f.Add(byte(seed), program)
		seeds++
	}
	require.NotZero(f, seeds)
	f.Fuzz(func(t *testing.T, k byte, program []byte) {
		m := &arrayModel{t: t}
		require.NoError(t, m.a.Init(Backed(backings[k%4])))
		for len(program) >= 5 {
			x := uint32(program[1]) | uint32(program[2])<<8 | uint32(program[3])<<16 | uint32(program[4])<<24
			m.step(uint32(program[0]), x)
			program = program[5:]
		}
		m.compare()
		require.NoError(t, m.a.Close())
	})
}
