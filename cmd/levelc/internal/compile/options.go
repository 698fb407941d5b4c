package compile

// wants holds what the options ask for besides rows against the sink.
func (c *compiler) wants(Options) error {
	if c.keep != nil && c.extras == nil {
		return ErrSink
	}
	return nil
}
