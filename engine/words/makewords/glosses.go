package main

func makeGlosses(string, map[string]int) {}
