import { writeDollars } from '@portico/core/forms/amounts'
import { HIDDEN_TEXT } from '@portico/core/staff-views/sentences'
import { lazyValue } from './lazy-value.ts'

/** '125.00' becomes '$125.00'. An undecided amount stays empty, a hidden one hidden. */
export const formatAmount = (amount: string): string =>
  amount === '' || amount === HIDDEN_TEXT ? amount : writeDollars(Number(amount))

const compact = lazyValue(
  () => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact' }),
)
/** Short form of large amounts: '$150K' fits on a phone. */
export const formatShortAmount = (amount: number): string =>
  amount < 10_000 ? writeDollars(amount, 0) : compact().format(amount)
