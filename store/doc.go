// Package store keeps the objects of a game: bulk data.
package store
