// Package tiled reads maps of the editor Tiled, and what they refer to, and writes them
// again as a level of the types in loader/tiled.
package tiled
