/**
 * Styles, logos and HTML placeholder values of the brands. One build serves every brand, and only the request's host
 * name identifies the brand. So the server replaces each `%KEY%` with the escaped value from `web/dist/brands.json`.
 *
 *   %BRAND%        brand id, becomes `<html data-brand>`; also the folder of its logo and favicon under /content
 *   %BRAND_NAME%   the brand's full name, in `<title>` and the noscript text
 *   %BRAND_FONT%   URL of the brand's font file, for the preload link
 *   %BRAND_WORDS%  the brand for the browser (`Brand`), as JSON
 *   %BRANDS%       names of all brands (`BrandName[]`), as JSON, for pages that list them
 */
import { createRequire } from 'node:module'
import { dirname, relative } from 'node:path'
import type { Brand, BrandName, DeclaredBrand, MarkShape } from '@portico/core/brand'
import { brands, brandsFolder } from '../server/src/platform/brands/brands.ts'

const resolveFont = createRequire(new URL('any.ts', brandsFolder)).resolve

export const fontFileOf = ({ font }: DeclaredBrand): string => resolveFont(font.file)

export type Placeholders = Record<'BRAND' | 'BRAND_NAME' | 'BRAND_FONT' | 'BRAND_WORDS' | 'BRANDS', string>

export function placeholdersOf(brand: DeclaredBrand, fontAddress: string): Placeholders {
  return {
    BRAND: brand.id,
    BRAND_NAME: brand.name,
    BRAND_FONT: fontAddress,
    BRAND_WORDS: JSON.stringify(wordsOf(brand)),
    BRANDS: JSON.stringify(brands.map(nameOf)),
  }
}

/** Without fields that only the server and the build need. */
function wordsOf(brand: DeclaredBrand): Brand {
  const { standard, wordmark, mark, returnAddress, fax, tokens, memberTokens, font, demo, ...words } = brand
  return words
}

function nameOf({ id, name, wordmark, demo }: DeclaredBrand): BrandName {
  return { id, name, shortName: wordmark[0], demoHost: demo.host }
}

export function drawLogo({ mark }: DeclaredBrand): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40">${mark.map(drawShape).join('')}</svg>`
}

function drawShape(shape: MarkShape): string {
  const paint =
    'fill' in shape
      ? `fill="${shape.fill}"`
      : `fill="none" stroke="${shape.stroke}" stroke-width="2.6" stroke-linecap="round"`
  return `<path d="${shape.path}" ${paint}/>`
}

/** Fonts and tokens of all brands, with paths relative to `file`. A browser downloads only the font of its page. */
export function writeBrandStyles(file: string): string {
  const styles = brands.map((brand) => {
    const family = `"${brand.font.family}", "${brand.font.family} Fallback", system-ui, sans-serif`
    return writeFaces(brand, file) + writeTokens(brand, { font: family, ...brand.tokens })
  })
  return styles.join('')
}

export function writeMemberStyles(): string {
  return brands.map((brand) => writeTokens(brand, brand.memberTokens)).join('')
}

const REGULAR = { locals: ['Arial', 'Liberation Sans', 'Helvetica'], weights: '100 500' }
const BOLD = { locals: ['Arial Bold', 'Liberation Sans Bold', 'Helvetica Bold'], weights: '501 900' }

function writeFaces(brand: DeclaredBrand, file: string): string {
  const { family, weights, regular, bold } = brand.font
  const address = relative(dirname(file), fontFileOf(brand))
  const fallback = (face: typeof REGULAR, { size, ascent, descent }: typeof regular) => `@font-face {
  font-family: "${family} Fallback";
  src: ${face.locals.map((name) => `local("${name}")`).join(', ')};
  font-weight: ${face.weights};
  size-adjust: ${size};
  ascent-override: ${ascent};
  descent-override: ${descent};
  line-gap-override: 0%;
}
`
  return `@font-face {
  font-family: "${family}";
  src: url("${address}") format("woff2");
  font-weight: ${weights};
  font-display: optional;
}
${fallback(REGULAR, regular)}${fallback(BOLD, bold)}`
}

function writeTokens({ id, standard }: DeclaredBrand, tokens: Record<string, string>): string {
  const lines = Object.entries(tokens).map(([name, value]) => `  --${inKebab(name)}: ${value};\n`)
  return `${standard ? ':root,\n' : ''}[data-brand="${id}"] {\n${lines.join('')}}\n`
}

const inKebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
