/** One line of the bench's table. */
export type Measurement = { name: string; value: number; target?: string; detail?: string }

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Each round's own ratio: what slows the machine for a while slows both of its sides. */
export function ratios(figures: number[], base: number[]): number[] {
  return figures.map((figure, round) => figure / (base[round] ?? Number.NaN))
}

/** The least and the most of several runs. */
export function describeSpread(values: number[]): string {
  return `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)} in ${values.length} runs`
}

export function meetsTarget({ value, target }: Measurement): boolean {
  if (!target) return true
  const [comparison, limit] = target.split(' ') as [string, string]
  return comparison === '<=' ? value <= Number(limit) : value >= Number(limit)
}
