import { expect, it, test } from 'vitest'
import { testSettings } from '../../../test/build-test-app.ts'
import { HOSTILE_HTML } from '../../../test/hostile-html.ts'
import { brands } from '../brands/brands.ts'
import { renderMail } from './mail-body.ts'
import { renderMailHtml } from './mail-html.ts'

const settings = testSettings()
const own = `${settings.publicUrls.harborview}/thp/portal/providers/login?a=1&b=2`

const render = (paragraphs: string[], url = own, greeting = 'Robin', brand = 'harborview') => {
  const action = { sentence: 'Sign in:', url }
  const body = renderMail(brand, { subject: 'Hello', greeting, paragraphs, action })
  return renderMailHtml(settings, { brand, subject: 'Hello', body })
}

it('has each paragraph, the action as a button and as text, and whom to call', () => {
  const html = render(['Your access has changed.', 'You are an AU now.'])
  expect(html).toContain('>Your access has changed.</p>')
  expect(html).toContain('>You are an AU now.</p>')
  const escaped = own.replace('&', '&#38;')
  expect(html.match(/<a /g)).toHaveLength(1)
  expect(html).toMatch(/<a href="[^"]+"[^>]*>Sign in<\/a>/)
  expect(html).toContain(`href="${escaped}"`)
  expect(html).toContain(`>${escaped}</p>`)
  expect(html).toMatch(/Questions\? Call Provider Services at <span [^>]*>1-800-555-0100<\/span>/)
})

it.each(HOSTILE_HTML)('shows typed text as text: %s', (typed) => {
  const html = render([`Reason: ${typed}`], own, typed)
  const tags = [...html.matchAll(/<([a-z!][a-z]*)/gi)].map(([, name]) => name)
  const plain = [...render(['Reason: none']).matchAll(/<([a-z!][a-z]*)/gi)].map(([, name]) => name)
  expect(tags).toEqual(plain)
  expect(html).not.toMatch(/<[^>]*\son\w+=/i)
})

it.each(['https://evil.example/login', 'http://localhost.evil.example/', 'javascript:alert(1)'])(
  'makes no link of an address that is not the portal’s: %s',
  (url) => {
    expect(render(['Hello.'], url)).not.toMatch(/<a |href=/)
  },
)

it('reads a text without the standard parts as paragraphs', () => {
  const html = renderMailHtml(settings, {
    brand: 'harborview',
    subject: 'Hi',
    body: 'Hello Robin,\n\nthis is a test.\n',
  })
  expect(html).toContain('>Hello Robin,</p>')
  expect(html).toContain('>this is a test.</p>')
})

it('keeps the lines of a list', () => {
  const body = 'Your user names:\n  robin\n  robin2\n'
  const html = renderMailHtml(settings, { brand: 'harborview', subject: 'Hi', body })
  expect(html).toContain('Your user names:<br>robin<br>robin2</p>')
})

test.each(brands.map(({ id }) => id))('loads nothing and runs nothing, in light and dark colors of %s', (id) => {
  const html = render(['Hello.'], `${settings.publicUrls[id]}/x`, 'Robin', id)
  expect(html).not.toMatch(/<(img|link|script|form|iframe|object|svg|base)\b|src=|url\(|@import|@font-face/i)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('@media (prefers-color-scheme: dark)')
  const { tokens } = brands.find((brand) => brand.id === id) ?? { tokens: undefined }
  for (const color of [tokens?.primary, tokens?.onPrimary, tokens?.ink, tokens?.surface]) expect(html).toContain(color)
})

/** Relative luminance of #rrggbb. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test.each(brands.map(({ id }) => id))('has legible dark colors for %s', (id) => {
  const html = render(['Hello.'], own, 'Robin', id)
  const dark = /prefers-color-scheme: dark\) \{(.*?)\n\}/s.exec(html)?.[1] ?? ''
  const ground = luminance(/\.card \{ background: (#\w{6})/.exec(dark)?.[1] ?? '#ffffff')
  const inks = [...dark.matchAll(/\.(ink|soft) \{ color: (#\w{6})/g)].map(([, , color = '']) => luminance(color))
  expect(inks).toHaveLength(2)
  for (const ink of inks) expect((ink + 0.05) / (ground + 0.05)).toBeGreaterThan(4.5)
  const [, button = '', label = ''] = /\.button \{ background: (#\w{6}) !important; color: (#\w{6})/.exec(dark) ?? []
  expect((luminance(button) + 0.05) / (luminance(label) + 0.05)).toBeGreaterThan(4.5)
})
