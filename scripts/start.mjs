// npm start: installs, builds and runs the portal from a bare checkout.
import { ensurePackages, fail, node24, RUN, runForeground, SERVER_FLAGS, serverEnvironment } from './setup.mjs'

ensurePackages(RUN)
const { ensureWebBuild } = await import('./build-web.mjs')
const building = ensureWebBuild()
const program = [...SERVER_FLAGS, 'server/src/main.ts', '--await-pages', ...process.argv.slice(2)]
const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
process.exitCode = await runForeground(node24, program, { env: serverEnvironment(), stdio, onStart: sendPages })

/** The server prepares its database meanwhile, and listens once the pages are built. */
async function sendPages(server) {
  const { ok, output } = await building
  if (ok) return server.connected && server.send('pages built')
  server.once('exit', () => fail(`${output}\nThe web pages could not be built.`))
  server.kill()
}
