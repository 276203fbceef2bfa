import type { Counted } from '../shapes.ts'

/**
 * Formats numbers and amounts. Written by hand, because creating the first Intl formatter takes a tenth of a second on a
 * phone.
 */

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** '12,345'. */
export const writeCount = (count: number): string =>
  count < 0 ? `-${grouped(String(-count))}` : grouped(String(count))

/** '12,345', 'about 12,345', 'more than 1,000'. */
export const writeTotal = ({ total, roughly }: Counted): string =>
  roughly ? `${roughly} ${writeCount(total)}` : writeCount(total)

/** '$1,234.50' of 1234.5; without cents '$1,235'. */
export function writeDollars(amount: number, cents: 0 | 2 = 2): string {
  const [whole = '0', rest] = Math.abs(amount).toFixed(cents).split('.')
  return `${amount < 0 ? '-' : ''}$${grouped(whole)}${rest ? `.${rest}` : ''}`
}
