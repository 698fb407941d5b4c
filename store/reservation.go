package store

import (
	"cmp"
	"fmt"
	"math"
	"os"
)

const (
	blockBytes = 16 << 10
	slabBytes  = 2 << 20
	hugeBytes  = 2 << 20
	cacheLine  = 64

	// A reservation takes no more address space than this for the rows of one store. So
	// the budget has room for 700 to 1,000 stores without a limit of their own.
	reserveBytes = 64 << 30

	// Committing grows a store by an eighth, within these bounds: a system call costs
	// about a microsecond, and unused committed memory counts against the system's
	// limit even before it is touched.
	commitLeast = 64 << 10
	commitMost  = 2 << 20

	// So many bytes get their pages in one call when a store grows row by row. That is
	// a third cheaper than a fault for each page, and still only some 20 microseconds
	// for whoever inserts the row.
	prepareBytes = 64 << 10

	// A range of so many bytes, behind so many others, may begin a huge page that
	// others fill. If none do, it takes a quarter too much at most, as append does.
	followLeast = 64 << 10
	followFront = 4 * hugeBytes
)

// reservation is a stretch of address space whose front is committed.
//
// Invariants: the first ready bytes of mem may be touched, the rest must not; ready is a
// multiple of the page size, or the length of mem. usable >= ready and usable >= paged.
type reservation struct {
	all   tract // as the system gave it
	mem   tract // from the first boundary of a huge page on
	ready int
	warm  int // bytes at the front that were touched, or are about to be
	huge  int // the end of what is advised to be huge pages
	files []fileRange

	// Bytes at the front that the system has made usable, and those that had pages when
	// this came from the shelf. Whatever was not ready yet is zero.
	usable, paged int

	small bool // begins with a page, and doubles up to commitLeast
}

// reserve takes n bytes of address space.
func reserve(n int) (r reservation, err error) {
	n = roundUp(n, os.Getpagesize())
	if _, ok := shelved.take(want{&r, n}); ok {
		return r, nil
	}
	return reserveNew(n)
}

// reserveNew takes n bytes of address space, whole pages, from the system.
func reserveNew(n int) (r reservation, err error) {
	slack := 0
	if n >= hugeBytes {
		slack = hugeBytes
	}
	err = addresses.take(n + slack)
	var all []byte
	if err == nil {
		all, err = system.reserve(n + slack)
		if err != nil {
			shelved.giveWay() // it has address space too
			all, err = system.reserve(n + slack)
		}
		if err != nil {
			addresses.giveBack(n + slack)
		}
	}
	if err != nil {
		return r, fmt.Errorf("%w: reserving %d bytes: %w", ErrMemory, n, err)
	}
	if slack > 0 {
		slack = int(-addressOf(all) & (hugeBytes - 1))
	}
	return reservation{all: tractOf(all), mem: tractOf(all[slack : slack+n])}, nil
}

// want is one of several reservations that are taken together.
type want struct {
	r *reservation
	n int
}

// reserveParts takes the address space of several reservations in one piece, which is
// given back in one: most of the cost of a small store is system calls. It returns the
// piece. On systems that cannot do that it returns nil, and each part has its own.
func reserveParts(parts ...want) (tract, error) {
	if !canJoin {
		for _, p := range parts {
			var err error
			if *p.r, err = reserve(p.n); err != nil {
				return tract{}, err
			}
		}
		return tract{}, nil
	}
	total := 0
	for _, p := range parts {
		n := roundUp(p.n, hugeBytes)
		if n < p.n || total > math.MaxInt-hugeBytes-n {
			return tract{}, fmt.Errorf("%w: no address space for %d bytes and more", ErrMemory, p.n)
		}
		total += n
	}
	for i := range parts {
		parts[i].n = roundUp(parts[i].n, os.Getpagesize())
	}
	if all, ok := shelved.take(parts...); ok {
		return all, nil
	}
	whole, err := reserveNew(total)
	if err != nil {
		return tract{}, err
	}
	at := 0
	for _, p := range parts {
		*p.r = reservation{mem: tractOf(whole.bytes(at, at+p.n))}
		at += roundUp(p.n, hugeBytes)
	}
	return whole.all, nil
}

// taken reports whether there is a reservation.
func (r *reservation) taken() bool { return !r.mem.isNil() }

// size returns the length of the reservation.
func (r *reservation) size() int { return r.mem.n }

