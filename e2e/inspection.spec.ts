import { expect, expectAccessible, test } from './fixtures.ts'

/** The other journeys rely on this: a page that differs in anything axe checks is checked again. */

const draw = (parts: {
  label?: string
  text?: string
  ground?: string
  link?: string
  beneath?: string
  hint?: string
}) => `<!doctype html>
  <html lang="en">
    <head><title>Inspected</title><style>
      body { background: #fff; color: #111 }
      p { ${parts.text ?? ''} }
      div { ${parts.ground ?? ''} }
      a { color: #111; ${parts.link ?? 'text-decoration: underline'} }
      .box { position: relative; height: 40px }
      .box > * { position: absolute; inset: 0 auto auto 0; width: 200px; height: 30px }
      .beneath { background: ${parts.beneath ?? '#eee'} }
      .hint { ${parts.hint ?? 'display: none'} }
    </style></head>
    <body><main>
      <h1>Inspected</h1>
      ${parts.label ?? '<label for="npi">NPI</label>'}<input id="npi">
      <div class="box"><span class="beneath"></span><span>Placed upon it</span></div>
      <input class="hint">
      <div><p>A sentence that leads <a href="#npi">to the field</a> above.</p></div>
    </main></body>
  </html>`

const faults: [rule: string, parts: Parameters<typeof draw>[0]][] = [
  ['label', { label: '<span>NPI</span>' }],
  ['color-contrast', { text: 'color: #bbb' }],
  ['color-contrast', { ground: 'background: #333' }],
  ['color-contrast', { text: 'opacity: 0.3' }],
  ['color-contrast', { beneath: '#333' }],
  ['label', { hint: 'display: block' }],
  ['link-in-text-block', { link: 'color: #222; text-decoration: none' }],
]

test('expectAccessible finds each fault on a page that differs only by that fault', async ({ page }) => {
  await page.setContent(draw({}))
  await expectAccessible(page)
  for (const [rule, parts] of faults) {
    await page.setContent(draw(parts))
    await expect(expectAccessible(page)).rejects.toThrow(`${rule}: `)
  }
  await page.setContent(draw({ text: 'color: #000; font-size: 17px' }))
  await expectAccessible(page)
})
