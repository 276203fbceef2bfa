import { expect, test } from 'vitest'
import { fillPage } from './server-page.ts'

const BUILT = `<!doctype html>
<html lang="en" data-brand="harborview">
  <head>
    <title>Harborview</title>
    <style>a{color:red}</style>
    <link rel="stylesheet" href="/assets/shell-1.css" disabled>
  </head>
  <body>
    <link rel="stylesheet" href="/content/blank.css"  />
    <script data-app="/assets/providers.js">start()</script>
    <!--screen--><div id="root"></div><!--/screen-->
    <div class="cannot-load late" id="late" role="alert"><p>Unfortunately</p></div>
    <noscript><p>needs JavaScript</p></noscript>
  </body>
</html>`

test('has the brand’s styles, name and frame, but no inline block and no application', () => {
  const html = fillPage(BUILT, 'harborview', { title: 'A & B', body: '<p>Text</p>' })
  expect(html).toContain('<title>A &#38; B | Harborview Health Plan</title>')
  expect(html).toContain('<h1>A &#38; B</h1>\n<p>Text</p>')
  expect(html).toContain('<link rel="stylesheet" href="/assets/shell-1.css">')
  expect(html).toContain('alt="Harborview Health Plan"')
  for (const left of ['<style', '<script', 'Unfortunately', 'noscript', 'id="root"', 'disabled'])
    expect(html).not.toContain(left)
})

test('a page with a script says that it needs JavaScript', () => {
  const html = fillPage(BUILT, 'bayside', { title: 'A', body: '', script: 'consent.js' })
  expect(html).toContain('<script src="/content/consent.js" defer></script>')
  expect(html).toContain('needs JavaScript')
  expect(html).toContain('Bayside')
})
