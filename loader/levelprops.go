package loader

import (
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// Props returns the dynamic properties of one of the level's nodes: what its source has
// and its schema does not name, kept by levelc build --unknown=keep. The handle may be
// dead. Without properties the map is empty, and so it is for all nodes if the level was
// loaded without KeepNodes and Reloadable. It is read in place, and good until Unload
// and Reload.
//
// Props takes a binary search, or a pass over the properties of all nodes of the kind
// once a Reload has moved some of them. It does not allocate.
func (l *Level) Props(node store.AnyHandle) format.Props {
	k := int(node.Kind()) - 1
	if l.img == nil || k < 0 || k >= len(l.img.world.Tables) {
		return nil
	}
	row, ok := l.img.rowAt(k, node)
	if !ok {
		return nil
	}
	return l.img.propsOf(k, row)
}

// ElementProps returns the dynamic properties of element i of a span, as [Level.Props] does
// those of a node: what the source has in that element and the schema does not name. The span
// is one of a node of the level, or of another element, and in is the store with its elements,
// as in
//
//	loader.ElementProps(lvl, &w.Commands, page.Commands, i).Get("parameters")
//
// Without properties the map is empty, and so it is for an i that the span does not have.
// ElementProps looks through the level's tables for that of the elements; in it, it takes a
// binary search, or a pass over the properties of all its elements once the level has been
// reloaded. It does not allocate.
func ElementProps[T any](l *Level, in *store.Array[T], span store.Span[T], i int) format.Props {
	if uint64(i) >= uint64(span.Len()) {
		return nil
	}
	return l.propsAt(in, span.Start()+uint32(i))
}

// propsAt returns the properties of the element at a position of a store.
func (l *Level) propsAt(in store.Rows, at uint32) format.Props {
	if l.img == nil {
		return nil
	}
	for i := range l.img.has {
		t := &l.img.has[i]
		if l.b.stores[t.store] != in { // several tables may have one store
			continue
		}
		if row, ok := l.img.rowIn(t, at); ok {
			return l.img.propsOf(t.store, row)
		}
	}
	return nil
}

// Meta returns the metadata of the level's file, as File.Meta does. It is empty if the
// level was loaded without KeepNodes and Reloadable, and after Unload. It is read in
// place, and good until Unload and Reload.
func (l *Level) Meta() format.Props {
	if l.img == nil {
		return nil
	}
	return l.img.meta
}
