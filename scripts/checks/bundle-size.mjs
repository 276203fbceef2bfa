// Lists the size of every chunk and fails if the first download of a page is over budget.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ensureWebBuild } from '../build-web.mjs'
import { root } from '../setup.mjs'

/** React alone is 67 kB of the JavaScript. */
const budget = { js: 100_000, css: 12_000 }

const dist = join(root, 'web', 'dist')
if (!existsSync(join(dist, 'registration.html'))) {
  const { ok, output } = await ensureWebBuild()
  if (!ok) {
    console.error(output)
    process.exit(1)
  }
}

const sizeOf = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
const inKilobytes = (bytes) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`

/** Scripts and styles in the HTML of an entry: its own file first, then all preloaded files. */
function firstDownload(entry) {
  const html = readFileSync(join(dist, `${entry}.html`), 'utf8')
  const toLoad = / data-app="([^"]+)"/.exec(html)?.[1].split(' ') ?? []
  const named = [...html.matchAll(/(?:src|href)="(\/(?:assets|content)\/[^"]+\.(?:js|css))"/g)].map((match) => match[1])
  return [...new Set([...toLoad, ...named].map((address) => address.slice(1)))]
}

const entries = readdirSync(dist).flatMap((name) => (name.endsWith('.html') ? [name.slice(0, -'.html'.length)] : []))
const neededBy = new Map()
for (const entry of entries) {
  for (const file of firstDownload(entry)) neededBy.set(file, [...(neededBy.get(file) ?? []), entry])
}

console.log('Chunks, gzip:')
const chunks = readdirSync(join(dist, 'assets')).filter((name) => /\.(js|css)$/.test(name))
for (const name of chunks.sort((a, b) => sizeOf(`assets/${b}`) - sizeOf(`assets/${a}`))) {
  const users = neededBy.get(`assets/${name}`)
  console.log(`${inKilobytes(sizeOf(`assets/${name}`))}  ${name}  ${users ? users.join(', ') : '(later)'}`)
}

/** All files that the entries can load. The folder may also contain assets of an earlier build. */
function findReachable() {
  const found = new Set(entries.flatMap(firstDownload))
  for (const file of found) {
    for (const [name] of readFileSync(join(dist, file), 'utf8').matchAll(/[\w-]+\.js\b/g))
      if (chunks.includes(name)) found.add(`assets/${name}`)
  }
  return [...found]
}

// The browser does not need the schema library. One accidental import of a shape would include all of it.
const withShapes = findReachable().filter((file) => readFileSync(join(dist, file), 'utf8').includes('~kind'))
for (const file of withShapes) console.error(`${file} contains the schema library`)

// Importing the entry file of a page would start that page inside another one.
const entryFiles = entries.map((entry) => firstDownload(entry).find((file) => /^assets.*\.js$/.test(file)))
const startingOthers = findReachable().filter((file) => {
  const imported = [...readFileSync(join(dist, file), 'utf8').matchAll(/from"\.\/([\w-]+\.js)"/g)]
  return imported.some(([, name]) => entryFiles.includes(`assets/${name}`))
})
for (const file of startingOthers) console.error(`${file} imports the entry of a page`)

let failed = withShapes.length > 0 || startingOthers.length > 0
console.log('First download of each entry, gzip:')
for (const entry of entries) {
  for (const kind of ['js', 'css']) {
    const files = firstDownload(entry).filter((file) => file.endsWith(`.${kind}`))
    const total = files.reduce((sum, file) => sum + sizeOf(file), 0)
    const over = total > budget[kind]
    failed ||= over || total === 0
    const limit = `of ${inKilobytes(budget[kind]).trim()}${over ? ' — OVER BUDGET' : ''}`
    console.log(`${inKilobytes(total)}  ${entry} ${kind} ${limit}`)
  }
}
process.exitCode = failed ? 1 : 0
