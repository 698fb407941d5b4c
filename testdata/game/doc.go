// Package game is the data of a side-scrolling physics game for phones, of the
// sort that was made in 2012: an old lady on roller skates chases a thief
// through orchards, bridges and clock towers. Its types are what such a game
// would keep in memory while it runs; they are at the same time the schema of
// the levels in testdata/levels and of those that testdata/gen makes.
//
// A level is one [Scene]. In it stand [Group] nodes, in those [Body] nodes with
// their [Shape] nodes, and around them joints, cameras, triggers, lights and
// pickups:
//
//	<scene name="orchard" title="The Orchard">
//	  <group name="front">
//	    <body name="swing" pos="12.5 3" motion="dynamic">
//	      <shape form="polygon">
//	        <vertex x="-1" y="0"/> <vertex x="1" y="0"/> <vertex x="0" y="0.2"/>
//	      </shape>
//	    </body>
//	  </group>
//	  <joint form="rope" a="swing" b="branch"/>
//	</scene>
//
// Its fields use the features of level tags that levels in XML and in JSON share: ids,
// references, parents, texts, defaults, enums, flags, earlier names. What objects of JSON
// with keys that are data need (any, map and key), symbols in a span, and floats that are
// not finite are left to tests with types of their own: this game's levels, their sums and
// their sizes are the same in every release. Every record is free of pointers: strings are
// [store.Str], links are handles, lists are spans.
package game
