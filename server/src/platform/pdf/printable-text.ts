/**
 * The standard PDF fonts cover only Western European letters (WinAnsi). Other names are transliterated if there is a
 * usual spelling; anything else becomes a question mark, never an error.
 */

const winAnsiExtras = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

/** Letter and spelling, separated by '='; capitals are derived from small letters. */
const spellings = `ł=l đ=d ħ=h ı=i ĸ=k ŋ=ng ŧ=t ə=a ẞ=SS ʻ=’ ʼ=’ ʹ=’ ‐=- ‑=- ‒=– ―=— ′=’ ″=” −=- ⁄=/
  α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o
  а=a б=b в=v г=g ґ=g д=d е=e є=ye ж=zh з=z и=i і=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch
  ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz`
const spelled = new Map(
  spellings.split(/\s+/).map((pair): [string, string] => {
    const [letter = '', spelling = ''] = pair.split('=')
    return [letter, spelling]
  }),
)

/** One line of printable text: no control, bidirectional or invisible characters, at most `max` long. */
export function printable(text: string, max = 300): string {
  const oneLine = text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .trim()
  const letters = [...oneLine]
    .map(printableLetter)
    .join('')
    .replace(/\?{2,}/g, '?')
  return letters.length > max ? `${letters.slice(0, max - 1)}…` : letters
}

function printableLetter(letter: string): string {
  if (isWinAnsi(letter)) return letter
  const known = spell(letter)
  if (known !== undefined) return known
  // 'ş' is an s with a mark, 'ﬁ' is f and i: without the marks the text is still readable.
  const parts = [...letter.normalize('NFKD').replace(/\p{M}/gu, '')]
  if (parts.length === 0) return ''
  return parts.map((part) => (isWinAnsi(part) ? part : (spell(part) ?? '?'))).join('')
}

function spell(letter: string): string | undefined {
  const own = spelled.get(letter)
  if (own !== undefined) return own
  const small = letter.toLowerCase()
  const known = small === letter ? undefined : spelled.get(small)
  return known === undefined ? undefined : known.charAt(0).toUpperCase() + known.slice(1)
}

function isWinAnsi(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0
  return (
    (code >= 0x20 && code <= 0x7e) || (code >= 0xa1 && code <= 0xff && code !== 0xad) || winAnsiExtras.includes(letter)
  )
}
