package loader

// kin is a node's place in the tree; -1 means none.
type kin struct{ up, first, last, next int32 }

var alone = kin{-1, -1, -1, -1}
