package corpus_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/store"
)

// gltfWorld takes the scene of a glTF file, which refers to nodes, meshes and accessors by
// their places in its lists.
type gltfWorld struct {
	Files      store.Bulk[gltfFile]     `level:"gltf,json=."`
	Scenes     store.Bulk[gltfScene]    `level:"scenes"`
	Nodes      store.Bulk[gltfNode]     `level:"node,json=nodes"`
	Meshes     store.Bulk[gltfMesh]     `level:"mesh,json=meshes"`
	Accessors  store.Bulk[gltfAccessor] `level:"accessor,json=accessors"`
	Primitives store.Array[gltfPrimitive]
	Links      store.Array[store.Handle[gltfNode]]
	Strings    store.Strings
}

type gltfFile struct {
	Asset struct {
		Version store.Str `level:"version"`
	} `level:"asset"`
	Scene store.Handle[gltfScene] `level:"scene"`
}

type gltfScene struct {
	Index uint32                             `level:"index,id,index"`
	Nodes store.Span[store.Handle[gltfNode]] `level:"nodes"`
}

type gltfNode struct {
	Index       uint32                             `level:"index,id,index"`
	Name        store.Str                          `level:"name"`
	Mesh        store.Handle[gltfMesh]             `level:"mesh"`
	Translation [3]float32                         `level:"translation"`
	Children    store.Span[store.Handle[gltfNode]] `level:"children"`
}

type gltfMesh struct {
	Index      uint32                    `level:"index,id,index"`
	Primitives store.Span[gltfPrimitive] `level:"primitives"`
}

type gltfPrimitive struct {
	Attributes struct {
		Position store.Handle[gltfAccessor] `level:"POSITION"`
		Normal   store.Handle[gltfAccessor] `level:"NORMAL"`
	} `level:"attributes"`
	Indices store.Handle[gltfAccessor] `level:"indices"`
}

type gltfAccessor struct {
	Index         uint32 `level:"index,id,index"`
	BufferView    uint32 `level:"bufferView"`
	ComponentType uint32 `level:"componentType"`
	Count         uint32 `level:"count"`
	Type          uint8  `level:"type,enum=SCALAR|VEC2|VEC3"`
}

func TestTheSceneOfAGLTF(t *testing.T) {
	var w gltfWorld
	loadWritten(t, &w, `{
		"asset": {"version": "2.0"}, "scene": 0,
		"scenes": [{"nodes": [0, 2]}],
		"nodes": [{"name": "root", "children": [1]}, {"name": "arm", "mesh": 1, "translation": [0, 1.5, 0]}, {"name": "lamp"}],
		"meshes": [
			{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1}, "indices": 2}]},
			{"primitives": [{"attributes": {"POSITION": 0}, "indices": 2}, {"attributes": {"POSITION": 1}}]}],
		"accessors": [
			{"bufferView": 0, "componentType": 5126, "count": 24, "type": "VEC3"},
			{"bufferView": 1, "componentType": 5126, "count": 12, "type": "VEC3"},
			{"bufferView": 2, "componentType": 5123, "count": 36, "type": "SCALAR"}]}`)
	name := func(h store.Handle[gltfNode]) string {
		n, ok := w.Nodes.Get(h)
		require.True(t, ok)
		return w.Strings.Get(n.Name)
	}
	require.Equal(t, 1, w.Files.Len())
	for _, f := range w.Files.All() {
		scene, ok := w.Scenes.Get(f.Scene)
		require.True(t, ok)
		roots := w.Links.Slice(scene.Nodes)
		require.Len(t, roots, 2)
		require.Equal(t, "lamp", name(roots[1]))
		root, _ := w.Nodes.Get(roots[0])
		require.True(t, root.Mesh.IsNil())
		arm, _ := w.Nodes.Get(w.Links.Slice(root.Children)[0])
		require.Equal(t, "arm", w.Strings.Get(arm.Name))
		mesh, ok := w.Meshes.Get(arm.Mesh)
		require.True(t, ok)
		require.EqualValues(t, 1, mesh.Index)
		parts := w.Primitives.Slice(mesh.Primitives)
		require.Len(t, parts, 2)
		second, ok := w.Accessors.Get(parts[1].Attributes.Position)
		require.True(t, ok)
		require.EqualValues(t, 12, second.Count)
		require.True(t, parts[1].Indices.IsNil())
	}
}
