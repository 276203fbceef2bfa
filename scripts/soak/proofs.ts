import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * The long version of the run against the model of proof (server/test/proof-model): each process plays its share of
 * random sequences, others each time unless SOAK_SEED names them. A failure prints its seed and the shortest sequence.
 */
const SEQUENCES = Number(process.env.SOAK_SEQUENCES ?? 50_000)
const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000_000)
const PROCESSES = 2

const root = fileURLToPath(new URL('../..', import.meta.url))

export async function soakProofs(): Promise<boolean> {
  console.log(`${SEQUENCES} random sequences of registration, link and decision calls, ${PROCESSES} processes…`)
  const codes = await Promise.all(Array.from({ length: PROCESSES }, (_, index) => play(SEED + index)))
  return codes.every((code) => code === 0)
}

async function play(seed: number): Promise<number | null> {
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
  const child = spawn(process.execPath, [vitest, 'run', 'server/test/proof-model'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PROOF_MODEL_RUNS: String(Math.ceil(SEQUENCES / PROCESSES)), PROOF_MODEL_SEED: String(seed) },
  })
  const [code] = await once(child, 'exit')
  return code
}

if (import.meta.main) process.exitCode = (await soakProofs()) ? 0 : 1
