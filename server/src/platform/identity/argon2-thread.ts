import { argon2Sync } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Argon2Work } from './argon2-threads.ts'

// On Linux a priority belongs to its thread: hashing uses idle cores, and yields at once to a thread with a reply to
// send. Elsewhere the call would slow down the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

parentPort?.on('message', (work: Argon2Work) => {
  try {
    parentPort?.postMessage({ tag: argon2Sync('argon2id', work) })
  } catch (error) {
    parentPort?.postMessage({ error })
  }
})
