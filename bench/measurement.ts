/** One line of the bench's table. */
export type Measurement = { name: string; value: number; target?: string; detail?: string }

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
