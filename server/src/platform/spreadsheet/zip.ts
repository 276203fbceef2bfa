import { crc32, inflateRawSync } from 'node:zlib'

/** The archive is damaged, or larger than allowed. The message completes 'The file …'. */
export class ArchiveError extends Error {}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const END_LENGTH = 22
const LONGEST_COMMENT = 65_535
const STORED = 0
const DEFLATED = 8

type Entry = { name: string; method: number; packed: number; at: number }

/**
 * Unpacks the wanted entries of a ZIP archive. Counts inflated bytes while inflating, because the archive's own sizes
 * can lie. Throws above `mostBytes` in all.
 */
export function unpackZip(
  archive: Buffer,
  isWanted: (name: string) => boolean,
  mostBytes: number,
): Map<string, Buffer> {
  const contents = new Map<string, Buffer>()
  let left = mostBytes
  for (const entry of readEntries(archive)) {
    if (!isWanted(entry.name) || contents.has(entry.name)) continue
    const content = inflate(archive, entry, left)
    left -= content.length
    contents.set(entry.name, content)
  }
  return contents
}

function readEntries(archive: Buffer): Entry[] {
  const earliest = Math.max(0, archive.length - END_LENGTH - LONGEST_COMMENT)
  let end = archive.length - END_LENGTH
  while (end >= earliest && archive.readUInt32LE(end) !== END) end--
  if (end < earliest) throw new ArchiveError('is damaged or incomplete')
  const entries: Entry[] = []
  let at = archive.readUInt32LE(end + 16)
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    if (at + 46 > end || archive.readUInt32LE(at) !== CENTRAL) throw new ArchiveError('is damaged or incomplete')
    const nameLength = archive.readUInt16LE(at + 28)
    entries.push({
      name: archive.toString('utf8', at + 46, at + 46 + nameLength),
      method: archive.readUInt16LE(at + 10),
      packed: archive.readUInt32LE(at + 20),
      at: archive.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return entries
}

function inflate(archive: Buffer, { method, packed, at }: Entry, mostBytes: number): Buffer {
  if (at + 30 > archive.length || archive.readUInt32LE(at) !== LOCAL) throw new ArchiveError('is damaged or incomplete')
  const start = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28)
  const bytes = archive.subarray(start, start + packed)
  if (method !== STORED && method !== DEFLATED) throw new ArchiveError('is compressed in an unknown way')
  if (method === STORED && bytes.length > mostBytes) throw tooLarge()
  if (method === STORED) return bytes
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, mostBytes) })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge()
    throw new ArchiveError('is damaged or incomplete')
  }
}

const tooLarge = () => new ArchiveError('is larger than allowed when it is unpacked')

/** Writes an archive of uncompressed entries. */
export function packZip(contents: ReadonlyMap<string, Buffer>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of contents) {
    const path = Buffer.from(name)
    const about = describeEntry(path, content)
    const local = Buffer.concat([uint32(LOCAL), about, path, content])
    const central = [uint32(CENTRAL), Buffer.from([20, 0]), about, Buffer.alloc(10), uint32(at), path]
    files.push(local)
    directory.push(...central)
    at += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(END_LENGTH)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(contents.size, 8)
  end.writeUInt16LE(contents.size, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, list, end])
}

/** The fields that the header of an entry and its line in the directory share: UTF-8 name, stored, no date. */
function describeEntry(path: Buffer, content: Buffer): Buffer {
  const about = Buffer.alloc(26)
  about.writeUInt16LE(20, 0)
  about.writeUInt16LE(0x800, 2)
  about.writeUInt32LE(crc32(content), 10)
  about.writeUInt32LE(content.length, 14)
  about.writeUInt32LE(content.length, 18)
  about.writeUInt16LE(path.length, 22)
  return about
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
