import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startTestCluster } from '../../server/test/templates.ts'

/**
 * The long version of the run against the model of proof (server/test/proof-model): each process plays its share of
 * random sequences, others each time unless SOAK_SEED names them. A failure prints its seed and the shortest sequence.
 */
const SEQUENCES = Number(process.env.SOAK_SEQUENCES ?? 50_000)
const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000_000)
/** They wait for the database half of the time. */
const PROCESSES = Number(process.env.SOAK_PROCESSES ?? 4)
/** Further apart than one process comes: no two play the same. */
const APART = 1_000_000

export async function soakProofs(): Promise<boolean> {
  console.log(`${SEQUENCES} random sequences of registration, link and decision calls, ${PROCESSES} processes…`)
  const { database, remove } = await startTestCluster()
  try {
    const task = { cluster: database.config, runs: Math.ceil(SEQUENCES / PROCESSES) }
    const shares = Array.from({ length: PROCESSES }, (_, index) => play({ ...task, seed: SEED + index * APART }))
    return (await Promise.all(shares)).every((code) => code === 0)
  } finally {
    await remove()
  }
}

async function play(task: object): Promise<number | null> {
  const processFile = fileURLToPath(new URL('../../server/test/proof-model/play-process.ts', import.meta.url))
  const child = spawn(process.execPath, [processFile], { stdio: ['pipe', 'inherit', 'inherit'] })
  child.stdin.end(JSON.stringify(task))
  const [code] = await once(child, 'exit')
  return code
}

if (import.meta.main) process.exitCode = (await soakProofs()) ? 0 : 1
