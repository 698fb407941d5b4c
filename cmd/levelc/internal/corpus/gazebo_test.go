package corpus_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/store"
)

// gazeboWorld is the part of an SDF world that a game would take: models with
// their links, what these look like and collide with, and the joints.
type gazeboWorld struct {
	Worlds     store.Bulk[gazeboNamed] `level:"world"`
	Models     store.Bulk[gazeboModel] `level:"model"`
	Links      store.Bulk[gazeboLink]  `level:"link"`
	Visuals    store.Bulk[gazeboPiece] `level:"visual"`
	Collisions store.Bulk[gazeboSolid] `level:"collision"`
	Joints     store.Bulk[gazeboJoint] `level:"joint"`
	Strings    store.Strings
}

type gazeboPose struct{ X, Y, Z, Roll, Pitch, Yaw float64 }

type gazeboNamed struct {
	Name store.Str `level:"name,id"`
}

type gazeboModel struct {
	Name store.Str `level:"name,id"`
	_    uint32
	Pose gazeboPose `level:"pose"`
}

type gazeboLink struct {
	Name      store.Str                 `level:"name,id"`
	Model     store.Handle[gazeboModel] `level:",parent,required"`
	Kinematic bool                      `level:"kinematic"`
	_         [3]byte
	Pose      gazeboPose     `level:"pose"`
	Inertial  gazeboInertial `level:"inertial"`
}

type gazeboInertial struct {
	Mass    float64    `level:"mass,default=1"`
	Pose    gazeboPose `level:"pose"`
	Inertia struct {
		XX float64 `level:"ixx,default=1"`
		YY float64 `level:"iyy,default=1"`
		ZZ float64 `level:"izz,default=1"`
	} `level:"inertia"`
}

type gazeboGeometry struct {
	Box struct {
		Size [3]float64 `level:"size"`
	} `level:"box"`
}

type gazeboPiece struct {
	Name     store.Str                `level:"name"`
	Link     store.Handle[gazeboLink] `level:",parent,required"`
	_        uint32
	Pose     gazeboPose     `level:"pose"`
	Geometry gazeboGeometry `level:"geometry"`
	Material struct {
		Ambient  [4]float32 `level:"ambient"`
		Diffuse  [4]float32 `level:"diffuse"`
		Specular [4]float32 `level:"specular"`
	} `level:"material"`
}

type gazeboSolid struct {
	Name     store.Str                `level:"name"`
	Link     store.Handle[gazeboLink] `level:",parent,required"`
	_        uint32
	Pose     gazeboPose     `level:"pose"`
	Geometry gazeboGeometry `level:"geometry"`
}

type gazeboJoint struct {
	Name   store.Str                `level:"name,id"`
	Parent store.Str                `level:"parent,required"` // a link, or "world", which is no node
	Child  store.Handle[gazeboLink] `level:"child,ref,required"`
	Type   gazeboJointType          `level:"type,enum=fixed|revolute|prismatic|ball,required"`
	_      [7]byte
	Axis   struct {
		XYZ   [3]float64 `level:"xyz"`
		Limit struct {
			Lower    float64 `level:"lower"`
			Upper    float64 `level:"upper"`
			Effort   float64 `level:"effort,default=-1"`
			Velocity float64 `level:"velocity,default=-1"`
		} `level:"limit"`
	} `level:"axis"`
}

type gazeboJointType uint8

func TestCorpusGazebo(t *testing.T) {
	file := corpusFile(t, "gz-sim/test/worlds/elevator.sdf")
	var w gazeboWorld
	level := load(t, &w, file)
	root := readXML(t, file)

	count := 0
	for kind, n := range map[string]int{
		"world": w.Worlds.Len(), "model": w.Models.Len(), "link": w.Links.Len(),
		"visual": w.Visuals.Len(), "collision": w.Collisions.Len(), "joint": w.Joints.Len(),
	} {
		require.Equal(t, len(root.all(kind)), n, kind)
		count += n
	}
	require.Equal(t, count, level.Nodes())
	linkName := func(h store.Handle[gazeboLink]) string { return w.Strings.Get(get(t, &w.Links, h).Name) }

	i, links := 0, root.all("link")
	for _, l := range w.Links.All() {
		e := links[i]
		require.Equal(t, e.attr("name"), w.Strings.Get(l.Name))
		require.Equal(t, e.parent.attr("name"), w.Strings.Get(get(t, &w.Models, l.Model).Name))
		require.Equal(t, e.path("pose").floats(6), poseList(l.Pose))
		require.Equal(t, e.path("kinematic").text() == "true", l.Kinematic)
		require.Equal(t, e.path("inertial", "mass").number(1), l.Inertial.Mass)
		require.Equal(t, e.path("inertial", "pose").floats(6), poseList(l.Inertial.Pose))
		require.Equal(t, e.path("inertial", "inertia", "iyy").number(1), l.Inertial.Inertia.YY)
		i++
	}
	i = 0
	visuals := root.all("visual")
	for _, v := range w.Visuals.All() {
		e := visuals[i]
		require.Equal(t, e.attr("name"), w.Strings.Get(v.Name))
		require.Equal(t, e.parent.attr("name"), linkName(v.Link))
		require.Equal(t, e.path("pose").floats(6), poseList(v.Pose))
		require.Equal(t, e.path("geometry", "box", "size").floats(3), v.Geometry.Box.Size[:])
		for j, f := range e.path("material", "diffuse").floats(4) {
			require.Equal(t, float32(f), v.Material.Diffuse[j])
		}
		i++
	}
	i = 0
	collisions := root.all("collision")
	for _, c := range w.Collisions.All() {
		e := collisions[i]
		require.Equal(t, e.attr("name"), w.Strings.Get(c.Name))
		require.Equal(t, e.parent.attr("name"), linkName(c.Link))
		require.Equal(t, e.path("geometry", "box", "size").floats(3), c.Geometry.Box.Size[:])
		i++
	}
	i = 0
	joints := root.all("joint")
	for _, j := range w.Joints.All() {
		e := joints[i]
		require.Equal(t, e.attr("name"), w.Strings.Get(j.Name))
		require.Equal(t, e.attr("type"), []string{"fixed", "revolute", "prismatic", "ball"}[j.Type])
		require.Equal(t, e.path("parent").text(), w.Strings.Get(j.Parent))
		require.Equal(t, e.path("child").text(), linkName(j.Child))
		require.Equal(t, e.path("axis", "xyz").floats(3), j.Axis.XYZ[:])
		require.Equal(t, e.path("axis", "limit", "upper").number(0), j.Axis.Limit.Upper)
		require.Equal(t, e.path("axis", "limit", "effort").number(-1), j.Axis.Limit.Effort)
		i++
	}
	counted(t, "gazebo", 1)
}

func poseList(p gazeboPose) []float64 { return []float64{p.X, p.Y, p.Z, p.Roll, p.Pitch, p.Yaw} }
