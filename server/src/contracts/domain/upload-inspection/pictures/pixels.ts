/** Red, green, blue and alpha, row by row. */
export type Pixels = { width: number; height: number; data: Buffer }

/** A phone's camera has 12 to 50 million pixels. */
export const MAX_PICTURE_PIXELS = 50_000_000
/** The PNG decoder holds each pixel several times. */
export const MAX_PNG_PIXELS = 16_000_000
export const MAX_PICTURE_SIDE = 12_000

/** Averages pixels until the long side fits. */
export function shrink(pixels: Pixels, longSide: number): Pixels {
  const scale = longSide / Math.max(pixels.width, pixels.height)
  if (scale >= 1) return pixels
  const width = Math.max(1, Math.round(pixels.width * scale))
  const height = Math.max(1, Math.round(pixels.height * scale))
  const data = Buffer.alloc(width * height * 4)
  const columns = Array.from({ length: width }, (_, x) => rangeOf(x, width, pixels.width))
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = rangeOf(y, height, pixels.height)
    for (const [x, [left, right]] of columns.entries()) {
      const count = (right - left) * (bottom - top)
      for (let color = 0; color < 4; color += 1) {
        let sum = 0
        for (let row = top; row < bottom; row += 1)
          for (let column = left; column < right; column += 1)
            sum += pixels.data[(row * pixels.width + column) * 4 + color] ?? 0
        data[(y * width + x) * 4 + color] = sum / count
      }
    }
  }
  return { width, height, data }
}

function rangeOf(index: number, small: number, large: number): [from: number, to: number] {
  return [Math.floor((index * large) / small), Math.ceil(((index + 1) * large) / small)]
}

/** Clockwise. */
export type Turn = 0 | 90 | 180 | 270

/** Mirrors left and right, then turns. */
export function turnPixels(pixels: Pixels, isMirrored: boolean, turn: number): Pixels {
  if (!isMirrored && turn === 0) return pixels
  const { width, height } = pixels
  const isSideways = turn === 90 || turn === 270
  const turned = { width: isSideways ? height : width, height: isSideways ? width : height }
  const data = Buffer.alloc(pixels.data.length)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const across = isMirrored ? width - 1 - x : x
      const [toX, toY] = placeOf(across, y, pixels, turn)
      data.writeUInt32LE(pixels.data.readUInt32LE((y * width + x) * 4), (toY * turned.width + toX) * 4)
    }
  return { ...turned, data }
}

function placeOf(x: number, y: number, { width, height }: Pixels, turn: number): [x: number, y: number] {
  if (turn === 90) return [height - 1 - y, x]
  if (turn === 180) return [width - 1 - x, height - 1 - y]
  return turn === 270 ? [y, width - 1 - x] : [x, y]
}

/** Draws transparent pixels on white paper. */
export function layOnWhite({ data }: Pixels): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 255
    if (alpha === 255) continue
    for (let color = at; color < at + 3; color += 1)
      data[color] = ((data[color] ?? 0) * alpha + 255 * (255 - alpha)) / 255
    data[at + 3] = 255
  }
}
