// npm start: installs, builds and runs the portal from a bare checkout.
import { ensurePackages, fail, node24, runForeground, SERVER_FLAGS, serverEnvironment } from './setup.mjs'

ensurePackages()
const { ensureWebBuild } = await import('./build-web.mjs')
const { ok, output } = await ensureWebBuild()
if (!ok) fail(`${output}\nThe web pages could not be built.`)
const program = [...SERVER_FLAGS, 'server/src/main.ts', ...process.argv.slice(2)]
process.exitCode = await runForeground(node24, program, { env: serverEnvironment() })
