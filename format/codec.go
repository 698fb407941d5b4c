package format

// decoder decodes blocks into memory that it reuses.
type decoder struct {
	buf []byte
}

func (d *decoder) decode(c Codec, b []byte, raw int) ([]byte, error) {
	return nil, ErrCodecMissing
}

func canEncode(c Codec) error {
	if c != CodecNone {
		return ErrCodecMissing
	}
	return nil
}

type encoder struct{}

func (e *encoder) encode(c Codec, to, b []byte) ([]byte, error) { return nil, ErrCodecMissing }
