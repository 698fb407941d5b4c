package infer

// WithLook returns options by which kinds are guessed when so many bytes of the sources
// were seen, or, if it is negative, are found by reading them again.
func WithLook(o Options, look int64) Options {
	o.look = look
	return o
}
