// Runs on the system's Node (20 or later), before any package is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { delimiter, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

// `import.meta.dirname` is newer than Node 20.0.
export const root = resolve(fileURLToPath(import.meta.url), '../..')
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.portico-stamp')
export const nodeName = (platform = process.platform) => (platform === 'win32' ? 'node.exe' : 'node')

/** The pinned Node of the npm package `node`. */
export const node24 = join(modules, 'node', 'bin', nodeName())

/**
 * What is installed. Running and building needs the packages of the workspaces; the root's packages are for tests and
 * checks, and are a third of all.
 */
export const RUN = 'run'
export const ALL = 'all'

/** Installs the packages if the lock file changed or more of them are needed. */
export function ensurePackages(needed = ALL) {
  const lock = stampOfLock()
  const stamp = existsSync(node24) ? readText(stampFile) : undefined
  if (stamp === `${lock} ${ALL}` || stamp === `${lock} ${needed}`) return
  const isInstalled = existsSync(node24) && isInstalledAlready()
  if (!isInstalled) installPackages(stamp === `${lock} ${RUN}` ? ADD_REST : ciOf(needed))
  if (!existsSync(node24)) fail('Node 24 was not installed. Allow install scripts for the package `node`.')
  writeFileSync(stampFile, `${lock} ${isInstalled ? ALL : needed}`)
}

function stampOfLock() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}`
}

/** True after a manual `npm ci`: npm records the installed packages. */
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

const ciOf = (needed) => ['ci', ...(needed === RUN ? ['--workspaces'] : [])]

/** Adds packages and removes none: a portal that `npm start` runs may use them. */
const ADD_REST = ['install', '--no-save']

function installPackages(command) {
  const { node, copy } = findOutsideNode()
  console.log('Installing packages…')
  const { program, args, shell } = npmCommand(node, command)
  const env = { ...process.env, PATH: pathWithoutOurs() }
  const result = spawnSync(program, args, { cwd: root, env, shell, encoding: 'utf8', stdio: 'pipe' })
  if (copy) rmSync(copy, { recursive: true, force: true })
  if (result.status === 0) return
  console.error(result.error?.message ?? `${result.stdout}${result.stderr}`)
  fail('The packages could not be installed.')
}

/** npm by its own script on that Node. Without that script, by its program: a .cmd file on Windows, which needs a shell. */
export function npmCommand(node, command, { npm = process.env.npm_execpath, platform = process.platform } = {}) {
  const args = [...command, '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  if (npm?.endsWith('.js')) return { program: node, args: [npm, ...args], shell: false }
  return { program: 'npm', args, shell: platform === 'win32' }
}

/** Finds a Node outside node_modules, because `npm ci` deletes that folder. `copy` is a folder to remove afterward. */
export function findOutsideNode({ running = process.execPath, platform = process.platform } = {}) {
  if (!running.startsWith(modules + sep)) return { node: running }
  if (platform === 'win32') fail('The packages changed. Run `npm ci`, then this command again.')
  for (const folder of pathWithoutOurs().split(delimiter)) {
    if (existsSync(join(folder, nodeName(platform)))) return { node: join(folder, nodeName(platform)) }
  }
  const copy = mkdtempSync(join(tmpdir(), 'portico-node-'))
  copyFileSync(running, join(copy, nodeName(platform)))
  return { node: join(copy, nodeName(platform)), copy }
}

function pathWithoutOurs() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => !resolve(folder).startsWith(modules)).join(delimiter)
}

/** Environment of child processes: the project's programs and Node 24 first on PATH, with a shared compile cache. */
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
 * glibc settings of the server (also in `deploy/portico`). A password hash takes 19 MB. One heap with huge pages needs
 * 7% less CPU and half the memory of one heap per thread.
 */
export const SERVER_MEMORY = 'glibc.malloc.arena_max=1:glibc.malloc.hugetlb=1'

/**
 * V8 flags of the server: a young generation of 16 MB instead of 1 MB. A sign-in takes 7% less time of the main thread,
 * for 40 MB of memory.
 */
export const SERVER_FLAGS = ['--min-semi-space-size=16']

export const serverEnvironment = () => ({ GLIBC_TUNABLES: SERVER_MEMORY, ...projectEnvironment() })

/** Runs a program in the terminal, forwards signals and returns its exit code. `onStart` gets the process. */
export function runForeground(program, args, { onStart = () => {}, ...options } = {}) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: projectEnvironment(), ...options })
  onStart(child)
  const stopForwarding = forwardSignals([child])
  return new Promise((done, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      stopForwarding()
      done(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}

/**
 * Forwards signals. Ctrl-C also reaches the children directly, so they must tolerate a second signal. On Windows it
 * reaches them only directly: `kill` would end them there before they can close the database.
 */
export function forwardSignals(children, platform = process.platform) {
  const forward = (signal) => {
    if (platform === 'win32') return
    for (const child of children) child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  const watch = watchShell(() => forward('SIGTERM'))
  return () => {
    for (const signal of signals) process.off(signal, forward)
    clearInterval(watch)
  }
}

/** npm runs a script in a shell. A signal to npm ends that shell but does not reach this process, so it looks. */
function watchShell(onEnd) {
  if (!process.env.npm_lifecycle_event) return undefined
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    onEnd()
  }, 200)
  return watch.unref()
}

/** Runs a program and captures its output. */
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
