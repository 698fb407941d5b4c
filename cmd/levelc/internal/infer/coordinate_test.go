package infer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The numbers of what is used together get one type, however small each is.
func TestCoordinatesGetOneType(t *testing.T) {
	for _, names := range [][]string{
		{"x", "y"}, {"y", "h"}, {"width", "height"}, {"min", "max"}, {"lon", "lat"}, {"lng", "lat"}, {"left", "bottom"}, {"near", "far"},
		{"scaleX", "scaleY"}, {"scalex", "scaley"}, {"offset_x", "offset_y"}, {"frameWidth", "frameHeight"}, {"tilewidth", "tileheight"},
		{"minx", "maxy"}, {"minX", "maxX"}, {"MinLat", "MaxLon"}, {"minlat", "maxlon"}, {"minimum", "maximum"}, {"xMin", "yMax"},
		{"lowerLimit", "upperLimit"}, {"fog_start", "fog_end"}, {"x1", "y2"}, {"x1", "x2"}, {"colorR", "colorB"}, {"Ωx", "Ωy"},
	} {
		r := from(t, fmt.Sprintf(`<s><p %[1]s="1" %[2]s="-2.5"/><p %[1]s="2" %[2]s="0"/></s>`, names[0], names[1]))
		require.Equal(t, "f32 f32", column(t, r, "p", names[0])+" "+column(t, r, "p", names[1]), "%s", names)
	}
	for _, names := range [][]string{
		{"x", "u"}, {"x0", "y"}, {"scaleX", "offsetY"}, {"a1", "b12x"}, {"index", "vertex"}, {"minutes", "seconds"}, {"hour", "minx"}, {"count", "total"},
		{"tileWidth", "mapHeight"}, {"width1", "count2"}, {"box", "toy"}, {"latency", "longevity"}, {"end", "width"},
	} {
		r := from(t, fmt.Sprintf(`<s><p %[1]s="1" %[2]s="-2.5"/><p %[1]s="2" %[2]s="0"/></s>`, names[0], names[1]))
		require.Equal(t, "u8 f32", column(t, r, "p", names[0])+" "+column(t, r, "p", names[1]), "%s", names)
	}
}

// A corner of a rectangle that happens to be an integer has no other type than the rest.
func TestARectangleHasOneType(t *testing.T) {
	r := from(t, `{"frames": [{"rect": {"x": 1, "y": 2, "w": 300, "h": 20.5}, "bounds": {"minX": -1, "minY": 0, "maxX": 70000, "maxY": 3}}]}`)
	require.Equal(t, 4, strings.Count(shape(r), " f32"), shape(r))
	require.Equal(t, 4, strings.Count(shape(r), " i32"), shape(r))
}
