package main

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/levelc/levelc/testdata/gen"
)

// A build of a large source touches its memory in pages of 2 MiB where the system
// has them.
func TestALargeBuildTakesHugePages(t *testing.T) {
	if testing.Short() || strconv.IntSize < 64 {
		t.Skip("it builds 30 MB, on 64 bits")
	}
	if !givesHugePages(t) {
		t.Skip("the system gives no huge pages to who asks for them")
	}
	const size = 30 << 20
	source, _ := generated(t, gen.XML, size, 1)
	text, err := schemaText(gamePlan(t).Schema())
	require.NoError(t, err)
	schema := filepath.Join(t.TempDir(), "schema.json")
	require.NoError(t, os.WriteFile(schema, text, 0o644))
	cmd := exec.Command("levelc", "build", "--quiet", "-o", filepath.Join(t.TempDir(), "level.lvl"), source, "--schema", schema)
	cmd.Env = append(os.Environ(), "GOMEMLIMIT=off")
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", said)
	// Not beside a build without huge pages: some systems give them to all.
	touched := int(cmd.ProcessState.SysUsage().(*syscall.Rusage).Minflt)
	require.Less(t, 2*touched, size/os.Getpagesize(), "pages touched, of as many as the source has")
}

// givesHugePages tries.
func givesHugePages(t *testing.T) bool {
	const size = 32 << 20
	b, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	require.NoError(t, err)
	defer func() { require.NoError(t, unix.Munmap(b)) }()
	if unix.Madvise(b, unix.MADV_HUGEPAGE) != nil {
		return false
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, after unix.Rusage
	require.NoError(t, unix.Getrusage(unix.RUSAGE_THREAD, &before))
	for i := 0; i < size; i += os.Getpagesize() {
		b[i] = 1
	}
	require.NoError(t, unix.Getrusage(unix.RUSAGE_THREAD, &after))
	return int(after.Minflt-before.Minflt) < size/os.Getpagesize()/8
}

// They are asked for once, and not in place of memory that is there already, which
// would be cleared; nor where there is a limit of memory.
func TestHugePagesAreAskedForOnce(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64)) // there may be one for all tests
	if strconv.IntSize < 64 {
		hugePagesFor(1 << 40)
		require.Zero(t, hugeHeap.bytes)
		return
	}
	was := hugeHeap.bytes
	defer func() { hugeHeap.bytes = was }()
	hugeHeap.bytes = 0
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	debug.FreeOSMemory()
	debug.SetMemoryLimit(1 << 40)
	hugePagesFor(1 << 40)
	require.Zero(t, hugeHeap.bytes, "there is a limit of memory")
	debug.SetMemoryLimit(math.MaxInt64)
	useHugePagesForLevels(hugeLevels - 1)
	require.Zero(t, hugeHeap.bytes, "a few small levels need little")
	if idle() < headroom {
		useHugePagesForLevels(hugeLevels)
		require.EqualValues(t, headroom+headroom/4, hugeHeap.bytes)
		hugeHeap.bytes = 0
	}
	for _, c := range []struct{ size, then int64 }{{1 << 20, 0}, {80 << 20, 100 << 20}, {70 << 20, 100 << 20}} {
		if idle() < uint64(c.then) {
			hugePagesFor(c.size)
			require.Equal(t, c.then, hugeHeap.bytes, c.size)
		}
	}
	room := make([]byte, 2*mostHuge)
	runtime.KeepAlive(room)
	debug.FreeOSMemory()
	before := hugeHeap.bytes
	hugePagesFor(1 << 40)
	require.Equal(t, before, hugeHeap.bytes, "the heap has room for it")
}
