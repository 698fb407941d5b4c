package compile

// wants holds what the options ask for besides rows against the sink and the
// schema, and prepares for it.
func (c *compiler) wants(o Options) error {
	if len(o.ChunkBy) > 0 {
		of, err := c.plan.chunkKinds(o.ChunkBy)
		if err != nil {
			return err
		}
		c.chunks = &chunks{of: of, outside: true}
	}
	if (c.keep != nil || c.chunks != nil || o.Places) && c.extras == nil {
		return ErrSink
	}
	return nil
}
