package main

import (
	"bufio"
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
			_, err = gen.Write(out, gen.Options{Format: c.from, Bytes: c.size, Seed: 1})
			require.NoError(b, err)
			require.NoError(b, out.Close())
			reportPeak(b, source, "--schema", schema)
		})
	}
	b.Run("from=tmx/of=objects/size=50MB", func(b *testing.B) {
		source := filepath.Join(b.TempDir(), "level.tmx")
		writeObjects(b, source, gen.Large)
		reportPeak(b, source)
	})
}

// reportPeak builds a source again and again.
func reportPeak(b *testing.B, source string, flags ...string) {
	info, err := os.Stat(source)
	require.NoError(b, err)
	b.SetBytes(info.Size())
	flags = append([]string{"build", "--quiet", "-o", filepath.Join(filepath.Dir(source), "level.lvl"), source}, flags...)
	peak := 0.0
	for b.Loop() {
		cmd := exec.Command("levelc", flags...)
		said, err := cmd.CombinedOutput()
		require.NoError(b, err, "%s", said)
		peak = max(peak, float64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)*1024/1e6)
	}
	// What a process had before it became levelc counts too.
	require.Greater(b, peak, ownPeak(b), "run the benchmark alone, for this process has taken more memory than levelc")
	b.ReportMetric(peak, "peak-MB")
	b.ReportMetric(float64(info.Size())/1e6, "source-MB")
}

// writeObjects writes a map of Tiled's with nothing but objects that have properties, of
// about so many bytes.
func writeObjects(b *testing.B, path string, size int64) {
	f, err := os.Create(path)
	require.NoError(b, err)
	out := bufio.NewWriter(f)
	n, _ := fmt.Fprint(out, `<map orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16"><objectgroup id="1" name="things">`)
	for i, written := 1, int64(n); written < size; i++ {
		n, err = fmt.Fprintf(out, `
  <object id="%d" name="thing %[1]d" type="crate" x="%d" y="%d.5" width="16" height="24">
   <properties>
    <property name="before" type="object" value="%d"/>
    <property name="hits" type="int" value="%d"/>
   </properties>
  </object>`, i, i%5000*8, i/5000*8, max(1, i-1), i%100)
		require.NoError(b, err)
		written += int64(n)
	}
	fmt.Fprint(out, "\n</objectgroup></map>\n")
	require.NoError(b, out.Flush())
	require.NoError(b, f.Close())
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
