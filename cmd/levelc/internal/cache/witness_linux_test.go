package cache

import (
	"io/fs"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// statted is a file as the system told of it.
type statted struct {
	fs.FileInfo
	st syscall.Stat_t
}

func (s statted) Sys() any { return &s.st }

func TestAWitnessIsForOneFileAtOneTime(t *testing.T) {
	info, err := os.Stat(".")
	require.NoError(t, err)
	at := statted{info, syscall.Stat_t{Dev: 1, Ino: 2, Size: 3, Mtim: syscall.NsecToTimespec(4), Ctim: syscall.NsecToTimespec(5)}}
	late := time.Unix(1, 0)
	w := WitnessOf(at, Sum{6}, late)
	require.NotZero(t, w)
	require.True(t, w.vouches(at, Sum{6}))
	require.False(t, w.vouches(at, Sum{7}))
	for _, change := range []func(*syscall.Stat_t){
		func(st *syscall.Stat_t) { st.Dev++ },
		func(st *syscall.Stat_t) { st.Ino++ },
		func(st *syscall.Stat_t) { st.Size++ },
		func(st *syscall.Stat_t) { st.Mtim.Nsec++ },
		func(st *syscall.Stat_t) { st.Ctim.Nsec++ },
	} {
		other := at
		change(&other.st)
		require.False(t, w.vouches(other, Sum{6}))
	}

	require.Zero(t, WitnessOf(at, Sum{6}, time.Unix(0, 5).Add(tick-1)), "it is too young")
	require.NotZero(t, WitnessOf(at, Sum{6}, time.Unix(0, 5).Add(tick)))
	at.st.Ctim = syscall.NsecToTimespec(7e6)
	require.Zero(t, WitnessOf(at, Sum{6}, late), "the disk's times may be seconds")
	require.False(t, Witness{}.vouches(at, Sum{6}))
}
