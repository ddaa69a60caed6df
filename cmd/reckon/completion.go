package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run prints a script that completes command lines of reckon in a shell.
func (k completionCmd) Run(c console, ctx *kong.Context) error {
	steps := listSteps(ctx.Model.Node, "")
	script := ""
	switch k.Shell {
	case "bash":
		script = "# For bash: reckon completion bash > ~/.local/share/bash-completion/completions/reckon\n" + bashScript(steps)
	case "zsh":
		script = "#compdef reckon\n# For zsh, in ~/.zshrc after compinit: source <(reckon completion zsh)\n" +
			"autoload -U +X bashcompinit && bashcompinit\n" + bashScript(steps)
	case "fish":
		script = "# For fish: reckon completion fish > ~/.config/fish/completions/reckon.fish\n" + fishScript(steps)
	}
	_, err := fmt.Fprint(c.out, script)
	return err
}

// A step is what can follow the words of a command, such as "ratings rebuild".
type step struct {
	// words are the words of the command; empty: none is typed yet.
	words    string
	commands []*kong.Node
	// choices are the values of its argument, if there are only these.
	choices []string
	flags   []*kong.Flag
}

// next returns the words that can follow, other than flags.
func (s step) next() string {
	names := slices.Clone(s.choices)
	for _, command := range s.commands {
		names = append(names, command.Name)
	}
	return strings.Join(names, " ")
}

func (s step) flagNames() string {
	var names []string
	for _, flag := range s.flags {
		names = append(names, "--"+flag.Name)
	}
	return strings.Join(names, " ")
}

// listSteps returns the step behind a command and those behind the commands below it.
func listSteps(node *kong.Node, words string) []step {
	here := step{words: words}
	for _, flags := range node.AllFlags(true) {
		for _, flag := range flags {
			isSetting := flag.Group != nil && flag.Group.Key == "settings"
			takesSettings := words == "" || node.Tag.Has("settings")
			if takesSettings || !isSetting {
				here.flags = append(here.flags, flag)
			}
		}
	}
	for _, argument := range node.Positional {
		if argument.Enum != "" {
			here.choices = append(here.choices, argument.EnumSlice()...)
		}
	}
	var below []step
	for _, command := range node.Children {
		here.commands = append(here.commands, command)
		below = append(below, listSteps(command, strings.TrimSpace(words+" "+command.Name))...)
	}
	return append([]step{here}, below...)
}

// bashScript returns what completes commands and flags in bash. Anything else is completed as the name of a file.
func bashScript(steps []step) string {
	var known, commands strings.Builder
	// Many commands have the same flags, those of the settings.
	sameFlags := map[string][]string{}
	for _, s := range steps {
		at := strings.TrimRight(" "+s.words, " ")
		if s.words != "" {
			fmt.Fprintf(&known, "\t\t%q) at=%q ;;\n", at, at)
		}
		if s.next() != "" {
			fmt.Fprintf(&commands, "\t%q) commands=%q ;;\n", at, s.next())
		}
		names := s.flagNames()
		sameFlags[names] = append(sameFlags[names], strconv.Quote(at))
	}
	var flags strings.Builder
	for _, names := range slices.Sorted(maps.Keys(sameFlags)) {
		fmt.Fprintf(&flags, "\t%s) flags=%q ;;\n", strings.Join(sameFlags[names], " | "), names)
	}
	return `_reckon() {
	local at='' word flags='' commands=''
	for word in "${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
		case "$at $word" in
` + known.String() + `		esac
	done
	word=${COMP_WORDS[COMP_CWORD]}
	case "$at" in
` + flags.String() + `	esac
	case "$at" in
` + commands.String() + `	esac
	case "$word" in
	-*) commands=$flags ;;
	esac
	COMPREPLY=($(compgen -W "$commands" -- "$word"))
}
complete -o default -F _reckon reckon
`
}

// fishScript returns what completes commands and flags in fish.
func fishScript(steps []step) string {
	var known []string
	var lines strings.Builder
	for _, s := range steps {
		if s.words != "" {
			known = append(known, fishQuoted(s.words))
		}
		at := fishQuoted(strings.TrimSpace("__reckon_at " + s.words))
		for _, command := range s.commands {
			fmt.Fprintf(&lines, "complete -c reckon -n %s -f -a %s -d %s\n", at, command.Name, fishQuoted(firstSentence(command.Help)))
		}
		for _, choice := range s.choices {
			fmt.Fprintf(&lines, "complete -c reckon -n %s -f -a %s\n", at, choice)
		}
		for _, flag := range s.flags {
			value := " -r"
			if flag.IsBool() {
				value = ""
			}
			fmt.Fprintf(&lines, "complete -c reckon -n %s -l %s%s -d %s\n", at, flag.Name, value, fishQuoted(firstSentence(flag.Help)))
		}
	}
	return `function __reckon_at
	set -l at
	for word in (commandline -opc)[2..]
		if contains -- (string join -- ' ' $at $word) ` + strings.Join(known, " ") + `
			set at $at $word
		end
	end
	test "$at" = "$argv"
end
` + lines.String()
}

// fishQuoted returns a text in the quotes of fish.
func fishQuoted(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
}

func firstSentence(text string) string {
	first, _, _ := strings.Cut(text, ". ")
	return strings.TrimSuffix(first, ".")
}
