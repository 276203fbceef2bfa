import { writeCount } from '@portico/core/forms/amounts'

/** '1 claim', '2,000 claims'. */
export const countOf = (count: number, one: string, many: string): string =>
  `${writeCount(count)} ${count === 1 ? one : many}`
