import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brands } from '../server/src/platform/brands/brands.ts'
import { writeBrandStyles, writeMemberStyles } from './brand-pages.ts'

/** Dark colors of texts and light colors they stand on. The styles combine them freely, so each pair must be legible. */
const TEXTS = ['ink', 'ink-soft', 'primary', 'primary-strong', 'danger', 'ok', 'warn', 'info']
const GROUNDS = [
  'surface',
  'member-surface',
  'card',
  'primary-tint',
  'danger-tint',
  'ok-tint',
  'warn-tint',
  'info-tint',
]
/** Texts that stand on these colors only. */
const FIXED_PAIRS = [
  ['on-primary', 'primary'],
  ['on-primary', 'primary-strong'],
  ['on-primary', 'danger'],
  ['on-disabled', 'disabled'],
  ['on-hero', 'hero-flat'],
  ['on-hero', 'hero'],
] as const
const TEXT_PAIRS = [...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)), ...FIXED_PAIRS]
/** Borders of controls. */
const BORDERS = ['line-strong', 'primary', 'danger']

/** WCAG 2.2 AA: 1.4.3 for texts, 1.4.11 for controls. */
const TEXT_CONTRAST = 4.5
const BORDER_CONTRAST = 3

const styles = globSync('{src,public}/**/*.css', { cwd: import.meta.dirname })
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('\n')

/** Relative luminance of #rrggbb. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Tokens of a brand by their CSS names. A gradient has several colors. */
function readTokens(id: string): Map<string, string[]> {
  const block = new RegExp(`\\[data-brand="${id}"\\] \\{([^}]*)\\}`, 'g')
  const written = [...(writeBrandStyles('') + writeMemberStyles()).matchAll(block)].map(([, lines]) => lines).join('')
  return new Map(
    [...written.matchAll(/--([\w-]+): (.*);/g)].map(([, name = '', value = '']) => [
      name,
      value.match(/#[0-9a-f]{6}/g) ?? [],
    ]),
  )
}

test.each(brands)('texts and control borders of $id have the contrast that WCAG AA requires', ({ id }) => {
  const tokens = readTokens(id)
  const findFaint = (pairs: (readonly [string, string])[], least: number) =>
    pairs.filter(([front, ground]) => {
      const colors = (tokens.get(front) ?? []).flatMap((one) =>
        (tokens.get(ground) ?? []).map((other) => contrast(one, other)),
      )
      return colors.length === 0 || Math.min(...colors) < least
    })
  expect(findFaint(TEXT_PAIRS, TEXT_CONTRAST)).toEqual([])
  const borders = BORDERS.flatMap((border) => GROUNDS.map((ground) => [border, ground] as const))
  expect(findFaint(borders, BORDER_CONTRAST)).toEqual([])
})

test('styles color texts only with tokens whose contrast is checked', () => {
  const used = [...styles.matchAll(/(?<![\w-])color: var\(--([\w-]+)\)/g)].map(([, token = '']) => token)
  expect(used.length).toBeGreaterThan(0)
  const checked = new Set<string>(TEXT_PAIRS.map(([text]) => text))
  expect(used.filter((token) => !checked.has(token))).toEqual([])
  expect(styles).not.toMatch(/(?<![\w-])color: (#|rgb)/)
})

test('every color behind a text is checked with the texts that stand on it', () => {
  const rules = [...styles.matchAll(/\{([^{}]*)\}/g)].map(([, declarations = '']) => declarations)
  const pairs = rules.flatMap((declarations) => {
    const text = /(?<![\w-])color: var\(--([\w-]+)\)/.exec(declarations)?.[1]
    const ground = /background(?:-color)?: var\(--([\w-]+)\)/.exec(declarations)?.[1]
    return text && ground ? [`${text} on ${ground}`] : []
  })
  expect(pairs.length).toBeGreaterThan(0)
  const checked = new Set(TEXT_PAIRS.map(([text, ground]) => `${text} on ${ground}`))
  expect(pairs.filter((pair) => !checked.has(pair))).toEqual([])
})

test('styles use only tokens that every brand or the styles declare', () => {
  const declared = new Set([...styles.matchAll(/(?:^|[\s{;])--([\w-]+):/g)].map(([, token]) => token))
  for (const { id } of brands) {
    const tokens = readTokens(id)
    const used = [...styles.matchAll(/var\(--([\w-]+)\)/g)].map(([, token = '']) => token)
    expect(
      used.filter((token) => !declared.has(token) && !tokens.has(token)),
      id,
    ).toEqual([])
  }
})
