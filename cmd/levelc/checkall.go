package main

import (
	"context"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
)

// checkOne checks sources that are parts of one level.
func (b *builder) checkOne(ctx context.Context, targets []target, list *diag.List) (*diag.List, error) {
	if list.Count(diag.Error) > 0 {
		return list, nil
	}
	paths := make([]string, len(targets))
	for i, t := range targets {
		paths[i] = t.path
	}
	return b.oneLevel(ctx, paths, "")
}
