import type { PictureProblem, PictureWarning } from './pictures.ts'

/** The server keeps no more of a page. */
const LONG_SIDE = 2200
const THUMB_SIDE = 320
const QUALITY = 0.85
/** Below this, small print on a letter page has fewer than 100 dots per inch. */
const SMALL_SIDE = 800
const MEASURED_SIDE = 1000
/** The strongest edges of a sharp page are above this; those of a blurred one are far below. */
const SHARP_EDGE = 40

export type ReadPicture = { content: Blob; thumb: HTMLCanvasElement; warning: PictureWarning | undefined }

/**
 * Reads a picture upright, and writes it again as a smaller JPEG: it is faster to send, and its EXIF data stays on the
 * phone. The server repeats all of this.
 */
export async function readPicture(file: File): Promise<ReadPicture | PictureProblem> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!bitmap) return (await isHeic(file)) ? 'heic' : 'unreadable'
  const small = Math.min(bitmap.width, bitmap.height) < SMALL_SIDE
  const page = draw(bitmap, LONG_SIDE)
  const thumb = draw(bitmap, THUMB_SIDE)
  const isBlurred = findStrongestEdge(draw(bitmap, MEASURED_SIDE)) < SHARP_EDGE
  bitmap.close()
  const content = await new Promise<Blob | null>((resolve) => page.toBlob(resolve, 'image/jpeg', QUALITY))
  if (!content) return 'unreadable'
  return { content, thumb, warning: small ? 'small' : isBlurred ? 'blurred' : undefined }
}

const HEIC_BRANDS = /^ftyp(hei[cxms]|hev[cxms]|mif[12]|msf1|avi[fs])/

async function isHeic(file: File): Promise<boolean> {
  const start = new Uint8Array(await file.slice(4, 12).arrayBuffer())
  return HEIC_BRANDS.test(String.fromCharCode(...start)) || /\.hei[cf]$/i.test(file.name)
}

function draw(bitmap: ImageBitmap, longSide: number): HTMLCanvasElement {
  const scale = Math.min(1, longSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) return canvas
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** How much neighboring pixels differ: the 99.5th percentile, so that a few specks do not count. */
function findStrongestEdge(canvas: HTMLCanvasElement): number {
  const { width, height } = canvas
  const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data
  if (!data) return SHARP_EDGE
  const counts = new Uint32Array(256)
  const step = width * 4
  for (let at = step; at < data.length - 4; at += 4) {
    const green = data[at + 1] ?? 0
    const across = Math.abs(green - (data[at + 5] ?? 0))
    const up = Math.abs(green - (data[at + 1 - step] ?? 0))
    const edge = Math.max(across, up)
    counts[edge] = (counts[edge] ?? 0) + 1
  }
  let left = width * height * 0.005
  for (let edge = 255; edge > 0; edge -= 1) {
    left -= counts[edge] ?? 0
    if (left < 0) return edge
  }
  return 0
}
