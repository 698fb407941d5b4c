package gen

// The words that levels are made of. A change here changes every generated
// level.
var (
	adjectives = []string{"quiet", "broken", "endless", "golden", "crooked", "rusty", "upper", "forgotten"}
	places     = []string{"Orchard", "Bridge", "Clock Tower", "Harbour", "Café Müller", "Attic", "Garden", "Mill"}
	layers     = []string{"front", "back", "props", "ground", "clockwork", "roof", "cellar"}
	things     = []string{
		"crate", "barrel", "plank", "branch", "apple-tree", "gear", "wheel", "lantern", "fence", "roof-tile",
		"ladder", "bell", "cart", "stone", "rope-end", "door", "shutter", "weathercock",
	}
	textures = []string{
		"props/wood-01.png", "props/wood-02.png", "props/iron.png", "ground/grass.png", "ground/stone.png",
		"tree/trunk.png", "tree/leaves.png", "house/brick.png", "house/shutter.png", "sky/puff.png",
	}
	sounds  = []string{"wood", "iron", "stone", "grass", "glass", "bell"}
	scripts = []string{
		"wake(\"%s\", %d)",
		"local b = body(\"%s\")\nif b:speed() < %d && not b.broken then\n  b:push(0, 12.5)\nend",
		"play(\"bell\") -- for %s\nwait(0.%d)\nplay(\"bell\")",
		"score(%[2]d); say(\"Äpfel > Birnen: %[1]s\")",
	}
)
