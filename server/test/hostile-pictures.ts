import { createRandom } from './hostile-pdfs.ts'
import { heic, photo } from './photos.ts'
import { png, pngChunk } from './png.ts'
import { SMALL_JPEGS } from './small-jpegs.ts'

/** Generates malicious and damaged pictures, deterministic for a seed. */
export type HostilePicture = { kind: string; file: Buffer }

export function createHostilePictures(seed: number) {
  const random = createRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const valid = [photo(), png({ width: 30, height: 40 }), ...SMALL_JPEGS.map(([, file]) => file)]
  const jpegs = valid.filter((file) => file[0] === 0xff)
  const makers: [kind: string, make: () => Buffer][] = [
    ['flipped bytes', () => flipBytes(pick(valid), random)],
    ['truncated', () => truncate(pick(valid), random)],
    ['a part left out', () => cut(pick(valid), random)],
    ['a part twice', () => repeat(pick(jpegs), random)],
    ['another size', () => resize(pick(jpegs), random)],
    ['a pixel bomb', () => png({ width: pick(SIZES), height: pick(SIZES), pixels: Buffer.alloc(pick(SIZES)) })],
    ['many scans', () => repeatScans(pick(jpegs), pick([10, 1_000, 20_000]))],
    ['many tables', () => repeatTables(pick(jpegs), pick([10, 1_000, 20_000]))],
    ['wrong type', () => pick(OTHERS)],
    ['polyglot', () => hide(pick(valid), pick(HIDDEN))],
    ['a chunk of anything', () => addChunk(pick(HIDDEN), random)],
    ['noise', () => Buffer.concat([pick(valid).subarray(0, 20), noise(2_000, random)])],
  ]
  return (index: number): HostilePicture => {
    const [kind, make] = makers[index % makers.length] as (typeof makers)[number]
    return { kind, file: make() }
  }
}

const SIZES = [1, 300, 3_000, 4_000, 12_000, 65_535, 2 ** 24]

/** Texts that other programs execute or open. */
export const HIDDEN = [
  '%PDF-1.7\n1 0 obj\n<< /S /JavaScript /JS (app.alert(1)) >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
  '<html><script>fetch("http://198.51.100.7/")</script></html>',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  'PK\x03\x04\x14\0\0\0\0\0/Launch /EmbeddedFile',
  '#!/bin/sh\ncurl http://198.51.100.7/\n',
].map((text) => Buffer.from(text, 'latin1'))

const OTHERS = [
  heic(),
  heic('avif'),
  Buffer.alloc(0),
  Buffer.from([0xff, 0xd8, 0xff]),
  Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'),
  Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1'),
  Buffer.from('BM\x46\0\0\0', 'latin1'),
  ...HIDDEN,
]

function flipBytes(valid: Buffer, random: () => number): Buffer {
  const file = Buffer.from(valid)
  for (let times = 1 + random() * 20; times > 0; times -= 1)
    file[4 + Math.floor(random() * (file.length - 4))] = Math.floor(random() * 256)
  return file
}

const truncate = (valid: Buffer, random: () => number): Buffer =>
  valid.subarray(0, Math.floor(random() * (valid.length - 2)))

function cut(valid: Buffer, random: () => number): Buffer {
  const from = Math.floor(random() * valid.length)
  return Buffer.concat([valid.subarray(0, from), valid.subarray(from + Math.floor(random() * 200))])
}

function repeat(valid: Buffer, random: () => number): Buffer {
  const from = Math.floor(random() * valid.length)
  return Buffer.concat([valid.subarray(0, from), valid.subarray(Math.floor(random() * from))])
}

const findMarker = (file: Buffer, ...markers: number[]): number =>
  Math.max(0, ...markers.map((marker) => file.indexOf(Buffer.from([0xff, marker]))))

/** The scan is too short for what the header promises. */
function resize(valid: Buffer, random: () => number): Buffer {
  const file = Buffer.from(valid)
  const frame = findMarker(file, 0xc0, 0xc2)
  const side = () => SIZES[Math.floor(random() * SIZES.length)] ?? 0
  file.writeUInt16BE(Math.min(65_535, side()), frame + 5)
  file.writeUInt16BE(Math.min(65_535, side()), frame + 7)
  return file
}

/** Each scan makes the decoder walk through all pixels again. */
function repeatScans(valid: Buffer, times: number): Buffer {
  const scan = findMarker(valid, 0xda)
  const parts = Array.from({ length: times }, () => valid.subarray(scan, -2))
  return Buffer.concat([valid.subarray(0, scan), ...parts, valid.subarray(-2)]).subarray(0, 7 * 1024 * 1024)
}

function repeatTables(valid: Buffer, times: number): Buffer {
  const from = findMarker(valid, 0xc4)
  const table = valid.subarray(from, from + 2 + valid.readUInt16BE(from + 2))
  return Buffer.concat([valid.subarray(0, 2), ...Array.from({ length: times }, () => table), valid.subarray(2)])
}

const hide = (valid: Buffer, hidden: Buffer): Buffer => Buffer.concat([valid, hidden])

function addChunk(hidden: Buffer, random: () => number): Buffer {
  const types = ['tEXt', 'zTXt', 'iCCP', 'eXIf', 'PLTE', 'tRNS', 'acTL', 'IDAT', 'IHDR', 'aaaa']
  const type = types[Math.floor(random() * types.length)] ?? ''
  return png({ width: 30, height: 40, extra: pngChunk(type, hidden), after: hidden })
}

const noise = (length: number, random: () => number): Buffer =>
  Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))
