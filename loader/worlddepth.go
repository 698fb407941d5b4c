package loader

// worldDepths turns the depths of a file's nodes into those in the world, where the
// children of a node of a kind that the world lacks take its place. By depth in the file,
// it is the depth that a child gets in the world.
type worldDepths [256]uint8

// next returns the depth of the next node in document order. in says whether the world
// has it.
func (w *worldDepths) next(depth uint8, in bool) int {
	d := uint8(0)
	if depth > 0 {
		d = w[depth-1]
	}
	w[depth] = d
	if in {
		w[depth] = d + 1
	}
	return int(d)
}
