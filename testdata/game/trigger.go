package game

import "github.com/levelc/levelc/store"

// Event is what sets a trigger off.
type Event uint8

const (
	Enter Event = iota
	Leave
	Touch
	Timer
)

// Trigger runs a script.
type Trigger struct {
	Name    store.Str                      `level:"name,id"`
	Group   store.Handle[Group]            `level:",parent"`
	On      Event                          `level:"on,enum=enter|leave|touch|timer"`
	Once    bool                           `level:"once,default=true"`
	Count   uint8                          `level:"count,default=1"`
	Area    [4]float32                     `level:"area"` // left, bottom, right, top
	Delay   float32                        `level:"delay"`
	Target  store.AnyHandle                `level:"target,ref=body|light|joint|camera|trigger"`
	Wakes   store.Span[store.Handle[Body]] `level:"wakes"`
	Script  store.Str                      `level:"script,text,json=script"`
	Fired   uint32                         `level:"-"`
	Elapsed float32                        `level:"-"`
}

// Light is a lamp or the sun.
type Light struct {
	Name    store.Str  `level:"name,id"`
	Pos     [3]float32 `level:"pos,required"`
	Color   Color      `level:"color,default=255 244 214 255"`
	Reach   float32    `level:"reach,default=10"`
	Flicker uint8      `level:"flicker"`
	Shadows bool       `level:"shadows"`
	Casts   LightMask  `level:"casts,flags=ground|props|actors|sky,default=ground props actors"`
}

// LightMask is what a light falls on.
type LightMask uint32

const (
	OnGround LightMask = 1 << iota
	OnProps
	OnActors
	OnSky
)

// Pickup is something to collect. Pickups are known by a number.
type Pickup struct {
	Number uint32             `level:"number,id"`
	Kind   PickupKind         `level:"kind,enum=apple|coin|gem|key"`
	Points int32              `level:"points,default=10"`
	Pos    Vec2               `level:"pos,required"`
	Hangs  store.Handle[Body] `level:"hangs,ref"` // on this body, where it hangs on one
}

// PickupKind is what a pickup is.
type PickupKind uint32

const (
	Apple PickupKind = iota
	Coin
	Gem
	Key
)
