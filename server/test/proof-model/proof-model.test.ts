import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../build-test-app.ts'
import { createTestClock } from '../clock.ts'
import { type Command, DESKS } from './command.ts'
import { decisionCommands } from './decision-commands.ts'
import { newModel } from './model.ts'
import { registrationCommands } from './registration-commands.ts'
import { createEmptier, openWorld } from './world.ts'

/**
 * Random sequences of registration, link and decision calls over several people, NPIs and clocks: nobody has an
 * account or access without its full proof. A few dozen here, always the same; `npm run soak` makes 50,000 others
 * (PROOF_MODEL_RUNS, PROOF_MODEL_SEED).
 */
const RUNS = Number(process.env.PROOF_MODEL_RUNS ?? 48)
const SEED = Number(process.env.PROOF_MODEL_SEED ?? 15)
const MOST = 1_000_000

const started = new Date()
const clock = createTestClock(started)
const happened = new Map<string, number>()
let app: TestApp
let owner: pg.Client
let empty: () => Promise<unknown>

beforeAll(async () => {
  const limits = {
    npiLookupsPer5Min: MOST,
    signInsPerMinutePerUser: MOST,
    signInsPerMinutePerAddress: MOST,
    strangerMailsPerDayPerAddress: MOST,
    strangerMailsPerDayPerTarget: MOST,
  }
  app = await buildTestApp({ clock, settings: { captcha: { provider: 'altcha', cost: 1 }, limits } })
  owner = new pg.Client(app.ownerLogin)
  await owner.connect()
  empty = await createEmptier(owner)
})
afterAll(async () => {
  await owner?.end()
  await app?.close()
})

const sequences = fc.commands<ReturnType<typeof newModel>, Awaited<ReturnType<typeof openWorld>>, false>(
  [...registrationCommands, ...decisionCommands],
  { maxCommands: 40, size: '+1' },
)

async function play(commands: Iterable<Command>): Promise<void> {
  await empty()
  clock.set(started)
  const setUp = async () => ({ model: newModel(started.getTime(), DESKS), real: await openWorld(app, DESKS, happened) })
  await fc.asyncModelRun(setUp, commands)
}

test(
  'nobody has an account or access without its full proof, whatever is tried in whatever order',
  async () => {
    await fc.assert(fc.asyncProperty(sequences, play), { numRuns: RUNS, seed: SEED, endOnFailure: RUNS > 1000 })
    if (process.env.PROOF_MODEL_RUNS)
      console.log(`${RUNS} sequences: ${[...happened].map(([what, times]) => `${what} ${times}`).join(', ')}`)
    // A run in which nothing succeeds would prove nothing.
    for (const what of [
      'quiz passed',
      'asked: self',
      'asked: behalf',
      'asked: contract',
      'asked: AA',
      'asked: AU',
      'accepted by the provider',
      'approved',
      'contract validated',
      'invited',
      'invitation accepted',
      'changeGrant',
    ])
      expect(happened.get(what) ?? 0, what).toBeGreaterThan(0)
  },
  RUNS * 20_000,
)
