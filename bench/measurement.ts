/** One row of the results table. */
export type Measurement = { name: string; value: number; target?: string; detail?: string }

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Ratio per round, because a temporary slowdown of the machine affects both sides of a round. */
export function ratios(figures: number[], base: number[]): number[] {
  return figures.map((figure, round) => figure / (base[round] ?? Number.NaN))
}

/** Minimum and maximum of several runs. */
export function describeSpread(values: number[]): string {
  return `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)} in ${values.length} runs`
}

export function meetsTarget({ value, target }: Measurement): boolean {
  if (!target) return true
  const [comparison, limit] = target.split(' ') as [string, string]
  return comparison === '<=' ? value <= Number(limit) : value >= Number(limit)
}
