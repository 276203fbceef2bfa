import fc from 'fast-check'
import pg from 'pg'
import { buildTestApp } from '../build-test-app.ts'
import { createTestClock } from '../clock.ts'
import type { Connection } from '../database.ts'
import { codeCommands } from './code-commands.ts'
import { BROWSERS, type Command } from './command.ts'
import { decisionCommands, waitCommands } from './decision-commands.ts'
import { grantCommands } from './grant-commands.ts'
import { groupCommands } from './group-commands.ts'
import { holdCommands } from './hold-commands.ts'
import { type Model, newModel } from './model.ts'
import { registrationCommands } from './registration-commands.ts'
import { wholeCommands } from './whole-commands.ts'
import { createEmptier, openWorld, type World } from './world.ts'

const MOST = 1_000_000
const limits = {
  npiLookupsPer5Min: MOST,
  signInsPerMinutePerUser: MOST,
  signInsPerMinutePerAddress: MOST,
  strangerMailsPerDayPerAddress: MOST,
  strangerMailsPerDayPerTarget: MOST,
}

const commands = [
  ...[...registrationCommands, ...codeCommands, ...holdCommands],
  ...[...decisionCommands, ...grantCommands, ...waitCommands, ...wholeCommands, ...groupCommands],
]
/** Most errors need few steps, so only one sequence in ten is long. */
const sequences = fc.oneof(
  { weight: 9, arbitrary: fc.commands<Model, World, false>(commands, { maxCommands: 12 }) },
  { weight: 1, arbitrary: fc.commands<Model, World, false>(commands, { maxCommands: 40, size: '+1' }) },
)

/** Sequences of one seed, from a number on. Few, because dead rows slow down reads until the tables are truncated. */
export type Block = { seed: number; runs: number; from?: number }

type Playing = {
  blocks: Block[]
  /** The database cluster, if not run by Vitest. */
  cluster?: Connection
  onPlayed?: (block: Block) => void
}

/** Plays random sequences, each in a plan without people, and counts events. Throws the shortest failing sequence. */
export async function playSequences({ blocks, cluster, onPlayed }: Playing): Promise<World['happened']> {
  // The same day in UTC and in the plan's zone, whenever the sequences run.
  const started = new Date(`${new Date().toISOString().slice(0, 10)}T17:00:00Z`)
  const clock = createTestClock(started)
  const settings = { captcha: { provider: 'altcha', cost: 1 } as const, limits }
  const app = await buildTestApp({ clock, settings, isUnwatched: true, ...(cluster && { cluster }) })
  const owner = new pg.Client(app.ownerLogin)
  await owner.connect()
  const happened: World['happened'] = new Map()
  try {
    const { empty, truncate } = await createEmptier(owner)
    const play = async (sequence: Iterable<Command>) => {
      await empty()
      clock.set(started)
      const real = await openWorld(app, BROWSERS, happened)
      await fc.asyncModelRun(() => ({ model: newModel(started.getTime(), BROWSERS), real }), sequence)
    }
    for (const block of blocks) {
      await truncate()
      await fc.assert(fc.asyncProperty(sequences, play), {
        numRuns: block.runs,
        seed: block.seed,
        path: String(block.from ?? 0),
      })
      onPlayed?.(block)
    }
    return happened
  } finally {
    await owner.end()
    await app.close()
  }
}
