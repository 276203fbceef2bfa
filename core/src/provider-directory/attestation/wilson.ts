/** The 97.5th percentile of the standard normal distribution: two-sided, 95 %. */
const Z = 1.959963984540054

export type Interval = { low: number; high: number }

/**
 * Wilson's 95 % confidence interval of a proportion, without continuity correction. No finite-population correction: it
 * would only make the interval narrower, by little where a sample is a small part of a directory.
 */
export function wilsonInterval(successes: number, trials: number): Interval {
  if (trials === 0) return { low: 0, high: 1 }
  const share = successes / trials
  const square = Z * Z
  const center = (share + square / (2 * trials)) / (1 + square / trials)
  const half = (Z / (1 + square / trials)) * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials * trials))
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) }
}

/** A share with one decimal: 92.5%. */
export const writeShare = (share: number): string => `${(share * 100).toFixed(1)}%`
