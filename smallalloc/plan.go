package smallalloc

// planWord is what Plan rounds slot counts to: whole words of bits, so that a
// plan wastes none and each class starts where a cache line does.
const planWord = 64

// Plan proposes the slots of each class from what was measured, in at most budget
// bytes, for Options.Classes. It gives a class its Demand and an eighth more, and
// as much again as TryAlloc refused, up to twice the demand, all of it rounded up to 64
// slots, which are one word of bits. If that exceeds the budget, every class gets the
// same share of the budget that it has of what was wanted. The source does the same: its
// most common size has almost half of the space. A budget of 0 or less is no limit.
//
// Classes that nobody asked for, or whose share is not one word of bits, are left
// out, and their requests go to the next larger class. The result is empty but not nil,
// which would stand for the default classes, if nothing was asked for or nothing fits.
//
// A class that was full tells how much more was wanted only if blocks of the Go heap
// took the place of its slots and were freed. So measure with plenty of slots, or
// measure again with the plan.
func (st Stats) Plan(budget int) []Class {
	wanted := []Class{}
	total := 0
	for _, k := range st.Classes {
		if n := k.wanted(); n > 0 {
			c := Class{Size: k.Size, Slots: n}
			wanted = append(wanted, c)
			total += c.bytes()
		}
	}
	if budget <= 0 || total <= budget {
		return wanted
	}
	plan := []Class{}
	left := budget
	for _, c := range wanted {
		word := Class{Size: c.Size, Slots: planWord}.bytes()
		share := float64(c.bytes()) * float64(budget) / float64(total)
		c.Slots = int(share) / word * planWord
		if c.Slots > 0 {
			plan = append(plan, c)
			left -= c.bytes()
		}
	}
	return spend(plan, wanted, left)
}

// wanted returns the slots a class needs, or 0 if nobody asked for it.
func (k ClassStats) wanted() int {
	if k.Demand == 0 {
		return 0
	}
	n := k.Demand + k.Demand/8
	if k.Refused > 0 {
		n += int(min(k.Refused, uint64(k.Demand)))
	}
	return (n + planWord - 1) / planWord * planWord
}

// spend adds a word of slots to one class after the other, as long as left lasts and no
// class has more than it wanted. Rounding down has left less than one such word for
// each class.
func spend(plan, wanted []Class, left int) []Class {
	want := make(map[int]int, len(wanted))
	for _, c := range wanted {
		want[c.Size] = c.Slots
	}
	for i := range plan {
		word := Class{Size: plan[i].Size, Slots: planWord}.bytes()
		if word <= left && plan[i].Slots < want[plan[i].Size] {
			plan[i].Slots += planWord
			left -= word
		}
	}
	return plan
}
