/** Splits files that were sent one behind the other. */
export function splitBySizes(files: Buffer, sizes: readonly number[]): Buffer[] {
  let end = 0
  return sizes.map((size) => {
    end += size
    return files.subarray(end - size, end)
  })
}
