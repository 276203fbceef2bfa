// node scripts/run.mjs FILE args…: installs packages if needed and runs a program on the pinned Node.
import { resolve } from 'node:path'
import { ensurePackages, fail, node24, projectEnvironment, RUN, root, runForeground } from './setup.mjs'

const [file, ...args] = process.argv.slice(2)
if (!file) fail('Usage: node scripts/run.mjs FILE [arguments]')
ensurePackages(file.startsWith('server/src/') ? RUN : undefined)
// File names in the arguments are relative to the user's folder, which npm stores in INIT_CWD.
const cwd = process.env.INIT_CWD ?? process.cwd()
// Uses the same data folder as `npm start`.
const env = projectEnvironment({ PORTICO_DATA_DIR: resolve(root, process.env.PORTICO_DATA_DIR ?? 'data') })
process.exitCode = await runForeground(node24, [resolve(root, file), ...args], { cwd, env })
