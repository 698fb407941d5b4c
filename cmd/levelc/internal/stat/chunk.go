package stat

import (
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

// labels lists the chunks that have labels.
func (r *Report) labels(l *level.Level) {
	next := 0
	texts := make(map[uint32]string) // one for all chunks of a label
	for i, c := range l.Chunks {
		blocks := l.Blocks[next : next+int(c.Blocks)]
		next += int(c.Blocks)
		if c.Label == 0 {
			continue
		}
		text, ok := texts[c.Label]
		if !ok {
			text = terse.Clip(l.Text(c.Label), mostLabel)
			texts[c.Label] = text
		}
		one := Chunk{Chunk: i, Label: text, Nodes: int(c.Nodes), Blocks: len(blocks)}
		for k := range blocks {
			one.Raw += int64(blocks[k].Raw)
			one.Stored += int64(blocks[k].Stored)
		}
		r.Labels = append(r.Labels, one)
	}
}

// mostLabel is the most bytes of a label in a report: any number of chunks may have one
// that is as long as the file allows.
const mostLabel = 255

// mostLabels is how many chunks a text lists; JSON has all.
const mostLabels = 20

func (p *printer) labels(r *Report) {
	if len(r.Labels) == 0 {
		return
	}
	rows := [][]string{{"chunk", "label", "nodes", "in memory", "in the file"}}
	for _, c := range r.Labels[:min(mostLabels, len(r.Labels))] {
		rows = append(rows, []string{strconv.Itoa(c.Chunk), strconv.Quote(terse.Clip([]byte(c.Label), mostText)), terse.Grouped(int64(c.Nodes)), terse.Grouped(c.Raw), terse.Grouped(c.Stored)})
	}
	p.printf("\nchunks with labels\n")
	p.columns("rl", rows)
	if n := len(r.Labels) - mostLabels; n > 0 {
		p.printf("  and %s more\n", terse.Grouped(int64(n)))
	}
}
