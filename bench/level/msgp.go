package level

//go:generate go run github.com/tinylib/msgp -file . -io=false -tests=false -o msgp_gen.go

// Structs are arrays in MessagePack, without the names of their fields: the
// quickest that msgp can do.

//msgp:tuple Level AnyRef Scene Group Body Shape Vertex Joint Camera Waypoint Trigger Light Pickup Vec2
