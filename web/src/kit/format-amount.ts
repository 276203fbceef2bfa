import { writeDollars } from '@portico/core/forms/amounts'
import { lazyValue } from './lazy-value.ts'

/** '$125.00' of '125.00'; what has not been decided comes as empty text, and stays it. */
export const formatAmount = (amount: string): string => (amount === '' ? '' : writeDollars(Number(amount)))

const compact = lazyValue(
  () => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact' }),
)
/** Large amounts in short: '$150K' fits where a phone would cut '$150,000'. */
export const formatShortAmount = (amount: number): string =>
  amount < 10_000 ? writeDollars(amount, 0) : compact().format(amount)
