// Reads, writes and compares pictures.

import pixelmatch from 'pixelmatch'
import UPNG from 'upng-js'

/** Pixels that differ less than this count as equal; of 1. Two levels of a grey are equal, three are not. */
const THRESHOLD = 0.01

/** What a comparison found. */
export interface Comparison {
  /** The share of pixels that differ, of 1. Those at the edge of letters and lines do not count. */
  share: number
  /** The new picture, pale, with the differing pixels red. */
  picture: Buffer
}

interface Picture {
  width: number
  height: number
  pixels: Uint8Array
}

/** The same PNG, compressed better. */
export function shrink(png: Buffer): Buffer {
  return write(read(png))
}

/** Compares two PNGs; `undefined` if their sizes differ. */
export function compare(before: Buffer, after: Buffer): Comparison | undefined {
  const [one, other] = [read(before), read(after)]
  const { width, height } = other
  if (one.width !== width || one.height !== height) return undefined
  const pixels = new Uint8Array(width * height * 4)
  const differing = pixelmatch(one.pixels, other.pixels, pixels, width, height, { threshold: THRESHOLD })
  return { share: differing / (width * height), picture: write({ width, height, pixels }) }
}

function read(png: Buffer): Picture {
  const image = UPNG.decode(Uint8Array.from(png).buffer)
  const { width, height } = image
  return { width, height, pixels: new Uint8Array(UPNG.toRGBA8(image)[0] as ArrayBuffer) }
}

function write({ width, height, pixels }: Picture): Buffer {
  return Buffer.from(UPNG.encode([Uint8Array.from(pixels).buffer], width, height, 0))
}
