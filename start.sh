#!/bin/sh
# Starts Node.js with the flags of the platform: for npm start, and in the image.
#
# --max-semi-space-size=16   New objects are collected every 16 MB, not every 32: an eighth less resident memory in
#                            bench:exchange (182 MB instead of 209), for the same processor time.
# --heap-growing-percent=100 The heap grows to twice the size of what it keeps, not to four times, until it is collected
#                            as a whole: a third less resident memory with the pages of bench:management (285 MB instead
#                            of 430), for the same processor time.
exec node --max-semi-space-size=16 --heap-growing-percent=100 "$@"
