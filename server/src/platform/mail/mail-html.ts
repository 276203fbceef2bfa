import type { DeclaredBrand } from '@portico/core/brand'
import { findBrand } from '../brands/brands.ts'
import { escapeHtml } from '../pages/escape-html.ts'
import type { Settings } from '../settings/settings.ts'
import { CALL } from './mail-body.ts'

type Message = { brand: string; subject: string; body: string }

/**
 * The HTML part of a message, made from its stored text when it is sent: only one version is stored, redacted and
 * deleted. It loads nothing, so that it looks the same with pictures off.
 */
export function renderMailHtml(settings: Settings, { brand: brandId, subject, body }: Message): string {
  const brand = findBrand(brandId)
  const blocks = body.trim().split(/\n{2,}/)
  if (blocks[0] === brand.name) blocks.shift()
  const end = blocks.findIndex((block) => block.startsWith(CALL))
  const [main, foot] = end < 0 ? [blocks, []] : [blocks.slice(0, end), blocks.slice(end)]
  const own = Object.values(settings.publicUrls).map((url) => new URL(url).origin)
  return page(brand, subject, {
    main: main.map((block) => renderBlock(brand, block, own)).join('\n'),
    foot: foot.map((block) => renderFoot(brand, block)).join('\n'),
  })
}

/** A label and the address under it are the action. */
const ACTION = /^(.+?):?\n(\S+:\S+)$/

function renderBlock({ tokens }: DeclaredBrand, block: string, own: string[]): string {
  const [, label, url] = ACTION.exec(block) ?? []
  if (!label || !url || !URL.canParse(url) || !own.includes(new URL(url).origin))
    return paragraph(block, 'ink', `color:${tokens.ink}`).replace(CODE, '<strong style="font-size:28px">$1</strong>')
  const look = `display:inline-block;padding:12px 24px;border-radius:${tokens.radius};background:${tokens.primary};color:${tokens.onPrimary};font-weight:bold;text-decoration:none`
  return `<p style="margin:24px 0 8px"><a href="${escapeHtml(url)}" class="button" style="${look}">${escapeHtml(label)}</a></p>
${paragraph('Or copy this address into your browser:', 'soft', `color:${tokens.inkSoft};font-size:14px;margin-bottom:0`)}
${paragraph(url, 'soft', `color:${tokens.inkSoft};font-size:14px;word-break:break-all`)}`
}

function renderFoot({ tokens }: DeclaredBrand, block: string): string {
  if (!block.startsWith(CALL)) return paragraph(block, 'soft', `color:${tokens.inkSoft};font-size:14px`)
  return paragraph(block, 'ink', `color:${tokens.ink}`).replace(PHONE, '<span style="white-space:nowrap">$&</span>')
}

const PHONE = /[\d-]{12,}/

/** The code of a message whose text begins with it. */
const CODE = /(?<=>)(\d{6})(?= is your code\b)/

function paragraph(text: string, color: 'ink' | 'soft', style: string): string {
  const lines = text.split(/\n\s*/).map(escapeHtml)
  return `<p class="${color}" style="margin:0 0 16px;overflow-wrap:anywhere;${style}">${lines.join('<br>')}</p>`
}

/** A brand declares light colors only: in the dark its light tint takes the place of its dark primary color. */
const darkStyles = ({ tokens }: DeclaredBrand) => `
@media (prefers-color-scheme: dark) {
  .ground { background: #121416 !important }
  .card { background: #1e2124 !important; border-color: #3c4146 !important }
  .ink { color: #eceff1 !important }
  .soft { color: #b6bec4 !important }
  .button { background: ${tokens.primaryTint} !important; color: ${tokens.primaryStrong} !important }
}`

type Parts = { main: string; foot: string }

/** Tables and inline styles, because mail programs drop other layout. */
function page(brand: DeclaredBrand, subject: string, { main, foot }: Parts): string {
  const { tokens } = brand
  const font = `font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5`
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark }${darkStyles(brand)}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${tokens.surface}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="background:${tokens.surface}">
<tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="max-width:600px;background:${tokens.card};border:1px solid ${tokens.line};${font}">
<tr><td style="padding:16px 20px;background:${tokens.heroFlat};color:${tokens.onHero};border-bottom:4px solid ${tokens.accent};font-size:18px;font-weight:bold">${escapeHtml(brand.name)}</td></tr>
<tr><td style="padding:24px 20px 8px">
${main}
</td></tr>
<tr><td class="card" style="padding:16px 20px 0;border-top:1px solid ${tokens.line}">
${foot}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
