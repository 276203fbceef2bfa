// npm run dev: restarts the server when its files change and hot-reloads the web pages.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensurePackages, forwardSignals, node24, projectEnvironment, root } from './setup.mjs'

ensurePackages()
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const options = { cwd: root, stdio: 'inherit', env: projectEnvironment() }
const children = [
  spawn(node24, ['--watch', '--watch-preserve-output', 'server/src/main.ts'], options),
  spawn(node24, [vite, 'web'], options),
]
forwardSignals(children)

let stillRunning = children.length
for (const child of children) {
  child.once('exit', (code) => {
    stillRunning -= 1
    if (code) process.exitCode = code
    // If one process ends, stop the other.
    if (stillRunning > 0) for (const other of children) other.kill('SIGTERM')
  })
}
