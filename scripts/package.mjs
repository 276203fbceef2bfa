// npm run package [-- --without-database]: builds one self-contained archive of the product for this platform.
// Writes it to dist/ with its checksum and its SBOM.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ensureWebBuild } from './build-web.mjs'
import { fail, root } from './setup.mjs'
import { listShipped } from './write-notices.ts'

const withoutDatabase = process.argv.includes('--without-database')
const { ok, output } = await ensureWebBuild()
if (!ok) fail(`${output}\nThe web pages could not be built.`)

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `portico-${version}-${process.platform}-${process.arch}${withoutDatabase ? '-without-database' : ''}`
const work = mkdtempSync(join(tmpdir(), 'portico-package-'))
const folder = join(work, name)
const out = join(root, 'dist')

try {
  copyProduct()
  installPackages()
  writeFileSync(
    join(folder, 'sbom.cdx.json'),
    `${JSON.stringify(describeParts(), null, 2)}
`,
  )
  const archive = pack()
  console.log(`${archive}\n${archive}.sha256\n${join(out, `${name}.sbom.cdx.json`)}`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** Copies the files to run and operate the product, without tests and page sources. */
function copyProduct() {
  const product = [
    'package.json',
    'package-lock.json',
    'LICENSE',
    'THIRD-PARTY-NOTICES.md',
    'CHANGELOG.md',
    'core/package.json',
    'core/src',
    'server/package.json',
    'server/src',
    'server/migrations',
    'server/plan-net',
    'server/directory-layouts',
    'web/package.json',
    'web/dist',
    'docs',
    'deploy',
  ]
  const wanted = (path) => !/\.test\.tsx?$|\/\.stamp$/.test(path)
  for (const path of product) cpSync(join(root, path), join(folder, path), { recursive: true, filter: wanted })
  mkdirSync(join(folder, 'bin'))
  cpSync(join(root, 'deploy', 'portico'), join(folder, 'bin', 'portico'))
  rmSync(join(folder, 'deploy', 'portico'))
  chmodSync(join(folder, 'bin', 'portico'), 0o755)
}

/** Installs the packages of the server, including Node, from the lock file. */
function installPackages() {
  const server = ['--workspace', '@portico/server', '--include-workspace-root']
  const kinds = ['--omit=dev', withoutDatabase ? '--omit=optional' : '--include=optional']
  run('npm', ['ci', ...server, ...kinds, '--no-audit', '--no-fund'])
}

function readLock(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Returns a CycloneDX SBOM of all packages in the archive and in the built pages. */
function describeParts() {
  const installed = readLock(join(folder, 'node_modules', '.package-lock.json')).packages
  const lock = readLock(join(root, 'package-lock.json'))
  const inPages = listShipped(lock).filter(({ path, optional }) => !optional && !(path in installed))
  const components = [...Object.entries(installed), ...inPages.map(({ path }) => [path, lock.packages[path]])]
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { version: packed, integrity, license }]) => {
      const part = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const [, digest = ''] = /^sha512-(.+)$/.exec(integrity ?? '') ?? []
      return {
        type: 'library',
        'bom-ref': `${part}@${packed}#${path}`,
        name: part,
        version: packed,
        purl: `pkg:npm/${part.replace('@', '%40')}@${packed}`,
        ...(license && { licenses: [{ expression: license }] }),
        ...(digest && { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }),
      }
    })
  const product = { type: 'application', 'bom-ref': 'portico', name: 'portico', version }
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component: product }, components }
}

function pack() {
  mkdirSync(out, { recursive: true })
  const archive = join(out, `${name}.tar.gz`)
  run('tar', ['--create', '--gzip', '--file', archive, '--owner=0', '--group=0', '--directory', work, name], work)
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(`${archive}.sha256`, `${sum}  ${basename(archive)}\n`)
  cpSync(join(folder, 'sbom.cdx.json'), join(out, `${name}.sbom.cdx.json`))
  return archive
}

function run(program, args, cwd = folder) {
  const result = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (result.status !== 0) fail(`${result.error?.message ?? result.stderr}\n${program} ${args[0]} failed.`)
  return result.stdout
}
