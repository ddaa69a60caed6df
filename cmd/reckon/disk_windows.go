package main

import "golang.org/x/sys/windows"

// diskFree is how many bytes a program may still write to the disk of a folder.
func diskFree(folder string) (free uint64, err error) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	return free, windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
}
