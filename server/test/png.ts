import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

type Picture = { width?: number; height?: number; pixels?: Buffer; extra?: Buffer; after?: Buffer }

/** A gray picture; everything can be made wrong. */
export function png({ width = 2, height = 2, pixels, extra, after }: Picture = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', header),
    extra ?? Buffer.alloc(0),
    pngChunk('IDAT', deflateSync(pixels ?? Buffer.alloc(height * (width + 1)))),
    pngChunk('IEND', Buffer.alloc(0)),
    after ?? Buffer.alloc(0),
  ])
}
