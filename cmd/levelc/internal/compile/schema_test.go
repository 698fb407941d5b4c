package compile

import (
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/format"
)

// The schema that most tests use: a small physics game.

// makeTable makes a table, with what most fields have alike left out.
func makeTable(name string, class format.Class, fields ...format.Field) format.Table {
	t := format.Table{Name: name, Class: class}
	if class == format.ClassNode {
		t.Attr.Names = []string{name}
	}
	for _, f := range fields {
		f.Count = max(f.Count, 1)
		if f.Attr.Source == "" && f.Attr.Role != format.RoleParent {
			f.Attr.Source = strings.ReplaceAll(f.Name, ".", "/")
		}
		t.Fields = append(t.Fields, f)
	}
	randlevel.Lay(&t)
	return t
}

func with(f format.Field, change func(*format.Field)) format.Field { change(&f); return f }

func fld(name string, t format.Type) format.Field { return format.Field{Name: name, Type: t} }

func vec(name string, t format.Type, components string) format.Field {
	f := format.Field{Name: name, Type: t, Count: uint32(len(components))}
	f.Attr.Components = strings.Split(components, "")
	return f
}

func def(f format.Field, v string) format.Field {
	f.Attr.HasDefault, f.Attr.Default = true, v
	return f
}

func need(f format.Field) format.Field { f.Attr.Required = true; return f }

func role(f format.Field, r format.Role) format.Field { f.Attr.Role = r; return f }

func json(f format.Field, key string) format.Field { f.Attr.JSON = key; return f }

func ref(name, target string) format.Field {
	return format.Field{Name: name, Type: format.TypeRef, Target: target}
}

func span(name, target string) format.Field {
	return format.Field{Name: name, Type: format.TypeSpan, Target: target}
}

func symbols(f format.Field, names ...string) format.Field { f.Symbols = names; return f }

func gameSchema() *format.Schema {
	node, array := format.ClassNode, format.ClassArray
	s := &format.Schema{Tables: []format.Table{
		makeTable("scene", node,
			role(fld("name", format.TypeStr), format.RoleID),
			def(vec("gravity", format.TypeF32, "xy"), "0 -9.81"),
			span("tags", "scene.tags"),
			def(fld("music", format.TypeStr), "none.ogg"),
		),
		makeTable("group", node,
			role(fld("name", format.TypeStr), format.RoleID),
			role(symbols(fld("parent", format.TypeAnyRef), "scene", "group"), format.RoleParent),
			fld("visible", format.TypeBool),
		),
		makeTable("body", node,
			role(fld("name", format.TypeStr), format.RoleID),
			role(ref("group", "group"), format.RoleParent),
			need(vec("pos", format.TypeF32, "xy")),
			symbols(fld("motion", format.TypeEnum8), "static", "dynamic", "kinematic"),
			def(fld("health", format.TypeI8), "-1"),
			symbols(fld("flags", format.TypeFlags16), "sleeping", "bullet", "sensor"),
			def(fld("material.density", format.TypeF32), "1"),
			json(with(fld("material.sound", format.TypeStr), func(f *format.Field) { f.Attr.Source = "material/sound" }), "material/noise"),
		),
		makeTable("shape", node,
			need(role(ref("body", "body"), format.RoleParent)),
			json(span("vertex", "shape.vertex"), "vertices"),
			span("weights", "shape.weights"),
			span("part", "shape.part"),
			fld("mask", format.TypeU16),
		),
		makeTable("joint", node,
			need(ref("a", "body")),
			ref("b", "body"),
			with(ref("both", "body"), func(f *format.Field) { f.Count = 2 }),
			def(fld("breaks", format.TypeF64), "1e9"),
		),
		makeTable("trigger", node,
			role(fld("name", format.TypeStr), format.RoleID),
			symbols(fld("target", format.TypeAnyRef), "body", "group", "pickup"),
			span("wakes", "trigger.wakes"),
			json(role(fld("script", format.TypeStr), format.RoleText), "code"),
		),
		makeTable("pickup", node,
			role(fld("number", format.TypeU32), format.RoleID),
			ref("next", "pickup"),
			fld("points", format.TypeI64),
		),
		makeTable("scene.tags", array, role(fld("value", format.TypeStr), format.RoleText)),
		makeTable("shape.vertex", array, need(fld("x", format.TypeF32)), need(fld("y", format.TypeF32))),
		makeTable("shape.weights", array, role(fld("value", format.TypeF32), format.RoleText)),
		makeTable("shape.part", array, fld("name", format.TypeStr), ref("body", "body"), span("hole", "shape.part.hole"), vec("at", format.TypeI32, "xy")),
		makeTable("shape.part.hole", array, vec("at", format.TypeF32, "xy"), fld("r", format.TypeF32)),
		makeTable("trigger.wakes", array, role(ref("value", "body"), format.RoleText)),
	}}
	for i := range s.Tables {
		switch t := &s.Tables[i]; t.Name {
		case "body":
			t.Attr.JSON = "bodies"
		case "trigger":
			t.Attr.Names = []string{"trigger", "zone"}
		}
	}
	return s
}
