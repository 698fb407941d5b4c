package tiled

import (
	"cmp"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// checkOverlap reports chunks of a layer that have cells in common. The editor never writes
// them, and which of the cells count would depend on the order in which a game goes through
// the chunks.
func (r *reader) checkOverlap(list []region) {
	seen := make(map[[2]int64]int, len(list))
	for i := range list {
		g := &list[i]
		if first, again := seen[[2]int64{g.x, g.y}]; again {
			r.ErrorfBecause(g.node.Place(), editor.Cause{At: list[first].node.Place(), Says: "the first one"}, "", "two chunks of a layer lie at %d,%d", g.x, g.y)
			continue
		}
		seen[[2]int64{g.x, g.y}] = i
	}
	if w, _ := grid(list); w > 0 {
		return // each is in a cell of its own
	}
	order := make([]int, 0, len(seen))
	for _, i := range seen {
		order = append(order, i)
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(list[i].y, list[j].y), cmp.Compare(list[i].x, list[j].x))
	})
	// A line goes down over the layer. Of the chunks that it has met, row has those that no
	// later one has taken the place of, ordered by x. Two of them never have columns in common.
	var row []int
	for _, i := range order {
		g := &list[i]
		from, _ := slices.BinarySearchFunc(row, g.x, func(j int, x int64) int { return cmp.Compare(list[j].x+list[j].w, x+1) })
		to := from
		for ; to < len(row) && list[row[to]].x < g.x+g.w; to++ {
			if o := &list[row[to]]; o.y+o.h > g.y {
				r.ErrorfBecause(g.node.Place(), editor.Cause{At: o.node.Place(), Says: "the other one"}, saveAgain, "the chunk at %d,%d overlaps the one at %d,%d", g.x, g.y, o.x, o.y)
				break
			}
		}
		if to == len(row) || list[row[to]].x >= g.x+g.w { // none of them reaches down to it
			row = slices.Replace(row, from, to, i)
		}
	}
}
