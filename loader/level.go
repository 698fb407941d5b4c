package loader

import "slices"

// Level is a level that has been loaded into a world's stores.
type Level struct {
	b   *Binding
	set *rangeSet // nil once unloaded
	img *image    // nil unless the binding keeps nodes or rows
}

// Unload removes the rows of the level from the stores. Its objects go and their
// handles die; all others stay. The memory is kept for the next level. Unload
// writes a few bytes per object and touches no row. A second Unload returns an error that
// wraps ErrUnloaded: it undoes one Load, so where there are two, the game has lost count
// of its levels. The Close of the Binding has removed the rows already: the first Unload
// after it returns nil. In a hook of OnNode, Unload blocks forever.
//
// Stores that levels are loaded into are cleared by unloading the levels, not by Clear:
// elements and strings have no generations, so Unload after a Clear frees those of a
// level that was loaded since.
func (l *Level) Unload() error {
	if l.set == nil {
		return &Error{Op: "unload", Err: errLevelUnloaded}
	}
	l.b.mu.Lock()
	defer l.b.mu.Unlock()
	nodes := l.Nodes()
	l.drop()
	l.b.opts.logUnload(nodes) // it is, even if the logger's handler panics
	return nil
}

// drop unloads a level that is loaded. The caller holds Binding.mu.
func (l *Level) drop() {
	l.b.release(l.set)
	l.set = nil
	if l.img != nil {
		l.img = nil
		if l.b.gone++; 2*l.b.gone > len(l.b.imaged) {
			l.b.dropUnloaded()
		}
	}
}

// dropUnloaded removes unloaded levels from imaged. Since that looks at each of them,
// Unload does it only when half of them are unloaded. The caller holds mu.
func (b *Binding) dropUnloaded() {
	b.imaged, b.gone = slices.DeleteFunc(b.imaged, func(l *Level) bool { return l.img == nil }), 0
}

// Nodes returns how many nodes the level has. It does not count nodes of kinds that the
// world does not have or that Skip skips, and counts those that the game has removed. After
// Unload it is 0.
func (l *Level) Nodes() int {
	n := 0
	if l.set == nil {
		return n
	}
	if l.img != nil {
		return len(l.img.nodes) // a reload may have changed them
	}
	for i := range l.set.nodes {
		n += int(l.set.nodes[i].Len)
	}
	return n
}
