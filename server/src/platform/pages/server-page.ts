import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { findBrand } from '../brands/brands.ts'
import { escapeHtml } from './escape-html.ts'
import { fillPlaceholders, webFolder } from './static-files.ts'

/**
 * A page that the server writes itself. `body` and `head` are HTML; `script` is a file of web/public/content. `home` is
 * where the logo leads, by default to the start of the portal.
 */
export type ServerPage = { title: string; body: string; home?: string; head?: string; script?: string }

let template: string | undefined
let values: Record<string, Record<string, string>> = {}

/** Writes a page with the styles, header and footer of the brand's other pages. */
export function writeServerPage(brand: string, page: ServerPage): string {
  if (template === undefined) {
    const isBuilt = existsSync(join(webFolder, 'brands.json'))
    template = isBuilt ? readFileSync(join(webFolder, 'providers.html'), 'utf8') : PLAIN
    if (isBuilt) values = JSON.parse(readFileSync(join(webFolder, 'brands.json'), 'utf8'))
  }
  return fillPage(fillPlaceholders(template, values[brand] ?? {}), brand, page)
}

/**
 * A page that opens `location` by GET, after a form. The content security policy allows forms to lead only to the
 * portal, and Chromium applies it to every redirect after a form.
 */
export const writeContinuePage = (brand: string, { title, location }: { title: string; location: string }): string =>
  writeServerPage(brand, {
    title,
    body: `<p><a href="${escapeHtml(location)}">Continue</a></p>`,
    head: `<meta http-equiv="refresh" content="0; url=${escapeHtml(location)}" />`,
  })

/** Used if the web pages are not built. */
const PLAIN =
  '<!doctype html><html lang="en"><head><title></title></head><body><!--screen--><!--/screen--></body></html>'

/**
 * Links the styles that the build inlines, and leaves out everything that starts the application: the content security
 * policy stays as it is for every reply.
 */
export function fillPage(html: string, brand: string, page: ServerPage): string {
  const script = page.script ? `\n    <script src="/content/${page.script}" defer></script>` : ''
  return html
    .replace(/\s*<style>.*?<\/style>/gs, '')
    .replace(/(<link rel="stylesheet"[^>]*) disabled>/g, '$1>')
    .replace(/\s*<script\b.*?<\/script>/gs, '')
    .replace(/\s*<div class="cannot-load.*?<\/div>/s, '')
    .replace(/\s*<noscript>.*?<\/noscript>/s, (whole) => (page.script ? whole : ''))
    .replace(/<title>[^<]*<\/title>/, () => titleOf(brand, page))
    .replace('</head>', () => `${page.head ?? ''}${script}\n  </head>`)
    .replace(/<!--screen-->.*<!--\/screen-->/s, () => frame(brand, page))
}

const titleOf = (brand: string, { title }: ServerPage): string =>
  `<title>${escapeHtml(`${title} | ${findBrand(brand).name}`)}</title>`

function frame(id: string, { title, body, home = '/' }: ServerPage): string {
  const brand = findBrand(id)
  const [first = '', ...rest] = brand.name.split(' ')
  const links = [
    ['Contact us', brand.contactUsLink],
    ['Terms of use', brand.termsOfUseLink],
    ['Privacy', PROVIDER_PATHS.privacy],
    ['Accessibility', PROVIDER_PATHS.accessibility],
    ['Language assistance', PROVIDER_PATHS.languageAssistance],
  ] as const
  return `<div class="app">
<a class="skip-link" href="#main">Skip to main content</a>
<header class="site-header"><div><a class="logo" href="${escapeHtml(home)}"><img src="${escapeHtml(brand.logo)}" alt="${escapeHtml(brand.name)}" width="40" height="40" /><span aria-hidden="true">${escapeHtml(first)}<small>${escapeHtml(rest.join(' '))}</small></span></a></div></header>
<main id="main" tabindex="-1"><div class="page narrow"><div class="card">
<h1>${escapeHtml(title)}</h1>
${body}
</div></div></main>
<footer class="site-footer"><div><span>© ${new Date().getFullYear()} ${escapeHtml(brand.name)}</span><ul>${links.map(([label, href]) => `<li><a href="${escapeHtml(href)}">${label}</a></li>`).join('')}</ul></div></footer>
</div>`
}
