package bench

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sizes are those of the levels' XML.
var sizes = []string{"500KB", "5MB", "50MB"}

// BenchmarkLoad loads levels by levelc and by its peers. Its ns/node is the load
// alone, where ns/op has the unloading too.
func BenchmarkLoad(b *testing.B) {
	peers, missing := Peers()
	for _, why := range missing {
		b.Log(why)
	}
	names := []string{"levelc", "levelc-unload", "levelc-bytes", "levelc-new", "levelc-cold"}
	for _, peer := range peers {
		names = append(names, peer.Name)
	}
	for _, name := range names {
		for _, size := range sizes {
			if testing.Short() && size != "500KB" {
				continue
			}
			b.Run("peer="+name+"/size="+size, func(b *testing.B) { benchmark(b, name, size) })
		}
	}
}

func benchmark(b *testing.B, name, size string) {
	list := subjects(b, size, func(n string) bool { return n == name })
	require.Len(b, list, 1)
	s := list[0]
	s.once(b) // levelc's stores are warm, the peers' plans are made
	var took time.Duration
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for b.Loop() {
		took += s.once(b)
	}
	runtime.ReadMemStats(&after)
	loads := float64(b.N) * float64(s.nodes)
	b.ReportMetric(float64(took.Nanoseconds())/loads, "ns/node")
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/loads, "allocs/node")
	b.ReportMetric(float64(s.file), "file-bytes")
}
