//go:build !amd64 && !arm64

package bench

// sonicPeer says why there is no sonic.
func sonicPeer() (peer Peer, missing string) {
	return Peer{}, "sonic does not compile for this machine"
}
