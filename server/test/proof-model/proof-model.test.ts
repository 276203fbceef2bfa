import { expect, test } from 'vitest'
import { playSequences } from './play.ts'

/**
 * Random sequences of registration, link and decision calls over several people, NPIs, groups and clocks: nobody has
 * an account or access without its full proof. A few dozen here, always the same; `npm run soak` makes 50,000 others, and
 * names the seed of one that is wrong (PROOF_MODEL_SEED, PROOF_MODEL_RUNS).
 */
const RUNS = Number(process.env.PROOF_MODEL_RUNS ?? 40)
const SEED = Number(process.env.PROOF_MODEL_SEED ?? 24)

test(
  'nobody has an account or access without its full proof, whatever is tried in whatever order',
  async () => {
    const happened = await playSequences({ blocks: [{ seed: SEED, runs: RUNS }] })
    // A run in which nothing succeeds would prove nothing.
    const wanted = [
      ...['quiz passed', 'code confirmed', 'held', 'lifted'],
      ...['asked: self', 'asked: behalf', 'asked: contract', 'asked: AA', 'asked: AU'],
      ...['accepted by the provider', 'approved', 'contract validated'],
      ...['invited', 'invitation accepted', 'changeGrant'],
      // A request of several groups, also before people with a right to some of them, and what is done to one grant.
      ...['asked: contract (several)', 'asked: AA (several)', 'asked: AU (several)'],
      ...['contract validated (several)', 'approved (several)', 'not decided in part'],
      ...['left as it waits (several)', 'changeGrant (several)', 'suspendGrant (several)', 'removeGrant (several)'],
    ]
    expect(wanted.filter((what) => !happened.has(what))).toEqual([])
  },
  RUNS * 20_000,
)
