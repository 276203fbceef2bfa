import { expect, expectAccessible, test } from './fixtures.ts'

/** What the other journeys rely on: a page that differs from a known one in anything axe judges is judged. */

const draw = (parts: { label?: string; text?: string; ground?: string; link?: string }) => `<!doctype html>
  <html lang="en">
    <head><title>Inspected</title><style>
      body { background: #fff; color: #111 }
      p { ${parts.text ?? ''} }
      div { ${parts.ground ?? ''} }
      a { color: #111; ${parts.link ?? 'text-decoration: underline'} }
    </style></head>
    <body><main>
      <h1>Inspected</h1>
      ${parts.label ?? '<label for="npi">NPI</label>'}<input id="npi">
      <div><p>A sentence that leads <a href="#npi">to the field</a> above.</p></div>
    </main></body>
  </html>`

const faults: [rule: string, parts: Parameters<typeof draw>[0]][] = [
  ['label', { label: '<span>NPI</span>' }],
  ['color-contrast', { text: 'color: #bbb' }],
  ['color-contrast', { ground: 'background: #333' }],
  ['color-contrast', { text: 'opacity: 0.3' }],
  ['link-in-text-block', { link: 'color: #222; text-decoration: none' }],
]

test('beside a page without fault one is found that differs by what axe judges', async ({ page }) => {
  await page.setContent(draw({}))
  await expectAccessible(page)
  for (const [rule, parts] of faults) {
    await page.setContent(draw(parts))
    await expect(expectAccessible(page)).rejects.toThrow(`${rule}: `)
  }
  await page.setContent(draw({ text: 'color: #000; font-size: 17px' }))
  await expectAccessible(page)
})
