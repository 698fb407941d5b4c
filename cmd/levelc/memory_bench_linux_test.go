package main

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/testdata/gen"
)

// BenchmarkMemory builds large levels, each in a process of its own, and reports
// how much of it was resident at most, in MB of 10^6 bytes, and for how many pages it
// waited. It writes some gigabytes to a temporary folder and takes a minute, so it runs
// only if asked for, and alone:
//
//	LEVELC_MEMORY=1 go test ./cmd/levelc -run xxx -bench Memory -benchtime 1x
func BenchmarkMemory(b *testing.B) {
	if testing.Short() || os.Getenv("LEVELC_MEMORY") == "" {
		b.Skip("LEVELC_MEMORY is not set")
	}
	var text bytes.Buffer
	require.NoError(b, export.WriteFile(&text, gamePlan(b).Schema()))
	for _, c := range []struct {
		from gen.Format
		size int64
		name string
	}{{gen.XML, gen.Large, "50MB"}, {gen.JSON, gen.Large, "50MB"}, {gen.JSON, 1.04e9, "1GB"}} {
		b.Run(fmt.Sprintf("from=%v/size=%s", c.from, c.name), func(b *testing.B) {
			dir := b.TempDir()
			schema := filepath.Join(dir, "schema.json")
			require.NoError(b, os.WriteFile(schema, text.Bytes(), 0o644))
			source := filepath.Join(dir, "level."+c.from.String())
			out, err := os.Create(source)
			require.NoError(b, err)
			_, err = gen.Write(out, gen.Options{Format: c.from, Bytes: c.size, Seed: 1})
			require.NoError(b, err)
			require.NoError(b, out.Close())
			reportPeak(b, source, "--schema", schema)
		})
	}
	for _, of := range []string{"objects", "tiles"} {
		b.Run("from=tmx/of="+of+"/size=50MB", func(b *testing.B) {
			source := filepath.Join(b.TempDir(), "level.tmx")
			writeMap(b, source, of, gen.Large)
			reportPeak(b, source)
		})
	}
	for _, from := range []string{"tmj", "ldtk"} {
		b.Run("from="+from+"/of=cells/size=50MB", func(b *testing.B) {
			source := filepath.Join(b.TempDir(), "level."+from)
			writeGrid(b, source, from, gen.Large)
			reportPeak(b, source)
		})
	}
	for _, of := range []string{"cells", "rows"} {
		b.Run("from=json/of="+of+"/size=50MB", func(b *testing.B) {
			source := filepath.Join(b.TempDir(), "level.json")
			writeCells(b, source, of == "rows", gen.Large)
			reportPeak(b, source)
		})
	}
}

// gridOf are levels of the editors with one layer, wide by high.
var gridOf = map[string]string{
	"tmj": `{"type": "map", "version": "1.10", "orientation": "orthogonal", "width": %[1]d, "height": %[2]d, "tilewidth": 16, "tileheight": 16,
"tilesets": [{"firstgid": 1, "name": "ground", "tilewidth": 16, "tileheight": 16, "tilecount": 900, "columns": 30}],
"layers": [{"type": "tilelayer", "id": 1, "name": "ground", "width": %[1]d, "height": %[2]d, "data": [`,
	"ldtk": `{"__header__": {"fileType": "LDtk Project JSON"}, "jsonVersion": "1.5.3", "worldLayout": "Free",
"defs": {"layers": [{"identifier": "Ground", "type": "IntGrid", "uid": 2, "gridSize": 16}], "tilesets": [], "entities": []},
"levels": [{"identifier": "Level", "iid": "level", "uid": 1, "worldX": 0, "worldY": 0, "pxWid": 16, "pxHei": 16, "layerInstances": [
{"__identifier": "Ground", "__type": "IntGrid", "__cWid": %[1]d, "__cHei": %[2]d, "__gridSize": 16, "iid": "ground", "layerDefUid": 2, "intGridCsv": [`,
}

// writeGrid writes such a level of about so many bytes.
func writeGrid(b *testing.B, path, of string, size int64) {
	const wide, each = 4000, 4 // bytes of a number
	high := int(size / wide / each)
	f, err := os.Create(path)
	require.NoError(b, err)
	out := bufio.NewWriter(f)
	fmt.Fprintf(out, gridOf[of], wide, high)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range wide * high {
		if i > 0 {
			out.WriteByte(',')
		}
		out.Write(strconv.AppendInt(out.AvailableBuffer(), rng.Int64N(900), 10))
	}
	out.WriteString(map[string]string{"tmj": "]}]}\n", "ldtk": "]}]}]}\n"}[of])
	require.NoError(b, out.Flush())
	require.NoError(b, f.Close())
}

