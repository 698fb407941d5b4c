package store

import (
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// drought is a system that refuses all requests after some, while it is dry.
type drought struct {
	mu      sync.Mutex // several loads may ask at a time
	dry     bool
	once    bool // it refuses one request, and is over then
	after   int  // requests that it still grants
	refused int
}

var errDry = errors.New("the system refuses")

// startDrought puts a drought in the system's place for the time of a test. It is not
// dry yet. Where all memory is Go's, there is no drought and no test.
func startDrought(t testing.TB) *drought {
	t.Helper()
	if !canMap {
		t.Skip("the system lends no memory here")
	}
	d, real := new(drought), system
	t.Cleanup(func() { system = real })
	system = lender{
		reserve: func(n int) ([]byte, error) { return lend(d, func() ([]byte, error) { return real.reserve(n) }) },
		slab:    func(n int) ([]byte, error) { return lend(d, func() ([]byte, error) { return real.slab(n) }) },
		commit:  func(b []byte) error { return d.grant(func() error { return real.commit(b) }) },
		discard: func(b []byte) error { return d.grant(func() error { return real.discard(b) }) },
		pages: func(b []byte, f uintptr, off int64) error {
			return d.grant(func() error { return real.pages(b, f, off) })
		},
		zeros: func(b []byte) error { return d.grant(func() error { return real.zeros(b) }) },
	}
	return d
}

func (d *drought) grant(request func() error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dry && d.after == 0 {
		d.refused++
		d.dry = !d.once
		return errDry
	}
	if d.dry {
		d.after--
	}
	return request()
}

func lend(d *drought, request func() ([]byte, error)) (b []byte, err error) {
	err = d.grant(func() error { b, err = request(); return err })
	return b, err
}

// during runs f while the system refuses all requests but the first ones.
func (d *drought) during(after int, f func() error) error {
	d.dry, d.after, d.refused = true, after, 0
	defer func() { d.dry = false }()
	return f()
}

// again runs a command in a drought, after which same holds the store against what it
// was or has become, and where it failed, once more without.
func (d *drought) again(t testing.TB, after int, command func() error, same func()) {
	err := d.during(after, command)
	same()
	if err == nil {
		return
	}
	require.Positive(t, d.refused, "it was not refused anything: %v", err)
	require.ErrorIs(t, err, ErrMemory)
	require.ErrorIs(t, err, errDry)
	require.NoError(t, command(), "there is memory again")
	same()
}

// Drought is for the tests of those who fill stores.
type Drought = drought

func StartDrought(t testing.TB) *Drought { return startDrought(t) }

// During runs f while the system refuses all requests but the first ones.
func (d *drought) During(after int, f func() error) error { return d.during(after, f) }

// DuringOne runs f while the system refuses one request, behind the first ones.
func (d *drought) DuringOne(after int, f func() error) error {
	d.once = true
	defer func() { d.once = false }()
	return d.during(after, f)
}

// Refused is how many requests the system has refused the last time.
func (d *drought) Refused() int { return d.refused }
