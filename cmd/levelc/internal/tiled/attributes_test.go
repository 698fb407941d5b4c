package tiled_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/loader/tiled"
)

// Every attribute of the editor's that a game may need arrives, and is no other's. All have
// values that they have not without being there.
func TestEveryAttributeArrives(t *testing.T) {
	b := build(t, write(t, "small.world", `{"maps":[{"fileName":"m.tmx","x":11,"y":12,"width":32,"height":16}],"onlyShowAdjacentMaps":true,"type":"world"}`,
		"m.tmx", `<map version="1.10" class="Field" orientation="hexagonal" renderorder="left-up" staggeraxis="x" staggerindex="even" width="2" height="1" tilewidth="16" tileheight="17" hexsidelength="7" infinite="1" backgroundcolor="#10203040" parallaxoriginx="1.5" parallaxoriginy="2.5" skewx="3.5" skewy="4.5">
 <tileset firstgid="3" source="set.tsx"/>
 <layer id="4" name="floor" class="Ground" width="2" height="1" opacity="0.25" visible="0" offsetx="5.5" offsety="6.5" parallaxx="7.5" parallaxy="8.5" tintcolor="#01020304" mode="multiply"><data encoding="csv"><chunk x="-2" y="-3" width="2" height="1">3,4</chunk></data></layer>
 <imagelayer id="5" name="sky" repeatx="1" repeaty="1"><image source="sky.png" trans="aabbcc" width="64" height="32"/></imagelayer>
 <objectgroup id="6" name="things" draworder="index" color="#0a0b0c">
  <object id="7" name="lid" type="Door" x="1.25" y="2.25" width="3.25" height="4.25" rotation="45" gid="3" visible="0" opacity="0.75"/>
  <object id="8" x="1" y="2"><text fontfamily="Serif" pixelsize="20" wrap="1" color="#0d0e0f" bold="1" italic="1" underline="1" strikeout="1" kerning="0" halign="right" valign="bottom">hello</text></object>
 </objectgroup>
</map>`, "set.tsx", `<tileset version="1.10" name="set" class="Tiles" tilewidth="16" tileheight="17" spacing="1" margin="2" tilecount="4" columns="2" objectalignment="center" tilerendersize="grid" fillmode="preserve-aspect-fit" backgroundcolor="#111213">
 <tileoffset x="21" y="22"/><grid orientation="isometric" width="23" height="24"/><transformations hflip="1" vflip="1" rotate="1" preferuntransformed="1"/>
 <image source="set.png" trans="ddeeff" width="34" height="36"/>
 <tile id="1" type="Wall" probability="0.5"><animation><frame tileid="2" duration="100"/></animation></tile>
 <wangsets><wangset name="w" class="Wang" type="mixed" tile="3"><wangcolor name="c" class="Color" color="#141516" tile="2" probability="0.125"><properties><property name="p" type="int" value="9"/></properties></wangcolor><wangtile tileid="0" wangid="1,0,1,0,0,0,0,1"/></wangset></wangsets>
</tileset>`), editor.Options{})
	require.Empty(t, b.messages)
	require.Equal(t, `<level>
<worldfile id="small" adjacent="true">
<tileset id="set" name="set" class="Tiles" tilewidth="16" tileheight="17" tilecount="4" columns="2" spacing="1" margin="2" image="set.png" imagewidth="34" imageheight="36" transparent="221 238 255 255" offsetx="21" offsety="22" gridorientation="isometric" gridwidth="23" gridheight="24" background="17 18 19 255" align="center" rendersize="grid" fillmode="preserve-aspect-fit" transformations=" hflip vflip rotate preferuntransformed">
<ref number="1" tile="set:1"/>
<tile id="set:1" number="1" class="Wall" x="0" y="0" width="0" height="0" probability="0.5">
<frame tile="2" duration="100"/>
</tile>
<wangset name="w" class="Wang" type="mixed" tile="3">
<color name="c" class="Color" color="20 21 22 255" tile="2" probability="0.125">
<property name="p" type="int" int="9"/>
</color>
<wangtile tile="0" colors="1 0 1 0 0 0 0 1"/>
</wangset>
</tileset>
<tilemap id="m" class="Field" orientation="hexagonal" renderorder="left-up" staggeraxis="x" staggerindex="even" width="2" height="1" tilewidth="16" tileheight="17" hexside="7" infinite="true" background="32 48 64 16" parallaxoriginx="1.5" parallaxoriginy="2.5" skewx="3.5" skewy="4.5" worldx="11" worldy="12">
<use firstgid="3" tileset="set"/>
<layer id="m/4" number="4" name="floor" class="Ground" type="tiles" blend="multiply" width="2" height="1" chunkwidth="2" chunkheight="1">
<own offsetx="5.5" offsety="6.5" opacity="0.25" parallaxx="7.5" parallaxy="8.5" tint="2 3 4 1" visible="false"/>
<total offsetx="5.5" offsety="6.5" opacity="0.25" parallaxx="7.5" parallaxy="8.5" tint="2 3 4 1" visible="false"/>
<chunkref x="-2" y="-3" chunk="m/4@-2,-3"/>
<chunk id="m/4@-2,-3" x="-2" y="-3" width="2" height="1" cells="3 4"/>
</layer>
<layer id="m/5" number="5" name="sky" type="image" image="sky.png" imagewidth="64" imageheight="32" transparent="170 187 204 255" repeatx="true" repeaty="true">
<own offsetx="0" offsety="0" opacity="1" parallaxx="1" parallaxy="1" tint="255 255 255 255" visible="true"/>
<total offsetx="0" offsety="0" opacity="1" parallaxx="1" parallaxy="1" tint="255 255 255 255" visible="true"/>
</layer>
<layer id="m/6" number="6" name="things" type="objects" draworder="index">
<own offsetx="0" offsety="0" opacity="1" parallaxx="1" parallaxy="1" tint="255 255 255 255" visible="true"/>
<total offsetx="0" offsety="0" opacity="1" parallaxx="1" parallaxy="1" tint="255 255 255 255" visible="true"/>
<object id="m#7" number="7" name="lid" class="Door" x="1.25" y="2.25" width="3.25" height="4.25" rotation="45" opacity="0.75" visible="false" gid="3" align="center" shape="tile"/>
<object id="m#8" number="8" x="1" y="2" width="0" height="0" rotation="0" opacity="1" visible="true" gid="0" align="topleft" shape="text">
<text font="Serif" pixelsize="20" color="13 14 15 255" halign="right" valign="bottom" wrap="true" bold="true" italic="true" underline="true" strikeout="true" kerning="false">hello</text>
</object>
</layer>
</tilemap>
</worldfile>
</level>
`, b.xml)
	var w tiled.World
	load(t, b, &w)
}

// Terrains have the names, the tiles and the properties of a wang set's colors.
func TestEveryAttributeOfATerrainArrives(t *testing.T) {
	b := build(t, write(t, "m.tmx", inMap(""), "set.tsx", set("", `<terraintypes><terrain name="grass" tile="2"><properties><property name="slow" type="bool" value="true"/></properties></terrain><terrain name="sand" tile="-1"/></terraintypes><tile id="3" terrain="0,1,,0"/>`)), editor.Options{})
	require.Empty(t, b.messages)
	require.Contains(t, b.xml, `<wangset name="Terrains" type="corner">
<color name="grass" tile="2">
<property name="slow" type="bool" bool="true"/>
</color>
<color name="sand" tile="-1"/>
<wangtile tile="3" colors="0 2 0 1 0 0 0 1"/>
`)
}
