/** Formats a waiting time in its largest useful unit. */
export function ageOf(iso: string, now = Date.now()): string {
  if (iso === '') return 'None'
  const hours = Math.floor((now - new Date(iso).getTime()) / 3_600_000)
  if (hours < 1) return 'Under an hour'
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.floor(hours / 24)} days`
}
