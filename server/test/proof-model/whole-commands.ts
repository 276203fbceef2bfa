import fc from 'fast-check'
import { type Act, act, browser, provider } from './command.ts'
import { acceptProperly, completeProperly, decide, invite, nth, validateContract } from './decision-commands.ts'
import { actOnGrant, changed, type GrantAct, grantCall } from './grant-commands.ts'
import { requestAs } from './registration-commands.ts'
import type { Provider } from './world.ts'

/** Complete flows as single commands, so that short sequences reach the end of a flow. */

export const BY_STAFF = 0
const BY_SOMEBODY_INSIDE = 2
/** Selects the first open request. */
export const ONE_WAITING = 1

async function acceptedOnBehalf(it: Act, at: number, of: Provider, which: number): Promise<void> {
  await requestAs(it, at, of, 'behalf')
  await acceptProperly(it, at, which, true)
}

async function byContract(it: Act, at: number, of: Provider, which: number): Promise<void> {
  await requestAs(it, at, of, 'contract')
  await validateContract(it, BY_STAFF, which)
}

async function approvedInside(it: Act, at: number, of: Provider, as: 'AA' | 'AU'): Promise<void> {
  await requestAs(it, at, of, as)
  await decide(it, BY_SOMEBODY_INSIDE, ONE_WAITING, true)
}

async function byInvitation(it: Act, at: number, of: Provider, grantAct: GrantAct): Promise<void> {
  await invite(it, BY_STAFF, of.npi, 'AA')
  await completeProperly(it, at, 0)
  await actOnGrant(it, BY_STAFF, 1, grantAct)
}

export const wholeCommands = [
  fc
    .tuple(browser, provider, changed)
    .map(([at, of, as]) =>
      act(`request as ${as} for ${of.npi} at ${at}, approved`, (it) => approvedInside(it, at, of, as)),
    ),
  fc
    .tuple(browser, provider, nth)
    .map(([at, of, n]) =>
      act(`ask on behalf for ${of.npi} at ${at}, accept ${n}`, (it) => acceptedOnBehalf(it, at, of, n)),
    ),
  fc
    .tuple(browser, provider, nth)
    .map(([at, of, n]) =>
      act(`ask by contract for ${of.npi} at ${at}, validate ${n}`, (it) => byContract(it, at, of, n)),
    ),
  fc
    .tuple(browser, provider, grantCall, changed)
    .map(([at, of, call, to]) =>
      act(`invite AA to ${of.npi}, complete at ${at}, ${call} ${to}`, (it) => byInvitation(it, at, of, { call, to })),
    ),
]
