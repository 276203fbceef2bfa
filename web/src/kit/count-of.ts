import { writeTotal } from '@portico/core/forms/amounts'
import type { Counted } from '@portico/core/shapes'

/** '1 claim', '2,000 claims', 'more than 1,000 people'. */
export function countOf(count: number | Counted, one: string, many: string): string {
  const counted = typeof count === 'number' ? { total: count } : count
  return `${writeTotal(counted)} ${counted.total === 1 ? one : many}`
}

/** Capitalizes a count at the start of a sentence. */
export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
