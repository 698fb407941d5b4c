package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/testdata/gen"
)

// BenchmarkMemory builds large levels, each in a process of its own, and reports
// how much of it was resident at most, in MB of 10^6 bytes. It writes some
// gigabytes to a temporary folder and takes a minute, so it runs only if asked
// for, and alone:
//
//	LEVELC_MEMORY=1 go test ./cmd/levelc -run xxx -bench Memory -benchtime 1x
func BenchmarkMemory(b *testing.B) {
	if testing.Short() || os.Getenv("LEVELC_MEMORY") == "" {
		b.Skip("LEVELC_MEMORY is not set")
	}
	text, err := schemaText(gamePlan(b).Schema())
	require.NoError(b, err)
	for _, c := range []struct {
		from gen.Format
		size int64
		name string
	}{{gen.XML, gen.Large, "50MB"}, {gen.JSON, gen.Large, "50MB"}, {gen.JSON, 1.04e9, "1GB"}} {
		b.Run(fmt.Sprintf("from=%v/size=%s", c.from, c.name), func(b *testing.B) {
			dir := b.TempDir()
			schema := filepath.Join(dir, "schema.json")
			require.NoError(b, os.WriteFile(schema, text, 0o644))
			source := filepath.Join(dir, "level."+c.from.String())
			out, err := os.Create(source)
			require.NoError(b, err)
			stats, err := gen.Write(out, gen.Options{Format: c.from, Bytes: c.size, Seed: 1})
			require.NoError(b, err)
			require.NoError(b, out.Close())
			b.SetBytes(stats.Bytes)
			peak := 0.0
			for b.Loop() {
				cmd := exec.Command("levelc", "build", "--quiet", "--schema", schema, "-o", filepath.Join(dir, "level.lvl"), source)
				said, err := cmd.CombinedOutput()
				require.NoError(b, err, "%s", said)
				peak = max(peak, float64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)*1024/1e6)
			}
			// What a process had before it became levelc counts too.
			require.Greater(b, peak, ownPeak(b), "run the benchmark alone, for this process has taken more memory than levelc")
			b.ReportMetric(peak, "peak-MB")
			b.ReportMetric(float64(stats.Bytes)/1e6, "source-MB")
		})
	}
}

// ownPeak is how much of this process was resident at most, in MB.
func ownPeak(b *testing.B) float64 {
	status, err := os.ReadFile("/proc/self/status")
	require.NoError(b, err)
	_, rest, ok := bytes.Cut(status, []byte("VmHWM:"))
	require.True(b, ok)
	kb, err := strconv.Atoi(string(bytes.Fields(rest)[0]))
	require.NoError(b, err)
	return float64(kb) * 1024 / 1e6
}
