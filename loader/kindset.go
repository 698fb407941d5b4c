package loader

// kindSet is a bit for each store, of which there may be thousands.
type kindSet []uint64

func (k *kindSet) add(st int) {
	if st < 0 {
		return
	}
	for st>>6 >= len(*k) {
		*k = append(*k, 0)
	}
	(*k)[st>>6] |= 1 << (st & 63)
}

func (k kindSet) has(st int) bool { return st>>6 < len(k) && k[st>>6]>>(st&63)&1 != 0 }
