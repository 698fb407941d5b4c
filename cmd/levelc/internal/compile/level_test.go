package compile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// Each level stands here twice, and both must come to the same rows.
func TestXMLAndJSONGiveTheSameRows(t *testing.T) {
	tests := []struct{ name, xml, json, want string }{
		{
			"attributes and members",
			`<scene name="s" gravity="1 -2.5"><body name="b" pos="1,2" motion="dynamic" health="127" flags="sleeping|sensor"/></scene>`,
			`{"type":"scene","name":"s","gravity":[1,-2.5],"bodies":[{"name":"b","pos":[1,2],"motion":"dynamic","health":127,"flags":["sleeping","sensor"]}]}`,
			`0 scene/0, 1 body/0
scene 0: name="s" gravity=1,-2.5 tags=#0 music="none.ogg"
body 0: name="b" group=nil pos=1,2 motion=dynamic health=127 flags=5 material.density=1 material.sound=""`,
		},
		{
			"child elements, components and nested structs",
			`<scene><body><pos x="3"><y> 4 </y></pos><material><density>2</density><sound>` + "\n" + ` a b` + "\n" + `</sound></material></body></scene>`,
			`{"type":"scene","bodies":[{"material":{"noise":"a b","density":2},"pos":{"y":4,"x":3}}]}`,
			`0 scene/0, 1 body/0
scene 0: name="" gravity=0,-9.81 tags=#0 music="none.ogg"
body 0: name="" group=nil pos=3,4 motion=static health=-1 flags=0 material.density=2 material.sound="a b"`,
		},
		{
			"a component alone keeps the default of the others",
			`<scene><gravity x="7"/></scene>`,
			`{"type":"scene","gravity":{"x":7}}`,
			`0 scene/0
scene 0: name="" gravity=7,-9.81 tags=#0 music="none.ogg"`,
		},
		{
			"null and an empty object are as good as nothing",
			`<scene><gravity/></scene>`,
			`{"type":"scene","gravity":{},"music":null,"children":[]}`,
			`0 scene/0
scene 0: name="" gravity=0,-9.81 tags=#0 music="none.ogg"`,
		},
		{
			"a wrapper around the nodes",
			`<level xmlns:xsi="x" xsi:schema="y"><group name="g"/><group visible="1"><group/></group></level>`,
			`{"$schema":"y","none":null,"group":[],"a":[{"type":"group","name":"g"},{"type":"group","visible":true,"group":{}}]}`,
			`0 group/0, 0 group/0, 1 group/0
group 0: name="g" parent=nil visible=0
group 1: name="" parent=nil visible=1
group 2: name="" parent=group:1 visible=0`,
		},
		{
			"parents are the nearest enclosing of their kinds",
			`<scene name="s"><group name="a"><group name="b"><body pos="0 0"><group name="c"/></body></group></group><body pos="1 1"/></scene>`,
			`{"type":"scene","name":"s","x":[{"type":"group","name":"a","group":[{"name":"b","bodies":{"pos":[0,0],"group":{"name":"c"}}}]},{"type":"body","pos":[1,1]}]}`,
			`0 scene/0, 1 group/0, 2 group/0, 3 body/0, 4 group/0, 1 body/0
scene 0: name="s" gravity=0,-9.81 tags=#0 music="none.ogg"
group 0: name="a" parent=scene:0 visible=0
group 1: name="b" parent=group:0 visible=0
group 2: name="c" parent=group:1 visible=0
body 0: name="" group=group:1 pos=0,0 motion=static health=-1 flags=0 material.density=1 material.sound=""
body 1: name="" group=nil pos=1,1 motion=static health=-1 flags=0 material.density=1 material.sound=""`,
		},
		{
			"references forward, backward, to numbers and to any kind",
			`<scene><joint a="late" both="late,early"/><body name="early" pos="0 0"/><joint a="early" b=""/><zone target="7"/><trigger target="early"/>
			<body name="late" pos="0 0"/><pickup number="7" next="007"/><pickup number="8" next="7"/></scene>`,
			`{"type":"scene","n":[{"type":"joint","a":"late","both":["late","early"]},{"type":"body","name":"early","pos":[0,0]},{"type":"joint","a":"early","b":null},
			{"type":"zone","target":7},{"type":"trigger","target":"early"},{"type":"body","name":"late","pos":[0,0]},{"type":"pickup","number":7,"next":7},{"type":"pickup","next":"7","number":8}]}`,
			`0 scene/0, 1 joint/0, 1 body/0, 1 joint/0, 1 trigger/1, 1 trigger/0, 1 body/0, 1 pickup/0, 1 pickup/0
scene 0: name="" gravity=0,-9.81 tags=#0 music="none.ogg"
body 0: name="early" group=nil pos=0,0 motion=static health=-1 flags=0 material.density=1 material.sound=""
body 1: name="late" group=nil pos=0,0 motion=static health=-1 flags=0 material.density=1 material.sound=""
joint 0: a=body:1 b=nil both=body:1,body:0 breaks=1e+09
joint 1: a=body:0 b=nil both=nil,nil breaks=1e+09
trigger 0: name="" target=pickup:0 wakes=#0 script=""
trigger 1: name="" target=body:0 wakes=#0 script=""
pickup 0: number=7 next=pickup:0 points=0
pickup 1: number=8 next=pickup:0 points=0`,
		},
		{
			"spans of values",
			`<scene><tags>one word</tags><tags>two` + "\n" + `</tags><body name="b" pos="0 0"><shape weights="1 2,3"/><shape><weights>4 5</weights><weights/><weights>6</weights></shape></body>
			<trigger wakes="b b"/><trigger><wakes>b</wakes></trigger></scene>`,
			`{"type":"scene","tags":["one word","two"],"bodies":{"name":"b","pos":[0,0],"shape":[{"weights":[1,2,3]},{"weights":[4,5,6]}]},
			"trigger":[{"wakes":["b","b"]},{"wakes":[{"text":"b"}]}]}`,
			`0 scene/0, 1 body/0, 2 shape/0, 2 shape/0, 1 trigger/0, 1 trigger/0
scene 0: name="" gravity=0,-9.81 tags=#2 music="none.ogg"
body 0: name="b" group=nil pos=0,0 motion=static health=-1 flags=0 material.density=1 material.sound=""
shape 0: body=body:0 vertex=#0 weights=#3 part=#0 mask=0
shape 1: body=body:0 vertex=#0 weights=#3 part=#0 mask=0
trigger 0: name="" target=nil wakes=#2 script=""
trigger 1: name="" target=nil wakes=#1 script=""
scene.tags 0<0: value="one word"
scene.tags 1<0: value="two"
shape.weights 0<0: value=1
shape.weights 1<0: value=2
shape.weights 2<0: value=3
shape.weights 3<1: value=4
shape.weights 4<1: value=5
shape.weights 5<1: value=6
trigger.wakes 0<0: value=body:0
trigger.wakes 1<0: value=body:0
trigger.wakes 2<1: value=body:0`,
		},
		{
			"spans of structs, one by one and as lists",
			`<body pos="0 0"><shape><vertex x="1" y="2"/><vertex><y>4</y><x>3</x></vertex></shape><shape vertex="1,2 3,4"/><shape><vertex>1 2 3 4</vertex></shape></body>`,
			`{"type":"body","pos":[0,0],"shape":[{"vertices":[{"x":1,"y":2},{"x":3,"y":4}]},{"vertices":[[1,2],[3,4]]},{"vertices":[1,2,3,4]}]}`,
			`0 body/0, 1 shape/0, 1 shape/0, 1 shape/0
body 0: name="" group=nil pos=0,0 motion=static health=-1 flags=0 material.density=1 material.sound=""
shape 0: body=body:0 vertex=#2 weights=#0 part=#0 mask=0
shape 1: body=body:0 vertex=#2 weights=#0 part=#0 mask=0
shape 2: body=body:0 vertex=#2 weights=#0 part=#0 mask=0
shape.vertex 0<0: x=1 y=2
shape.vertex 1<0: x=3 y=4
shape.vertex 2<1: x=1 y=2
shape.vertex 3<1: x=3 y=4
shape.vertex 4<2: x=1 y=2
shape.vertex 5<2: x=3 y=4`,
		},
		{
			"spans inside spans",
			`<body name="b" pos="0 0"><shape><part name="p" body="c"><hole r="1"><at x="1" y="2"/></hole><hole at="3 4" r="2"/></part><part hole="5 6 7  8 9 10"><at>1 2</at></part></shape></body><!---->`,
			`{"type":"body","name":"b","pos":[0,0],"shape":{"part":[{"hole":[{"at":{"x":1,"y":2},"r":1},{"r":2,"at":[3,4]}],"body":"c","name":"p"},{"at":[1,2],"hole":[[[5,6],7],[8,9,10]]}]}}`,
			``,
		},
		{
			"a list of nothing beside lists",
			`<body pos="0 0"><shape><part hole=""/><part hole="1 2 3"/><part/></shape></body>`,
			`{"type":"body","pos":[0,0],"shape":{"part":[{"hole":[]},{"hole":[1,2,3]},{}]}}`,
			`0 body/0, 1 shape/0
body 0: name="" group=nil pos=0,0 motion=static health=-1 flags=0 material.density=1 material.sound=""
shape 0: body=body:0 vertex=#0 weights=#0 part=#3 mask=0
shape.part 0<0: name="" body=nil hole=#0 at=0,0
shape.part 1<0: name="" body=nil hole=#1 at=0,0
shape.part 2<0: name="" body=nil hole=#0 at=0,0
shape.part.hole 0<1: at=1,2 r=3`,
		},
		{
			"text",
			"<trigger name='t'> say(\n 'hi') <![CDATA[<&>]]> </trigger>",
			`{"type":"trigger","code":" say(\n 'hi') <&> ","name":"t"}`,
			`0 trigger/0
trigger 0: name="t" target=nil wakes=#0 script=" say(\n 'hi') <&> "`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.want == "" {
				x, j := compileAll(t, gameSchema(), UnknownError, test.xml), compileAll(t, gameSchema(), UnknownError, test.json)
				require.Len(t, x.problems, 1)
				require.Len(t, j.problems, 1)
				require.Equal(t, x.dump(), j.dump())
				require.Contains(t, x.dump(), `shape.part 0<0: name="p" body=nil hole=#2 at=0,0
shape.part 1<0: name="" body=nil hole=#2 at=1,2
shape.part.hole 0<0: at=1,2 r=1
shape.part.hole 1<0: at=3,4 r=2
shape.part.hole 2<1: at=5,6 r=7
shape.part.hole 3<1: at=8,9 r=10`)
				return
			}
			require.Equal(t, test.want, strings.TrimSpace(level(t, test.xml)))
			require.Equal(t, test.want, strings.TrimSpace(level(t, test.json)))
		})
	}
}