// bytes returns the bytes from lo to hi, which may be touched as far as they are
// committed.
func (r *reservation) bytes(lo, hi int) []byte { return r.mem.all()[lo:hi] }

// commit makes the first n bytes usable.
func (r *reservation) commit(n int) error { return r.commitBy(n, min(r.ready/8, commitMost)) }

// commitBy is commit, but makes step bytes more usable than are now, if the system
// allows it.
func (r *reservation) commitBy(n, step int) error {
	if n <= r.ready {
		return nil
	}
	if n > r.size() {
		return fmt.Errorf("%w: %d bytes in a reservation of %d", ErrFull, n, r.size())
	}
	page := os.Getpagesize()
	least := min(roundUp(n, page), r.size())
	more := commitLeast
	if r.small {
		more = min(more, max(r.ready, page))
	}
	to := max(least, roundUp(r.ready+max(step, more), page))
	if n <= r.huge {
		to = roundUp(to, hugeBytes) // only a page that is usable as a whole can be a huge one
	}
	to = min(to, r.size())
	err := r.makeUsable(to)
	if err != nil && to > least {
		to = least
		err = r.makeUsable(to)
	}
	if err != nil {
		return fmt.Errorf("%w: committing %d bytes: %w", ErrMemory, to-r.ready, err)
	}
	r.ready = to
	return nil
}

func (r *reservation) makeUsable(to int) error {
	if to <= r.usable {
		return nil
	}
	mem := r.bytes(r.usable, to)
	err := system.commit(mem)
	if err != nil && shelved.giveWay() { // which counted against the same limit
		err = system.commit(mem)
	}
	if err != nil {
		return err
	}
	r.usable = to
	return nil
}

// commitBulk makes the bytes from lo to hi usable, which are about to be filled. A
// system call holds up everyone who waits for a page, so it makes few: it doubles what
// is usable, and gets small pages together.
func (r *reservation) commitBulk(lo, hi int) error {
	r.expect(lo, hi)
	r.follow(lo, hi, followLeast, followFront)
	page := os.Getpagesize()
	fresh := max(lo&^(page-1), roundUp(r.warm, page), r.huge, r.paged)
	if err := r.commitBy(hi, min(r.ready, max(r.huge-r.ready, commitMost))); err != nil {
		return err
	}
	r.warm = max(r.warm, hi)
	if hi-fresh > page { // and no more than one huge page
		mapPopulate(r.bytes(fresh, roundUp(hi, page)))
	}
	return nil
}

// expect tells the system that the bytes from lo to hi are about to be filled, piece by
// piece or at once. If 2 MiB or more of them were not touched before, they are backed
// by huge pages, from the first touch of each. So only callers that fill that much wait
// for one. The last huge page may be filled by half.
func (r *reservation) expect(lo, hi int) {
	if lo = max(lo, r.warm, r.paged); hi-lo < hugeBytes {
		return
	}
	lo, hi = lo&^(hugeBytes-1), min(hi+hugeBytes/2, r.size())&^(hugeBytes-1)
	mapHuge(r.bytes(lo, hi))
	r.huge = max(r.huge, hi)
}

// follow backs by a huge page what the bytes from lo to hi, at least least, begin of it
// behind the first front bytes, if everything before them is in use: ranges that follow
// one another are one bulk range that comes in pieces. The last huge page may be filled
// by little.
func (r *reservation) follow(lo, hi, least, front int) {
	next := roundUp(max(r.warm, r.huge), hugeBytes)
	if lo > r.warm || hi-lo < least || next < front || hi <= next || next+hugeBytes > r.size() {
		return
	}
	if r.commitBy(next+hugeBytes, 0) != nil {
		return
	}
	if from := max(r.warm&^(os.Getpagesize()-1), r.paged); from < next {
		mapPopulate(r.bytes(from, next))
	}
	mapHuge(r.bytes(next, next+hugeBytes))
	r.huge = next + hugeBytes
}

// prepare has the system provide pages from n on in one call, as far as they are
// committed, instead of a fault for each. A store that has just one page takes pages as
// they come.
func (r *reservation) prepare(n int) {
	if n < r.warm || n < prepareBytes {
		return
	}
	from := max(n&^(prepareBytes-1), r.warm&^(os.Getpagesize()-1))
	to := min(from+prepareBytes, r.ready)
	if from < to {
		if from = max(from, r.paged); from < to {
			mapPopulate(r.bytes(from, to))
		}
		r.warm = to
	}
}

