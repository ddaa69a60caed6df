package main

import (
	"errors"
	"fmt"

	"reckon/storage/dbtest"
)

// emptyDatabase makes a database on a PostgreSQL server that ends with this program,
// and returns its URL.
func emptyDatabase() (url string, drop func() error, err error) {
	o := &occasion{}
	defer func() {
		if failed := recover(); failed != nil {
			err = fmt.Errorf("PostgreSQL: %v", failed)
		}
	}()
	url = dbtest.Empty(o)
	return url, o.end, nil
}

// An occasion is what a database is made for.
type occasion struct {
	cleanups []func()
	errs     []error
}

func (o *occasion) Helper()           {}
func (o *occasion) Fatal(args ...any) { panic(fmt.Sprint(args...)) }
func (o *occasion) Error(args ...any) { o.errs = append(o.errs, errors.New(fmt.Sprint(args...))) }
func (o *occasion) Cleanup(f func())  { o.cleanups = append(o.cleanups, f) }

func (o *occasion) end() error {
	for _, f := range o.cleanups {
		f()
	}
	return errors.Join(o.errs...)
}