// reportPeak builds a source again and again.
func reportPeak(b *testing.B, source string, flags ...string) {
	info, err := os.Stat(source)
	require.NoError(b, err)
	b.SetBytes(info.Size())
	flags = append([]string{"build", "--quiet", "-o", filepath.Join(filepath.Dir(source), "level.lvl"), source}, flags...)
	peak, faults := 0.0, int64(0)
	for b.Loop() {
		cmd := exec.Command("levelc", flags...)
		said, err := cmd.CombinedOutput()
		require.NoError(b, err, "%s", said)
		used := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		peak, faults = max(peak, float64(used.Maxrss)*1024/1e6), max(faults, int64(used.Minflt))
	}
	// What a process had before it became levelc counts too.
	require.Greater(b, peak, ownPeak(b), "run the benchmark alone, for this process has taken more memory than levelc")
	b.ReportMetric(peak, "peak-MB")
	b.ReportMetric(float64(faults), "faults")
	b.ReportMetric(float64(info.Size())/1e6, "source-MB")
}

// mapOf is what maps of Tiled's consist of: the beginning, a thing with its number in it,
// and the end.
var mapOf = map[string][3]string{
	"objects": {`<objectgroup id="1" name="things">`, `
  <object id="%[1]d" name="thing %[1]d" type="crate" x="%[2]d" y="%[2]d.5" width="16" height="24">
   <properties>
    <property name="before" type="object" value="1"/>
    <property name="hits" type="int" value="%[2]d"/>
   </properties>
  </object>`, `</objectgroup>`},
	"tiles": {`<tileset firstgid="1" name="ground" tilewidth="16" tileheight="16">`, `
  <tile id="%[1]d" type="wall">
   <properties>
    <property name="cost" type="int" value="%[2]d"/>
    <property name="sound" value="step %[2]d"/>
   </properties>
   <objectgroup draworder="index" id="2">
    <object id="1" x="0" y="1.5" width="16" height="%[2]d"/>
    <object id="2" x="2" y="3"><polygon points="0,0 8,0 8,8"/></object>
   </objectgroup>
   <animation><frame tileid="%[1]d" duration="100"/><frame tileid="1" duration="100"/></animation>
  </tile>`, `</tileset>`},
}

// writeMap writes a map of Tiled's of about so many bytes.
func writeMap(b *testing.B, path, of string, size int64) {
	f, err := os.Create(path)
	require.NoError(b, err)
	out := bufio.NewWriter(f)
	n, _ := fmt.Fprint(out, `<map orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16">`, mapOf[of][0])
	for i, written := 1, int64(n); written < size; i++ {
		n, err = fmt.Fprintf(out, mapOf[of][1], i, i%100)
		require.NoError(b, err)
		written += int64(n)
	}
	fmt.Fprint(out, mapOf[of][2], "</map>\n")
	require.NoError(b, out.Flush())
	require.NoError(b, f.Close())
}

// writeCells writes a level of somebody's own whose layers have a million cells each, in
// one list or in rows.
func writeCells(b *testing.B, path string, rows bool, size int64) {
	f, err := os.Create(path)
	require.NoError(b, err)
	out := bufio.NewWriter(f)
	written, rng := int64(0), rand.New(rand.NewPCG(1, 1))
	put := func(format string, args ...any) {
		n, err := fmt.Fprintf(out, format, args...)
		require.NoError(b, err)
		written += int64(n)
	}
	between, ends := ",", [2]string{}
	if rows {
		between, ends = "],[", [2]string{"[", "]"}
	}
	put(`{"layers":[`)
	for i := 0; i == 0 || written < size; i++ {
		put(`%s{"type":"layer","name":"layer %d","cells":[%s`, strings.Repeat(",\n", min(i, 1)), i, ends[0])
		for k := range 1_000_000 {
			switch {
			case k == 0:
			case k%1000 == 0:
				put("%s", between)
			default:
				out.WriteByte(',')
			}
			out.Write(strconv.AppendInt(out.AvailableBuffer(), rng.Int64N(900), 10))
			written += 4
		}
		put("%s]}", ends[1])
	}
	put("]}\n")
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
