import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { node24, root, runQuietly } from './setup.mjs'

const dist = join(root, 'web', 'dist')
const stampFile = join(dist, '.stamp')

/**
 * File types to compress. Pages are excluded, because the server fills in the brand; fonts and images are already
 * compressed.
 */
const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt', '.map', '.wasm'])
const smallestWorthwhile = 512
const day = 24 * 60 * 60 * 1000

/** Builds the web pages if their sources changed. Returns { ok, output }. */
export async function ensureWebBuild() {
  const stamp = await stampOfSources()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return { ok: true, output: '' }
  console.log('Building the web pages…')
  // Built in a separate folder and swapped in: a failed build keeps the last good one, and concurrent builds do not
  // mix.
  const fresh = join(root, '.cache', `web-${process.pid}`)
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const build = (...args) => [vite, 'build', 'web', '--logLevel', 'warn', '--emptyOutDir', ...args]
  const steps = [
    build('--outDir', fresh),
    build('--ssr', '--outDir', join(fresh, 'server')),
    [join(root, 'web', 'prerender-pages.ts'), fresh],
  ]
  let code = 0
  let output = ''
  for (const step of steps) {
    const done = await runQuietly(node24, step)
    code ||= done.code
    output += done.output
    if (code !== 0) break
  }
  if (code === 0) {
    await compressAssets(fresh)
    writeFileSync(join(fresh, '.stamp'), stamp)
    swapIn(fresh)
  }
  rmSync(fresh, { recursive: true, force: true })
  return { ok: code === 0, output }
}

function swapIn(fresh) {
  const old = `${fresh}-old`
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(fresh, dist)
  keepRecentAssets(join(old, 'assets'), join(dist, 'assets'))
  rmSync(old, { recursive: true, force: true })
}

/** Keeps recent assets, because running servers and open pages still request them. */
function keepRecentAssets(from, to) {
  if (!existsSync(from)) return
  for (const name of readdirSync(from)) {
    const recent = Date.now() - statSync(join(from, name)).mtimeMs < day
    if (recent && !existsSync(join(to, name))) renameSync(join(from, name), join(to, name))
  }
}

async function stampOfSources() {
  const hash = createHash('sha256')
  const files = [join(root, 'package-lock.json'), fileURLToPath(import.meta.url)]
  for (const folder of ['web', 'core']) files.push(...(await listFiles(join(root, folder))))
  for (const file of files)
    hash
      .update(`${relative(root, file)}\0`)
      .update(await readFile(file))
      .update('\0')
  return hash.digest('hex')
}

async function listFiles(folder) {
  const files = []
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (['dist', 'node_modules'].includes(entry.name) || entry.name.includes('.test.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) files.push(...(await listFiles(path)))
    else files.push(path)
  }
  return files
}

/** Compresses at build time, so that the server only selects a file. */
async function compressAssets(folder) {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(
    names
      .filter((name) => compressible.has(extname(name)) && isSent(name))
      .map((name) => compressFile(join(folder, name))),
  )
}

/** Excludes the rendering program and its output, which only the server uses. */
const isSent = (name) => /^(?:assets|content)[\\/]/.test(name)

async function compressFile(path) {
  const content = await readFile(path)
  if (content.length < smallestWorthwhile) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
