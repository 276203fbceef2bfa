import { expect, test } from 'vitest'
import { playSequences } from './play.ts'

/**
 * Random sequences of registration, link and decision calls over several people, NPIs, groups and clocks. This test
 * plays eight fixed sequences. `npm run soak` plays 50,000 others and prints the seed of a failing one
 * (PROOF_MODEL_SEED, PROOF_MODEL_RUNS).
 */
const RUNS = Number(process.env.PROOF_MODEL_RUNS ?? 40)
const SEED = Number(process.env.PROOF_MODEL_SEED ?? 24)
/** Numbers of sequences of this seed. The first five reach every event that the test requires. */
const SHORT = [11, 22, 23, 32, 39, 3, 15, 26]
const isGiven = process.env.PROOF_MODEL_RUNS !== undefined || process.env.PROOF_MODEL_SEED !== undefined
const blocks = isGiven ? [{ seed: SEED, runs: RUNS }] : SHORT.map((from) => ({ seed: SEED, runs: 1, from }))

test(
  'random sequences of calls give no account and no access without its full proof',
  async () => {
    const happened = await playSequences({ blocks })
    // Each of these events must occur, otherwise the run proves nothing.
    const wanted = [
      ...['quiz passed', 'code confirmed', 'held', 'lifted'],
      ...['request: self', 'request: behalf', 'request: contract', 'request: AA', 'request: AU'],
      ...['accepted by the provider', 'approved', 'contract validated'],
      ...['invited', 'invitation accepted', 'changeGrant'],
      // Requests for several groups, reviewers with permission for only some of them, and changes to one grant.
      ...['request: contract (several)', 'request: AA (several)', 'request: AU (several)'],
      ...['contract validated (several)', 'approved (several)', 'not decided in part'],
      ...['left as it waits (several)', 'changeGrant (several)', 'suspendGrant (several)', 'removeGrant (several)'],
    ]
    expect(wanted.filter((what) => !happened.has(what))).toEqual([])
  },
  RUNS * 20_000,
)
