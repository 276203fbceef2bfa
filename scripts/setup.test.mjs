import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { SERVER_FLAGS, SERVER_MEMORY, serverEnvironment } from './setup.mjs'

const setup = pathToFileURL(`${import.meta.dirname}/setup.mjs`).href

/** A launcher like scripts/start.mjs around a small program. */
const launcherOf = (program) => `import { node24, runForeground } from ${JSON.stringify(setup)}
  process.exitCode = await runForeground(node24, ['-e', ${JSON.stringify(program)}])`

function launch(program) {
  return spawn(process.execPath, ['--input-type=module', '-e', launcherOf(program)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('runs the program on the pinned Node and returns its exit code', async () => {
  const launcher = launch('console.log(process.versions.node.split(".")[0]); process.exit(7)')
  const exited = once(launcher, 'exit')
  expect(await once(createInterface({ input: launcher.stdout }), 'line')).toEqual(['24'])
  expect(await exited).toEqual([7, null])
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'])('%s reaches the program, and a second one does no harm', async (signal) => {
  const launcher = launch(`
    process.on('${signal}', () => setTimeout(() => process.exit(3), 100))
    setInterval(() => {}, 1000)
    console.log('ready')`)
  const exited = once(launcher, 'exit')
  await once(createInterface({ input: launcher.stdout }), 'line')
  launcher.kill(signal)
  launcher.kill(signal)
  expect(await exited).toEqual([3, null])
})

test('the end of the shell in which npm runs a script stops the program', async () => {
  const source = launcherOf(`
    process.on('SIGTERM', () => { console.log('stopped'); process.exit() })
    setInterval(() => {}, 1000)
    console.log('ready')`)
  const line = '"$0" --input-type=module -e "$1"; true'
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  const shell = spawn('sh', ['-c', line, process.execPath, source], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()
  expect((await lines.next()).value).toBe('ready')
  shell.kill('SIGTERM')
  expect((await lines.next()).value).toBe('stopped')
})

test('reports a program that a signal ended as failed', async () => {
  const launcher = launch('process.kill(process.pid, "SIGKILL")')
  expect(await once(launcher, 'exit')).toEqual([137, null])
})

test('every way to start the server sets its memory options, unless they are overridden', async () => {
  const program = await readFile(`${import.meta.dirname}/../deploy/portico`, 'utf8')
  expect(program).toContain(`GLIBC_TUNABLES="\${GLIBC_TUNABLES:-${SERVER_MEMORY}}"`)
  expect(program).toContain(`exec "$node" ${SERVER_FLAGS.join(' ')} "$home/server/src/main.ts"`)
  expect(serverEnvironment().GLIBC_TUNABLES).toBe(SERVER_MEMORY)
  vi.stubEnv('GLIBC_TUNABLES', 'glibc.malloc.arena_max=4')
  expect(serverEnvironment().GLIBC_TUNABLES).toBe('glibc.malloc.arena_max=4')
  vi.unstubAllEnvs()
})
