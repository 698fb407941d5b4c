package manual_test

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/manual"
)

func ExampleMarkdown() {
	cmd := &cobra.Command{Use: "greet NAME", Short: "say hello", Long: "greet says hello to NAME.", Run: func(*cobra.Command, []string) {}}
	fmt.Printf("%s", manual.Markdown(manual.Pages(cmd)[0]))
	// Output:
	// # greet
	//
	// Say hello.
	//
	// ```
	// greet NAME
	// ```
	//
	// greet says hello to NAME.
}
