package compile

// fault is what is wrong with the text of a value, or fine. Its message is made only
// when it is needed (see wording.go).
type fault uint8

const (
	fine       fault = iota
	notNumber        // no number at all
	notWhole         // a fraction for an integer
	outOfRange       // beyond what the type holds
	notBool          // neither true nor false
	noSymbol         // none of the enum's or flags' names
	wrongKind        // a JSON string for a number, and so on
	emptyItem        // a list with a comma too many
	wrongCount       // a list of the wrong length
	noColour         // begins like #rrggbb, but is not a colour
)
