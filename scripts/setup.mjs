// Runs on whatever Node the machine has (20 or later), before any package is there.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve, sep } from 'node:path'

export const root = resolve(import.meta.dirname, '..')
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.portico-stamp')
const exe = process.platform === 'win32' ? '.exe' : ''

/** The Node this project pins, brought by the npm package `node`. */
export const node24 = join(modules, 'node', 'bin', `node${exe}`)

/** Installs the packages when the lock file has changed since the last time. */
export function ensurePackages() {
  const stamp = stampOfLock()
  if (existsSync(node24) && readText(stampFile) === stamp) return
  if (!existsSync(node24) || !isInstalledAlready()) installPackages()
  if (!existsSync(node24)) fail('Node 24 did not arrive. Install scripts must be allowed for the package `node`.')
  writeFileSync(stampFile, stamp)
}

function stampOfLock() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}`
}

/** Somebody may have run `npm ci` by hand; npm notes what it put there. */
function isInstalledAlready() {
  const found = readText(join(modules, '.package-lock.json'))
  if (!found) return false
  const installed = JSON.parse(found).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, entry]) =>
      !path.includes('node_modules/') || entry.optional || entry.link || installed[path]?.version === entry.version,
  )
}

function installPackages() {
  console.log('Installing packages…')
  const env = { ...process.env, PATH: pathWithoutOurs() }
  const node = findOutsideNode()
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath
  const result = npm?.endsWith('.js')
    ? spawnSync(node, [npm, ...args], { cwd: root, env, encoding: 'utf8', stdio: 'pipe' })
    : spawnSync('npm', args, { cwd: root, env, encoding: 'utf8', stdio: 'pipe', shell: process.platform === 'win32' })
  if (node.startsWith(tmpdir())) rmSync(dirname(node), { recursive: true, force: true })
  if (result.status === 0) return
  console.error(result.error?.message ?? `${result.stdout}${result.stderr}`)
  fail('The packages could not be installed.')
}

/** `npm ci` removes node_modules first, and with it a Node that runs from there. */
function findOutsideNode() {
  if (!process.execPath.startsWith(modules + sep)) return process.execPath
  for (const folder of pathWithoutOurs().split(delimiter)) {
    if (existsSync(join(folder, `node${exe}`))) return join(folder, `node${exe}`)
  }
  const copy = join(mkdtempSync(join(tmpdir(), 'portico-node-')), `node${exe}`)
  copyFileSync(process.execPath, copy)
  return copy
}

function pathWithoutOurs() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => !resolve(folder).startsWith(modules)).join(delimiter)
}

/** Children find Node 24 and the project's programs first, and what Node compiled for the last of them. */
export function projectEnvironment(extra = {}) {
  const NODE_COMPILE_CACHE = join(root, '.cache', 'compiled')
  return {
    NODE_COMPILE_CACHE,
    ...process.env,
    PATH: [join(modules, '.bin'), pathWithoutOurs()].join(delimiter),
    ...extra,
  }
}

/**
 * For the server alone (`deploy/portico` has it too): a password's hash takes 19 MB, which threads that each have a heap
 * of their own ask the system for again and again. In one heap of large pages it takes 7 % less of the processor, and
 * the process half as much memory for it.
 */
export const SERVER_MEMORY = 'glibc.malloc.arena_max=1:glibc.malloc.hugetlb=1'

/**
 * For the server alone too: what calls leave behind is looked through when it comes to 16 MB, and not to one. A sign-in
 * takes the server's own thread a fifteenth less, for 40 MB of memory.
 */
export const SERVER_FLAGS = ['--min-semi-space-size=16']

export const serverEnvironment = () => ({ GLIBC_TUNABLES: SERVER_MEMORY, ...projectEnvironment() })

/** Starts a program that shares the terminal. Signals are passed on; the answer is its exit code. */
export function runForeground(program, args, options = {}) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: projectEnvironment(), ...options })
  const stopForwarding = forwardSignals([child])
  return new Promise((done, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      stopForwarding()
      done(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}

/** Ctrl-C reaches the children by themselves too, and under npm more than once: they must take a second one calmly. */
export function forwardSignals(children) {
  const forward = (signal) => {
    for (const child of children) child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  return () => {
    for (const signal of signals) process.off(signal, forward)
  }
}

/** Runs a program quietly; what it said is kept for the case that it fails. */
export function runQuietly(program, args, options = {}) {
  const env = projectEnvironment({ NO_COLOR: '1', FORCE_COLOR: undefined })
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env, ...options })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  const stopForwarding = forwardSignals([child])
  return new Promise((done) => {
    child.once('error', (error) => done({ code: 1, output: error.message }))
    child.once('close', (code) => {
      stopForwarding()
      done({ code: code ?? 1, output })
    })
  })
}

export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
