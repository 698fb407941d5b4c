package store

import "github.com/stretchr/testify/require"

// noError and isTrue are for inner loops: what testify does before it looks at a value
// takes a microsecond, and much longer with -race.

func noError(t require.TestingT, err error) {
	if err != nil {
		require.NoError(t, err)
	}
}

func isTrue(t require.TestingT, holds bool) {
	if !holds {
		require.True(t, holds)
	}
}
