package web

import (
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// vendorLicences has the licences of what the page has from others.
//
//go:embed page/vendor/*.LICENSE
var vendorLicences embed.FS

// serveLicences serves the licences of what the page has from others. They must come with it, and the page itself
// leaves them out to be short.
func serveLicences(w http.ResponseWriter, _ *http.Request) {
	files, err := fs.Glob(vendorLicences, "page/vendor/*")
	if err != nil {
		refuse(w, busy)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	for _, file := range files {
		text, err := vendorLicences.ReadFile(file)
		if err != nil {
			refuse(w, busy)
			return
		}
		name := strings.TrimSuffix(path.Base(file), ".LICENSE")
		fmt.Fprintf(w, "== %s ==\n\n%s\n\n", name, strings.Trim(string(text), "\n"))
	}
}
