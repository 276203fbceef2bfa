/** Parsers for single values of an imported file. `undefined` means that the value is invalid. */

/** Ten digits, starting with 1 or 2, the last being the Luhn check digit over 80840 + NPI. */
export function isNpi(text: string): boolean {
  if (!/^[12]\d{9}$/.test(text)) return false
  let sum = 24
  for (let index = 0; index < 9; index++) {
    const digit = text.charCodeAt(index) - 48
    sum += index % 2 === 0 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return (sum + text.charCodeAt(9) - 48) % 10 === 0
}

/** 'YYYY-MM-DD' or the national file's 'MM/DD/YYYY' as 'YYYY-MM-DD'. */
export function readDay(text: string): string | undefined {
  const national = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text)
  const day = national ? `${national[3]}-${national[1]}-${national[2]}` : text
  return isDay(day) ? day : undefined
}

/** Caches validated days, because the same few thousand repeat. */
export class DayReader {
  readonly #known = new Map<string, string | undefined>()

  read(text: string): string | undefined {
    const known = this.#known.get(text)
    if (known !== undefined || this.#known.has(text)) return known
    const day = readDay(text)
    if (this.#known.size < 50_000) this.#known.set(text, day)
    return day
  }
}

function isDay(day: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return false
  const year = Number(day.slice(0, 4))
  const month = Number(day.slice(5, 7))
  const date = Number(day.slice(8, 10))
  if (year < 1850 || year > 2200 || month < 1 || month > 12 || date < 1) return false
  return date <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** An amount in dollars with at most two decimals: '1,250.5' and '$1250.50' are '1250.50'. */
export function readAmount(text: string): string | undefined {
  const match = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.(\d{1,2}))?$/.exec(text.replaceAll(' ', ''))
  if (!match) return undefined
  return `${match[1]}${match[2]?.replaceAll(',', '')}.${(match[3] ?? '').padEnd(2, '0')}`
}

export function isEmailAddress(text: string): boolean {
  return text.length <= 100 && /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>.]+$/.test(text)
}
