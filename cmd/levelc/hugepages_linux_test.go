package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
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
	schema := gameSchemaFile(t)
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
