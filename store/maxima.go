package store

// maxima is a list of numbers in which the first one that is large enough is found in
// logarithmic time.
//
// Invariants: the length of tree is twice a power of two; its upper half has the
// numbers, followed by zeros; each element below, except the first, is the larger of
// the two at twice its index.
type maxima struct {
	tree []uint32
	n    int
}

// numbers returns the list.
func (m *maxima) numbers() []uint32 { return m.tree[len(m.tree)/2:][:m.n] }

// first returns the place of the first number that is at least n. n is not 0.
func (m *maxima) first(n uint32) (int, bool) {
	t := m.tree
	if len(t) == 0 || t[1] < n {
		return 0, false
	}
	i := 1
	for i < len(t)/2 {
		if i *= 2; t[i] < n {
			i++
		}
	}
	return i - len(t)/2, true
}

// raise makes number k at least n.
func (m *maxima) raise(k int, n uint32) {
	t := m.tree
	for i := len(t)/2 + k; i > 0 && t[i] < n; i /= 2 {
		t[i] = n
	}
}

// set makes number k n.
func (m *maxima) set(k int, n uint32) {
	t := m.tree
	i := len(t)/2 + k
	for t[i] = n; i > 1; {
		i /= 2
		t[i] = max(t[2*i], t[2*i+1])
	}
}

// insert puts n in front of number k.
func (m *maxima) insert(k int, n uint32) {
	width := max(len(m.tree)/2, 1)
	from := k
	if m.n == width || m.tree == nil {
		wider := make([]uint32, 4*width)
		copy(wider[2*width:], m.tree[len(m.tree)/2:])
		m.tree, width, from = wider, 2*width, 0
	}
	numbers := m.tree[width:]
	copy(numbers[k+1:], numbers[k:m.n])
	numbers[k] = n
	m.n++
	m.build(from, m.n)
}

// remove removes number k.
func (m *maxima) remove(k int) {
	numbers := m.numbers()
	copy(numbers[k:], numbers[k+1:])
	m.n--
	numbers[m.n] = 0
	m.build(k, m.n+1)
}

// build computes everything below the numbers from lo up to hi, however many others there
// are or were.
func (m *maxima) build(lo, hi int) {
	t := m.tree
	for i, j := len(t)/2+lo, len(t)/2+hi-1; i > 1; {
		i, j = i/2, j/2
		for k := i; k <= j; k++ {
			t[k] = max(t[2*k], t[2*k+1])
		}
	}
}
