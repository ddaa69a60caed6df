package storage
