package output

import "time"

// patience is how much longer files are waited for that other programs hold, which
// matters on Windows only.
type patience time.Duration

const fullPatience = patience(2 * time.Second)

// wait sleeps for d, or for what is left. It returns false if nothing is.
func (p *patience) wait(d time.Duration) bool {
	if *p <= 0 {
		return false
	}
	d = min(d, time.Duration(*p))
	*p -= patience(d)
	time.Sleep(d)
	return true
}
