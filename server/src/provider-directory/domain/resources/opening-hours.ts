const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

export type OpeningHours = { daysOfWeek: string[]; openingTime: string; closingTime: string }

/** `Mon-Fri 8:00 am - 5:00 pm; Sat 9:00-12:00` as FHIR. Undefined unless the whole text is understood. */
export function readOpeningHours(text: string): OpeningHours[] | undefined {
  const parts = text.split(/[;\n]/).map((part) => part.trim())
  const read = parts.filter(Boolean).map(readPart)
  const understood = read.filter((part) => part !== undefined)
  return read.length && understood.length === read.length ? understood : undefined
}

const PART =
  /^([a-z]+)(?:\s*[-–]\s*([a-z]+))?[:,]?\s+(\S+(?:\s?[ap]\.?m\.?)?)\s*(?:[-–]|to)\s*(\S+(?:\s?[ap]\.?m\.?)?)$/i

function readPart(part: string): OpeningHours | undefined {
  const [, first, last, opens, closes] = PART.exec(part) ?? []
  const from = findDay(first)
  const to = last === undefined ? from : findDay(last)
  const openingTime = readTime(opens)
  const closingTime = readTime(closes)
  if (from < 0 || to < from || !openingTime || !closingTime || openingTime >= closingTime) return undefined
  return { daysOfWeek: DAYS.slice(from, to + 1), openingTime, closingTime }
}

const findDay = (text = ''): number => {
  const day = text.slice(0, 3).toLowerCase()
  return /^(mon|tue|wed|thu|fri|sat|sun)(day|s|sday|nesday|rs|rsday|urday)?$/i.test(text) ? DAYS.indexOf(day) : -1
}

/** `8:00 am`, `08:00` or `17:30` as 17:30:00. An hour alone needs am or pm. */
function readTime(text = ''): string | undefined {
  const [, hours = '', minutes = '00', half] = /^(\d{1,2})(?::([0-5]\d))?\s?([ap])?\.?(?:m\.?)?$/i.exec(text) ?? []
  if (!hours || (!half && !text.includes(':'))) return undefined
  const hour = Number(hours)
  if (half ? hour < 1 || hour > 12 : hour > 23) return undefined
  const shown = half ? (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hour
  return `${String(shown).padStart(2, '0')}:${minutes}:00`
}
