import { formatWith } from './format-day.ts'

const short = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })

/** 'Nov 11, 09:12'; with its year when that is not this one. */
export function shortTime(iso: string, now = new Date()): string {
  if (iso === '') return ''
  const at = new Date(iso)
  return at.getFullYear() === now.getFullYear() ? short.format(at) : `${short.format(at)}, ${at.getFullYear()}`
}
export const longTime = formatWith(long)
/** To the second. */
export const exactTime = formatWith(exact)

/** How long something has waited, in the largest unit that says enough. */
export function ageOf(iso: string, now = Date.now()): string {
  if (iso === '') return 'None'
  const hours = Math.floor((now - new Date(iso).getTime()) / 3_600_000)
  if (hours < 1) return 'Under an hour'
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.floor(hours / 24)} days`
}
