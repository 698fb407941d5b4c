package main

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// The game's schema once more, as structs for encoding/xml and encoding/json:
// what a game would declare that reads its levels with the standard library.
// The benchmarks compare against these.

// list is numbers in one attribute.
type list []float64

func (l *list) UnmarshalText(b []byte) error {
	fields := strings.Fields(string(b))
	*l = make(list, len(fields))
	for i, f := range fields {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return err
		}
		(*l)[i] = v
	}
	return nil
}

type xmlScene struct {
	XMLName  xml.Name `xml:"scene"`
	Name     string   `xml:"name,attr"`
	Title    string   `xml:"title,attr"`
	Seed     uint64   `xml:"seed,attr"`
	Revision int64    `xml:"revision,attr"`
	Par      float32  `xml:"par,attr"`
	Stars    list     `xml:"stars,attr"`
	Weather  string   `xml:"weather,attr"`
	Tags     string   `xml:"tags,attr"`
	Opening  string   `xml:"opening,attr"`
	Bounds   struct {
		Min list `xml:"min,attr"`
		Max list `xml:"max,attr"`
	} `xml:"bounds"`
	Cameras []xmlCamera `xml:"camera"`
	xmlContent
}

type xmlContent struct {
	Groups   []xmlGroup   `xml:"group"`
	Bodies   []xmlBody    `xml:"body"`
	Joints   []xmlJoint   `xml:"joint"`
	Triggers []xmlTrigger `xml:"trigger"`
	Lights   []xmlLight   `xml:"light"`
	Lamps    []xmlLight   `xml:"lamp"`
	Pickups  []xmlPickup  `xml:"pickup"`
}

type xmlGroup struct {
	Name     string `xml:"name,attr"`
	Depth    int16  `xml:"depth,attr"`
	Parallax list   `xml:"parallax,attr"`
	xmlContent
}

type xmlBody struct {
	Name     string  `xml:"name,attr"`
	Pos      list    `xml:"pos,attr"`
	Rot      float32 `xml:"rot,attr"`
	Motion   string  `xml:"motion,attr"`
	Flags    string  `xml:"flags,attr"`
	Damping  list    `xml:"damping,attr"`
	Material struct {
		Density  float32 `xml:"density,attr"`
		Friction float32 `xml:"friction,attr"`
		Sound    string  `xml:"sound,attr"`
	} `xml:"material"`
	Shapes []xmlShape `xml:"shape"`
}

type xmlShape struct {
	Form     string  `xml:"form,attr"`
	Size     list    `xml:"size,attr"`
	Radius   float32 `xml:"radius,attr"`
	Offset   list    `xml:"offset,attr"`
	Color    list    `xml:"color,attr"`
	Texture  string  `xml:"texture,attr"`
	Vertices []struct {
		X float32 `xml:"x,attr"`
		Y float32 `xml:"y,attr"`
	} `xml:"vertex"`
}

type xmlJoint struct {
	Name    string  `xml:"name,attr"`
	Form    string  `xml:"form,attr"`
	A       string  `xml:"a,attr"`
	B       string  `xml:"b,attr"`
	AnchorA list    `xml:"anchor-a,attr"`
	AnchorB list    `xml:"anchor-b,attr"`
	Limits  list    `xml:"limits,attr"`
	Rate    float32 `xml:"rate,attr"`
	Ratio   float32 `xml:"ratio,attr"`
	Breaks  float64 `xml:"breaks,attr"`
}

type xmlCamera struct {
	Name   string  `xml:"name,attr"`
	Pos    list    `xml:"pos,attr"`
	Zoom   float32 `xml:"zoom,attr"`
	Follow string  `xml:"follow,attr"`
	Stops  []struct {
		At   list    `xml:"at,attr"`
		Time float32 `xml:"time,attr"`
		Ease string  `xml:"ease,attr"`
	} `xml:"stop"`
}

type xmlTrigger struct {
	Name   string  `xml:"name,attr"`
	On     string  `xml:"on,attr"`
	Once   bool    `xml:"once,attr"`
	Area   list    `xml:"area,attr"`
	Delay  float32 `xml:"delay,attr"`
	Target string  `xml:"target,attr"`
	Wakes  string  `xml:"wakes,attr"`
	Script string  `xml:",chardata"`
}

type xmlLight struct {
	Name    string  `xml:"name,attr"`
	Pos     list    `xml:"pos,attr"`
	Color   list    `xml:"color,attr"`
	Reach   float32 `xml:"reach,attr"`
	Shadows bool    `xml:"shadows,attr"`
	Casts   string  `xml:"casts,attr"`
}

type xmlPickup struct {
	Number uint32 `xml:"number,attr"`
	Kind   string `xml:"kind,attr"`
	Points int32  `xml:"points,attr"`
	Pos    list   `xml:"pos,attr"`
	Hangs  string `xml:"hangs,attr"`
}

// nodes counts the nodes of a scene.
func (s *xmlScene) nodes() int { return 1 + len(s.Cameras) + s.xmlContent.nodes() }

func (c *xmlContent) nodes() int {
	n := len(c.Groups) + len(c.Bodies) + len(c.Joints) + len(c.Triggers) + len(c.Lights) + len(c.Lamps) + len(c.Pickups)
	for i := range c.Groups {
		n += c.Groups[i].xmlContent.nodes()
	}
	for i := range c.Bodies {
		n += len(c.Bodies[i].Shapes)
	}
	return n
}

// jsonNode is any node of a level in JSON: the nodes of a list are of several
// kinds, so a struct for encoding/json has the fields of all.
type jsonNode struct {
	Type, Name, Title, Weather, Opening, Motion, Form, Texture, Follow, On, Target, Script, Kind, Hangs, A, B string
	Seed                                                                                                      uint64
	Revision                                                                                                  int64
	Number                                                                                                    uint32
	Points                                                                                                    int32
	Depth                                                                                                     int16
	Once, Shadows                                                                                             bool
	Par, Rot, Radius, Zoom, Rate, Ratio, Delay, Reach                                                         float32
	Breaks                                                                                                    float64
	Stars, Parallax, Pos, Damping, Size, Offset, Limits, AnchorA, AnchorB, Area                               []float32
	Color                                                                                                     []uint16
	Tags, Flags, Wakes, Casts                                                                                 []string
	Bounds                                                                                                    struct{ Min, Max []float32 }
	Material                                                                                                  struct {
		Density, Friction float32
		Sound             string
	}
	Vertices []struct{ X, Y float32 }
	Path     []struct {
		At   []float32
		Time float32
		Ease string
	}
	Shapes   []jsonNode
	Body     []jsonNode
	Children []jsonNode
}

// nodes counts a node and those in it.
func (n *jsonNode) nodes() int {
	count := 1
	for _, list := range [][]jsonNode{n.Shapes, n.Body, n.Children} {
		for i := range list {
			count += list[i].nodes()
		}
	}
	return count
}
