import type { ContractRow } from '@portico/core/internal/contracts-api'

export const CAME_BY_LABELS: Record<string, string> = { UPLOAD: 'Upload', MAIL: 'Mail', FAX: 'Fax', '': '' }

export const STAGE_LABELS: Record<ContractRow['stage'], string> = {
  RECEIVED: 'Waiting for a look',
  AWAITED: 'Not here yet',
  RETURNED: 'Returned',
  VALIDATED: 'Validated',
}

export const LEVEL_LABELS: Record<ContractRow['level'], string> = {
  NPI: 'Single NPI',
  PG: 'Provider group(s)',
  PO: 'Provider organization',
}

const short = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })

/** 'Nov 11, 09:12'. */
export const shortTime = (iso: string): string => (iso === '' ? '' : short.format(new Date(iso)))
export const longTime = (iso: string): string => (iso === '' ? '' : long.format(new Date(iso)))

/** How long something has waited, in the largest unit that says enough. */
export function ageOf(iso: string, now = Date.now()): string {
  if (iso === '') return 'None'
  const hours = Math.floor((now - new Date(iso).getTime()) / 3_600_000)
  if (hours < 1) return 'Under an hour'
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.floor(hours / 24)} days`
}
