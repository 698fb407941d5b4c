package store

// unmap gives a mapping back. In guard mode its addresses stay taken for a
// while, so that late use faults.
func unmap(mem []byte) error {
	if !guarded {
		return mapFree(mem)
	}
	if err := mapForbid(mem); err != nil {
		return err
	}
	return detain(mem)
}
