import fc from 'fast-check'
import type { Role } from '#platform/database/schema.ts'
import { type Act, act, browser } from './command.ts'
import { decideAbout, invite, nth, pick, pickUser, validateContractOf } from './decision-commands.ts'
import { actOn, changed, type GrantAct, grantCall, grantsOf } from './grant-commands.ts'
import { type AccessRequest, isAdministered, keyOf, type Model, mayApprove, STAFF } from './model.ts'
import { enterNpi, submit, takeRole, validate } from './registration-commands.ts'
import { BY_STAFF } from './whole-commands.ts'
import { type Groups, OFFICE, PROVIDERS } from './world.ts'

/**
 * Requests for several groups, with one grant each, among people who administer only some of the groups or have
 * different roles in them (behaviour 8.4, 8.5, 8.7, 8.20).
 */

type As = 'contract' | 'AA' | 'AU'
const FAULTS = ['no captcha', 'step1 in place of the captcha', 'role not looked up', 'by another NPI'] as const
type Fault = (typeof FAULTS)[number]

/** Completes the wizard from NPI to form. Returns the request if it was accepted. */
async function requestGroups(
  context: Act,
  at: number,
  groups: Groups,
  { as, fault }: { as: As; fault?: Fault | undefined },
): Promise<AccessRequest | undefined> {
  const { requests } = context.model
  const before = requests.length
  const npi = (fault === 'by another NPI' && PROVIDERS[0]?.npi) || OFFICE.npi
  await enterNpi(context, at, npi)
  if (fault === 'step1 in place of the captcha') await validate(context, at, OFFICE, true)
  if (as !== 'contract' && fault !== 'role not looked up') await takeRole(context, at, npi, as)
  const isHuman = fault !== 'no captcha' && fault !== 'step1 in place of the captcha'
  await submit(context, at, { npi, way: as, isHuman, replaces: true, groups })
  return requests[before]
}

/** Makes a new person SAA of the groups, replacing the current one. */
async function takeGroups(context: Act, at: number, groups: Groups, who = BY_STAFF): Promise<void> {
  const request = await requestGroups(context, at, groups, { as: 'contract' })
  if (request) await validateContractOf(context, who, request)
}

type Approved = { as: 'AA' | 'AU'; call: GrantAct['call']; which: number; who: number }

/** Requests access, approves it if any person can, then changes one of the grants. */
async function approvedInGroups(context: Act, at: number, groups: Groups, how: Approved): Promise<void> {
  const { model } = context
  if (!groups.ids.every((id) => isAdministered(model, id))) await takeGroups(context, at, groups)
  const request = await requestGroups(context, at, groups, how)
  const grant = request && pick(grantsOf(request), how.which)
  if (!grant) return
  const by = [STAFF, ...model.accounts].find((one) => mayApprove(model, one, request))
  if (by) await decideAbout(context, by, request, true)
  await actOn(context, how.who, grant, { call: how.call, to: how.as === 'AA' ? 'AU' : 'AA' })
}

const BOTH: Groups = { level: 'PG', ids: [OFFICE.own, OFFICE.other] }
const isDivided = ({ active }: Model): boolean =>
  [...active].some(
    ([key, role]) =>
      key.endsWith(` ${OFFICE.own}`) &&
      role === 'SAA' &&
      active.get(keyOf(key.split(' ')[0] ?? '', OFFICE.other)) === 'AA',
  )

/** Makes one person SAA of both groups, then replaces them in the other group, where they become an AA. */
async function divide(context: Act, at: number): Promise<void> {
  if (isDivided(context.model)) return
  await takeGroups(context, at, BOTH)
  await takeGroups(context, at, { ...BOTH, ids: [OFFICE.other] })
}

type Through = GrantAct & { as: 'AA' | 'AU'; which: number; who: number; decider: number }

/** Requests both groups, acts on one of the two pending grants, then decides the request. */
async function throughOneGrant(context: Act, at: number, through: Through): Promise<void> {
  await divide(context, at)
  const request = await requestGroups(context, at, BOTH, through)
  const grant = request && pick(grantsOf(request), through.which)
  if (!grant) return
  await actOn(context, through.who, grant, through)
  await decideAbout(context, pickUser(context.model, through.decider, ...request.scopes), request, true)
}

const { own, other, third } = OFFICE
const groups = fc.record<Groups>({
  level: fc.constantFrom('PG', 'PG', 'PG', 'PO'),
  ids: fc.constantFrom([own], [other], [own, other], [own, other], [own, other, third]),
})
const role = fc.constantFrom<Role>('SAA', 'AA', 'AU')
const as = fc.constantFrom<As>('contract', 'AA', 'AU')
const approved = fc.record<Approved>({ as: changed, call: grantCall, which: nth, who: nth })
const through = fc.record<Through>({ call: grantCall, to: changed, as: changed, which: nth, who: nth, decider: nth })
const named = ({ level, ids }: Groups) => `${level} ${ids.join(' ')}`

export const groupCommands = [
  fc.tuple(browser, groups, as, fc.option(fc.constantFrom(...FAULTS), { nil: undefined })).map(([at, of, how, fault]) =>
    act(`request as ${how} for ${named(of)} at ${at}: ${fault ?? 'all right'}`, async (it) => {
      await requestGroups(it, at, of, { as: how, fault })
    }),
  ),
  fc
    .tuple(browser, groups, nth)
    .map(([at, of, who]) => act(`contract for ${named(of)} at ${at}, by ${who}`, (it) => takeGroups(it, at, of, who))),
  fc
    .tuple(browser, groups, approved)
    .map(([at, of, how]) =>
      act(`ask for ${named(of)} at ${at}, approved: ${JSON.stringify(how)}`, (it) => approvedInGroups(it, at, of, how)),
    ),
  fc
    .tuple(nth, fc.constantFrom(own, other), role)
    .map(([who, group, how]) => act(`invite ${how} to ${group} by ${who}`, (it) => invite(it, who, group, how))),
  fc
    .tuple(browser, through)
    .map(([at, how]) => act(`both groups at ${at}: ${JSON.stringify(how)}`, (it) => throughOneGrant(it, at, how))),
]
