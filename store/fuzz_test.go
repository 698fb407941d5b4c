package store

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each target runs a program of commands on a store and on a model of it. The
// first byte chooses the kind of store, so that one program meets all.

func randomProgram(seed uint64, length int) []byte {
	rng := rand.New(rand.NewPCG(seed, 11))
	program := make([]byte, length)
	for i := range program {
		program[i] = byte(rng.Uint32())
	}
	return program
}

// fuzzProgram seeds f with programs of 40 commands of size bytes, one of each
// of kinds, and lets run have programs of up to 400.
func fuzzProgram(f *testing.F, kinds, size int, run func(t *testing.T, k byte, program []byte)) {
	seeds := 0
	for k := range kinds {
		program := randomProgram(uint64(k), 1+40*size)
		program[0] = byte(k)
		f.Add(program)
		seeds++
	}
	require.NotZero(f, seeds)
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) > 0 && len(program) <= 400*size {
			run(t, program[0], program[1:])
			require.NoError(t, shelved.check(4))
		}
	})
}

func FuzzOps(f *testing.F) { fuzzProgram(f, 48, 5, runBulk) }

func runBulk(t *testing.T, k byte, program []byte) {
	opts := []Option{Backed(backings[k%4]), Reuse(Policy(k / 4 % 3)), Skip(Skipper(k / 12 % 2))}
	if k/24%2 == 1 {
		opts = append(opts, generations(1, 5))
	}
	newModel(t, opts...).run(program)
}

func FuzzPacked(f *testing.F) { fuzzProgram(f, 8, 3, runPacked) }

func FuzzGroups(f *testing.F) { fuzzProgram(f, 24, 3, runGroups) }

func FuzzArena(f *testing.F) { fuzzProgram(f, 32, 3, runArena) }

func FuzzArray(f *testing.F) { fuzzProgram(f, 4, 5, runArray) }

func FuzzStrings(f *testing.F) { fuzzProgram(f, 4, 3, runStrings) }
