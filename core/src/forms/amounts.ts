import type { Counted } from '../shapes.ts'

/**
 * Numbers and amounts as the portal writes them. The platform's own formatters take a phone a tenth of a second when the
 * first of them is asked, and do no more than this.
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
