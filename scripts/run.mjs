// node scripts/run.mjs FILE args…: runs one of the project's programs on the pinned Node, packages ensured.
import { resolve } from 'node:path'
import { ensurePackages, fail, node24, projectEnvironment, root, runForeground } from './setup.mjs'

const [file, ...args] = process.argv.slice(2)
if (!file) fail('Usage: node scripts/run.mjs FILE [arguments]')
ensurePackages()
// File names in the arguments are relative to where the person stands, which npm notes in INIT_CWD.
const cwd = process.env.INIT_CWD ?? process.cwd()
// The data folder is the one `npm start` uses, wherever that is.
const env = projectEnvironment({ PORTICO_DATA_DIR: resolve(root, process.env.PORTICO_DATA_DIR ?? 'data') })
process.exitCode = await runForeground(node24, [resolve(root, file), ...args], { cwd, env })
