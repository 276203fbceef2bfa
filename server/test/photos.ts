import jpeg from 'jpeg-js'

/** Gray levels of the corners of a test photo: top left, top right, bottom left, bottom right. */
export const CORNERS = [20, 90, 160, 240]

type Photo = { width?: number; height?: number; orientation?: number; quality?: number }

/** A photo of four gray fields, with EXIF data that names a place. */
export function photo({ width = 40, height = 60, orientation = 1, quality = 90 }: Photo = {}): Buffer {
  const data = Buffer.alloc(width * height * 4, 0xff)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const corner = (y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)
      data.fill(CORNERS[corner] ?? 0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  return jpeg.encode({ width, height, data, exifBuffer: exif(orientation) } as jpeg.RawImageData<Buffer>, quality).data
}

export const PLACE = 'N 41 40 12 W 83 32 8'

/** EXIF data with an orientation and a text. */
function exif(orientation: number): Buffer {
  const directory = Buffer.alloc(2 + 12 + 4)
  directory.writeUInt16LE(1, 0)
  directory.writeUInt16LE(0x0112, 2)
  directory.writeUInt16LE(3, 4)
  directory.writeUInt32LE(1, 6)
  directory.writeUInt16LE(orientation, 10)
  return Buffer.concat([Buffer.from('Exif\0\0II*\0\x08\0\0\0', 'latin1'), directory, Buffer.from(PLACE)])
}

/** The start of a picture of an iPhone. */
export const heic = (brand = 'heic'): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftypabcd\0\0\0\0${brand}miaf`, 'latin1'), Buffer.alloc(400)])