// As of numbers and strings, each of several references has its own default.
func TestAReferenceAloneKeepsTheDefaultOfTheOthers(t *testing.T) {
	ends := ref("ends", "post")
	ends.Count, ends.Attr.Components = 3, []string{"from", "to", "by"}
	s := &format.Schema{Tables: []format.Table{
		makeTable("post", format.ClassNode, role(fld("id", format.TypeStr), format.RoleID)),
		makeTable("rope", format.ClassNode, def(ends, "p q |")),
	}}
	for _, text := range []string{
		`<w><rope/><rope><ends to="p"/></rope><rope><ends from="q" by="q"/></rope><rope><ends from="" by="p"/></rope><rope ends="q q q"/><post id="p"/><post id="q"/></w>`,
		`[{"type":"rope"},{"type":"rope","ends":{"to":"p"}},{"type":"rope","ends":{"from":"q","by":"q"}},{"type":"rope","ends":{"from":"","by":"p"}},
		{"type":"rope","ends":["q","q","q"]},{"type":"post","id":"p"},{"type":"post","id":"q"}]`,
	} {
		out := compileAll(t, s, UnknownError, text)
		require.Empty(t, out.problems)
		_, rows, _ := strings.Cut(out.dump(), "rope 0: ")
		require.Equal(t, `ends=post:0,post:1,nil
rope 1: ends=post:0,post:0,nil
rope 2: ends=post:1,post:1,post:1
rope 3: ends=post:0,post:1,post:0
rope 4: ends=post:1,post:1,post:1
`, rows)
	}
}
