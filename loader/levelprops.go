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

// Meta returns the metadata of the level's file, as File.Meta does. It is empty if the
// level was loaded without KeepNodes and Reloadable, and after Unload. It is read in
// place, and good until Unload and Reload.
func (l *Level) Meta() format.Props {
	if l.img == nil {
		return nil
	}
	return l.img.meta
}
