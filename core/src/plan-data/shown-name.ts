/**
 * Formats a name in mixed case. The national file is in capitals; the stored name stays unchanged. A name that contains
 * a lowercase letter is returned as it is.
 */
export function shownName(name: string): string {
  if (/\p{Ll}/u.test(name)) return name
  const found = [...name.matchAll(WORD)]
  const words = found.map(([text]) => text)
  let shown = ''
  let end = 0
  for (const [index, { 0: text, index: start }] of found.entries()) {
    shown +=
      name.slice(end, start) + shownWord({ text, index, words, before: name[start - 1] ?? '', from: name, start })
    end = start + text.length
  }
  return (shown + name.slice(end)).replace(/\s+/g, ' ').trim()
}

/** Letters and digits, with inner apostrophes. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’`][\p{L}\p{M}]+)*/gu

type WordContext = { text: string; index: number; words: string[]; before: string; from: string; start: number }

const wordSet = (words: string) => new Set(words.split(' '))
const spellings = (words: string) => new Map(words.split(' ').map((word) => [word.toUpperCase(), word]))

/** Never part of a person's name: degrees, licenses, company forms and other abbreviations. */
const LETTERS = wordSet(
  'II III IIII VII VIII IX MD DDS DMD DPM DVM DPT DC OD RN NP CNP ANP FNP AGNP PMHNP APRN CRNA CNM CNS LPN LVN BSN MSN DNP ' +
    'RPH PT OT OTR PTA COTA SLP CCC LCSW LICSW LCPC LMHC LMFT LPC LADC CADC BCBA MSW MPH MBA MHA MPT RD LDN FACS FACP FAAP ' +
    'FACOG FACC LLC PLLC LLP LLLP LP PC PLC PSC APC PLLP USA US UCLA NYU VNA YMCA YWCA HMO IPA PHO ACO EMS EMT ICU ENT NPI ' +
    'OB GYN OBGYN MRI CT DME IV IDD AIDS HIV AAA TBI EEG EKG',
)
/**
 * Also surnames. Treated as an abbreviation only next to a comma or another abbreviation: 'JOHN SMITH DO PC', but 'KIM
 * DO'.
 */
const MAYBE_LETTERS = wordSet('MA DO PA VA ABA VI')
/** Words with their own spelling. */
const SPELLED = spellings(
  'PhD PharmD PsyD EdD DrPH AuD LAc Inc Ltd Corp Co Dr Drs Mr Mrs Ms Jr Sr St Ste Mt Ft Mc Ng Ph Rx UMass dba ' +
    'MacArthur MacAulay MacDonald MacDonnell MacDougall MacFarlane MacGregor MacInnis MacIntyre MacKinnon MacLean ' +
    'MacLellan MacLeod MacMillan MacNamara MacNeil MacNeill MacPherson MacQuarrie',
)
const SMALL = wordSet('OF AND THE FOR WITH')
/** Also people's names. Lowercase only in a name of many words. */
const MAYBE_SMALL = wordSet('AT IN BY ON TO A AN')
const MANY_WORDS = 4

function shownWord(context: WordContext): string {
  const { text, index, words, before } = context
  if (/\p{N}/u.test(text)) return /^\d+(?:ST|ND|RD|TH)$/.test(text) ? text.toLowerCase() : text
  const isWithin = index > 0 && index < words.length - 1 && before === ' '
  if (isWithin && (SMALL.has(text) || (MAYBE_SMALL.has(text) && words.length >= MANY_WORDS))) return text.toLowerCase()
  if (isLetters(context)) return text
  return SPELLED.get(text) ?? capitalized(text)
}

function isLetters({ text, index, words, from, start }: WordContext): boolean {
  if (SPELLED.has(text)) return false
  if (MAYBE_LETTERS.has(text)) {
    if (index === 0) return false
    return /,\s*$/.test(from.slice(0, start)) || [words[index - 1], words[index + 1]].some(areOnlyLetters)
  }
  // Abbreviations such as 'A&B' and 'JP'.
  const isJoined = text.length <= 3 && (from[start - 1] === '&' || from[start + text.length] === '&')
  return LETTERS.has(text) || isJoined || /^[B-DF-HJ-NP-TV-XZ]{2,4}$/.test(text)
}

const areOnlyLetters = (word: string | undefined) =>
  word !== undefined && !MAYBE_LETTERS.has(word) && (LETTERS.has(word) || word === 'INC')

/** O'Brien, D'Angelo and N'Diaye, but Women's and Mary's. */
function capitalized(word: string): string {
  return word
    .split(/(['’`])/)
    .map((part, index, parts) =>
      index > 0 && index === parts.length - 1 && ENDINGS.has(part) ? part.toLowerCase() : first(part),
    )
    .join('')
}

const ENDINGS = wordSet('S T D LL RE VE M')

function first(part: string): string {
  const scottish = /^MC(\p{L}{2,})$/u.exec(part)?.[1]
  if (scottish) return `Mc${first(scottish)}`
  const [initial = '', ...rest] = part
  return initial + rest.join('').toLowerCase()
}