// touched says that the first n bytes are in use, of which prepare sees only what is
// behind its first step. It is for a reservation that is about to be closed.
func (r *reservation) touched(n int) {
	r.warm = max(r.warm, min(n, prepareBytes, r.ready))
}

// discard gives the whole pages between lo and hi back to the system and
// returns how many bytes they were.
func (r *reservation) discard(lo, hi int) (int, error) {
	if hi = min(hi, r.ready); lo >= hi {
		return 0, nil
	}
	return discardPages(r.bytes(lo, hi))
}

// discardPages gives the whole pages of mem back.
func discardPages(mem []byte) (int, error) {
	page := os.Getpagesize()
	at := int(addressOf(mem) & uintptr(page-1))
	lo := roundUp(at, page) - at
	hi := (at+len(mem))&^(page-1) - at
	if lo >= hi {
		return 0, nil
	}
	if err := system.discard(mem[lo:hi]); err != nil {
		return 0, fmt.Errorf("store: giving %d bytes back: %w", hi-lo, err)
	}
	return hi - lo, nil
}

func (r *reservation) close() error {
	gone := *r
	*r = reservation{}
	defer mappings.giveBack(len(gone.files)) // after they went
	if gone.all.isNil() {
		return nil
	}
	return unreserve(gone.all, &gone)
}

// unreserve gives back what the system gave for a reservation, or for the parts that
// were taken together.
func unreserve(all tract, parts ...*reservation) error {
	if shelved.put(all, parts...) {
		addresses.giveBack(all.n)
		return nil
	}
	err := unmap(all.all())
	if err == nil {
		addresses.giveBack(all.n)
	}
	return err
}

// slabs hands out blocks from mappings of 2 MiB, or of all that the store may need, in
// ascending addresses. Blocks that are mapped one by one would come in descending ones,
// against which the processor does not prefetch.
type slabs struct {
	all  []tract
	rest tract // of the last slab
	warm int   // bytes at the front of rest that have their pages
	most int   // bytes that the store may need, if that is less than a slab; otherwise 0
}

// slabsMost returns what most is for blocks of mask+1 rows: the limit's, and one more.
func slabsMost(limit, mask uint32, size int) int {
	block := uint64(mask) + 1
	blocks := (uint64(limit) + block) / block // limit+1 rows, rounded up
	if blocks*block >= slabBytes/uint64(size) {
		return 0
	}
	return int(blocks) * roundUp(int(block)*size, 8)
}

// carve returns n bytes, aligned to 8. A block larger than a slab gets a slab
// of its own.
func (s *slabs) carve(n int) ([]byte, error) {
	n = roundUp(n, 8)
	if n > s.rest.n {
		size := slabBytes
		if s.most > 0 {
			size = s.most
		}
		size = roundUp(max(n, size), os.Getpagesize())
		mem, err := system.slab(size)
		if err != nil && shelved.giveWay() {
			mem, err = system.slab(size)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: mapping %d bytes: %w", ErrMemory, size, err)
		}
		s.rest, s.warm = tractOf(mem), 0
		s.all = append(s.all, s.rest)
	}
	s.prepare(n)
	rest := s.rest.all()
	s.rest = tractOf(rest[n:])
	s.warm = max(s.warm-n, 0)
	return rest[:n:n], nil
}

// prepare is reservation.prepare for the next n bytes.
func (s *slabs) prepare(n int) {
	slab := s.all[len(s.all)-1]
	at := slab.n - s.rest.n
	if n <= s.warm || n > prepareBytes || len(s.all) == 1 && at < prepareBytes {
		return
	}
	from, to := (at+s.warm)&^(os.Getpagesize()-1), min(at+prepareBytes, slab.n)
	mapPopulate(slab.all()[from:to])
	s.warm = to - at
}

// size returns the number of bytes in all slabs.
func (s *slabs) size() (n int) {
	for _, slab := range s.all {
		n += slab.n
	}
	return n
}

func (s *slabs) close() error {
	var err error
	for _, slab := range s.all {
		err = cmp.Or(err, unmap(slab.all()))
	}
	*s = slabs{}
	return err
}

// roundUp rounds n up to a multiple of to, a power of two.
func roundUp(n, to int) int { return (n + to - 1) &^ (to - 1) }
