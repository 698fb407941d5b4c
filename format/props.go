package format

// Props is a msgpack map, read where it lies.
type Props []byte
