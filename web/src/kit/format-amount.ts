import { writeDollars } from '@portico/core/forms/amounts'
import { lazyValue } from './lazy-value.ts'

/** '125.00' becomes '$125.00'. An undecided amount stays empty. */
export const formatAmount = (amount: string): string => (amount === '' ? '' : writeDollars(Number(amount)))

const compact = lazyValue(
  () => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact' }),
)
/** Short form of large amounts: '$150K' fits on a phone. */
export const formatShortAmount = (amount: number): string =>
  amount < 10_000 ? writeDollars(amount, 0) : compact().format(amount)
