package twentyfour

// classes puts the forms of one solution together. It maps a form to a lesser one of
// its class; the least form of a class, and one that is alone, are not in it.
type classes map[string]string

// join puts forms, at least one, into one class.
func (c classes) join(forms []string) {
	for _, f := range forms[1:] {
		if a, b := c.least(forms[0]), c.least(f); a != b {
			c[max(a, b)] = min(a, b)
		}
	}
}

// least returns the form that stands for all forms of its class.
func (c classes) least(form string) string {
	for {
		lesser, ok := c[form]
		if !ok {
			return form
		}
		form = lesser
	}
}
