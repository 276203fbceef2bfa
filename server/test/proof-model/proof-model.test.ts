import { expect, test } from 'vitest'
import { playSequences } from './play.ts'

/**
 * Random sequences of registration, link and decision calls over several people, NPIs, groups and clocks. This test
 * plays a few dozen fixed sequences. `npm run soak` plays 50,000 others and prints the seed of a failing one
 * (PROOF_MODEL_SEED, PROOF_MODEL_RUNS).
 */
const RUNS = Number(process.env.PROOF_MODEL_RUNS ?? 40)
const SEED = Number(process.env.PROOF_MODEL_SEED ?? 24)

test(
  'random sequences of calls give no account and no access without its full proof',
  async () => {
    const happened = await playSequences({ blocks: [{ seed: SEED, runs: RUNS }] })
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
