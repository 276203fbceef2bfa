import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type PDFContext, type PDFDocument, PDFHexString, PDFName, type PDFRef, PDFString } from '@cantoo/pdf-lib'
import { readTrueType, type TrueTypeFont } from './true-type.ts'

/** Noto Sans has the Latin, Greek and Cyrillic letters with all their marks. */
const STYLES = { regular: '400Regular', bold: '700Bold', italic: '500Medium_Italic' } as const
export type FontStyle = keyof typeof STYLES

/** A font of one document, which embeds only the glyphs that the document shows. */
export type EmbeddedFont = {
  name: PDFName
  ref: PDFRef
  widthOf(text: string, size: number): number
  encode(text: string): PDFHexString
  /** Writes the font into the document, after everything is drawn. */
  embed(): void
}

const programs = new Map<FontStyle, TrueTypeFont>()

/** The font program of a style. It is read once. */
export function findFont(style: FontStyle): TrueTypeFont {
  const known = programs.get(style)
  if (known) return known
  const file = `@expo-google-fonts/noto-sans/${STYLES[style]}/NotoSans_${STYLES[style]}.ttf`
  const font = readTrueType(readFileSync(createRequire(import.meta.url).resolve(file)))
  programs.set(style, font)
  return font
}

export function addFont({ context }: PDFDocument, style: FontStyle): EmbeddedFont {
  const font = findFont(style)
  const ref = context.nextRef()
  /** The shown glyphs with the character that each one stands for. */
  const shown = new Map<number, string>()
  const glyphsOf = (text: string) =>
    [...text].map((letter) => [font.glyphOf(letter.codePointAt(0) ?? 0), letter] as const)
  return {
    name: PDFName.of(`NotoSans-${style}`),
    ref,
    widthOf(text, size) {
      const units = glyphsOf(text).reduce((sum, [glyph]) => sum + font.advanceOf(glyph), 0)
      return (units / font.unitsPerEm) * size
    },
    encode(text) {
      const glyphs = glyphsOf(text)
      for (const [glyph, letter] of glyphs) if (!shown.has(glyph)) shown.set(glyph, letter)
      return PDFHexString.of(glyphs.map(([glyph]) => hex(glyph)).join(''))
    },
    embed() {
      if (shown.size > 0) embedFont(context, { font, style, ref, shown })
    },
  }
}

const hex = (number: number): string => number.toString(16).padStart(4, '0').toUpperCase()

type Shown = { font: TrueTypeFont; style: FontStyle; ref: PDFRef; shown: Map<number, string> }

/** A composite font: its codes are the glyph ids, and a second map gives the text for copying and reading aloud. */
function embedFont(context: PDFContext, { font, style, ref, shown }: Shown): void {
  // A subset has six letters before its name.
  const name = `PORTIC+NotoSans-${style}`
  const scale = 1000 / font.unitsPerEm
  const glyphs = [...shown.keys()].toSorted((one, other) => one - other)
  const descriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: name,
    // Nonsymbolic or, as here, symbolic: the font brings its own encoding.
    Flags: style === 'italic' ? 4 | 64 : 4,
    FontBBox: font.box.map((side) => side * scale),
    ItalicAngle: font.italicAngle,
    Ascent: font.ascent * scale,
    Descent: font.descent * scale,
    CapHeight: font.capHeight * scale,
    StemV: style === 'bold' ? 140 : 80,
    FontFile2: context.register(context.flateStream(font.subset(glyphs))),
  })
  const glyphFont = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
    CIDToGIDMap: 'Identity',
    FontDescriptor: context.register(descriptor),
    W: glyphs.flatMap((glyph) => [glyph, [font.advanceOf(glyph) * scale]]),
  })
  context.assign(
    ref,
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [context.register(glyphFont)],
      ToUnicode: context.register(context.flateStream(unicodeMap(glyphs, shown))),
    }),
  )
}

/** The PDF operator takes at most 100 pairs. */
const PAIRS = 100

function unicodeMap(glyphs: number[], shown: Map<number, string>): string {
  const pairs = glyphs.map((glyph) => `<${hex(glyph)}> <${utf16(shown.get(glyph) ?? '')}>`)
  const blocks = Array.from({ length: Math.ceil(pairs.length / PAIRS) }, (_, block) => {
    const some = pairs.slice(block * PAIRS, (block + 1) * PAIRS)
    return `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`
  })
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}

const utf16 = (letter: string): string =>
  Array.from({ length: letter.length }, (_, at) => hex(letter.charCodeAt(at))).join('')
