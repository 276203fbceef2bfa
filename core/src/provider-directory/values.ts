/** Rules for single values of the provider directory, for files, forms and spreadsheets. `undefined` means invalid. */

const STATES = new Set(
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI AA AE AP'.split(
    ' ',
  ),
)

/** The postal code of a state, a territory or a military post. */
export function readState(text: string): string | undefined {
  const state = text.trim().toUpperCase()
  return STATES.has(state) ? state : undefined
}

/** Five digits, or nine as 12345-6789. */
export function readZip(text: string): string | undefined {
  const match = /^(\d{5})-?(\d{4})?$/.exec(text.trim())
  if (!match || text.trim().endsWith('-')) return undefined
  return match[2] ? `${match[1]}-${match[2]}` : match[1]
}

/** Codes of the national taxonomy, separated by semicolons. */
export const readTaxonomies = (text: string): string | undefined => readTaxonomyCodes(splitList(text))?.join(';')

/** At least one code. The order stays: the first code is the main specialty. */
export function readTaxonomyCodes(given: readonly string[]): string[] | undefined {
  const codes = given.map((code) => code.toUpperCase())
  return codes.length > 0 && codes.every((code) => /^[0-9A-Z]{9}X$/.test(code)) ? [...new Set(codes)] : undefined
}

/** Language codes (ISO 639, BCP 47), separated by semicolons. */
export const readLanguages = (text: string): string[] | undefined => readLanguageCodes(splitList(text))

/** Sorted. */
export function readLanguageCodes(given: readonly string[]): string[] | undefined {
  const codes = given.map(readLanguage)
  const known = codes.filter((code) => code !== undefined)
  return known.length === codes.length ? [...new Set(known)].sort() : undefined
}

/** A language that has an English name: `es`, `pt-BR`. */
function readLanguage(text: string): string | undefined {
  if (!/^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(text)) return undefined
  try {
    const [code] = Intl.getCanonicalLocales(text)
    return code && nameLanguage(code) ? code : undefined
  } catch {
    return undefined
  }
}

/** The English name of a language code, if it has one. */
export const nameLanguage = (code: string): string | undefined => languageNames.of(code)
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** Degrees with at most six decimals are kept. */
export function readDegrees(text: string, most: 90 | 180): string | undefined {
  if (!/^-?\d{1,3}(\.\d{1,15})?$/.test(text)) return undefined
  const degrees = Number(text)
  return Math.abs(degrees) <= most ? String(Number(degrees.toFixed(6))) : undefined
}

const splitList = (text: string): string[] =>
  text
    .split(/[;|]/)
    .map((part) => part.trim())
    .filter(Boolean)
