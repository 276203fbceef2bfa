import { MONTH_NAMES } from '@portico/core/forms/moments'

export const STATES: Record<string, string> = Object.fromEntries(
  `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|
DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|
LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|
NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|
OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|
TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming`
    .split('|')
    .map((entry) => entry.trim())
    .map((entry) => [entry.slice(0, 2), entry.slice(3)]),
)

/** Days are 'YYYY-MM-DD'. */
export function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}

export function monthName(day: string): string {
  return MONTH_NAMES[Number(day.slice(5, 7)) - 1] ?? ''
}

/** Months counted from year 0, so that adjacent months differ by one. */
export function monthNumber(day: string): number {
  return yearOf(day) * 12 + Number(day.slice(5, 7)) - 1
}

export function monthAndYear(month: number): string {
  return `${MONTH_NAMES[month % 12]} ${Math.floor(month / 12)}`
}

/** The national file is in capitals; SPRING VALLEY becomes Spring Valley. */
export function capitalize(text: string): string {
  const words = text.trim().replace(/\s+/g, ' ').toLowerCase()
  return words.replace(/(^|[\s'-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
}

/** '120 MAIN ST SUITE 4' becomes Main St: the house number and the suite would distinguish neighbors. */
export function streetOf(address: string | null): string | undefined {
  const line = address?.split(/,|#|\b(?:suite|ste|unit|apt|floor|fl|rm|room|bldg|building|dept)\b/i)[0] ?? ''
  const street = line.trim().replace(/^\d+[-\w]*\s+/, '')
  return /\p{L}{2}/u.test(street) && !/^p\.?\s*o\.?\s*box/i.test(street) ? capitalize(street) : undefined
}

/** The last four digits. Returns undefined if the number does not end in four digits. */
export function licenseEnd(licenseNumber: string | null): string | undefined {
  return licenseNumber?.trim().match(/\d{4}$/)?.[0]
}

/** The first day of a month, and of the one after it. */
export function monthDays(month: number): { from: string; to: string } {
  const first = (number: number) => `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}-01`
  return { from: first(month), to: first(month + 1) }
}

const shortened: Record<string, string> = {
  street: 'st',
  avenue: 'ave',
  road: 'rd',
  boulevard: 'blvd',
  drive: 'dr',
  lane: 'ln',
  court: 'ct',
  place: 'pl',
  highway: 'hwy',
  parkway: 'pkwy',
  saint: 'st',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
}

/** Normalizes case, punctuation and common abbreviations, so that two spellings count as one choice. */
export function sameText(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}.$]+/gu) ?? []
  return words
    .map((word) => word.replace(/\.$/, ''))
    .map((word) => shortened[word] ?? word)
    .join(' ')
}
