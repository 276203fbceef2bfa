import fc from 'fast-check'
import type { Role } from '../../src/platform/database/schema.ts'
import { type Act, act, browser } from './command.ts'
import {
  actOn,
  changed,
  decideAbout,
  type GrantAct,
  grantCall,
  grantsOf,
  invite,
  nth,
  pick,
  validateContractOf,
  whoever,
} from './decision-commands.ts'
import { type Asked, isAdministered, keyOf, type Model, mayApprove, STAFF } from './model.ts'
import { enterNpi, submit, takeRole, validate } from './registration-commands.ts'
import { BY_STAFF } from './whole-commands.ts'
import { type Groups, OFFICE, PROVIDERS } from './world.ts'

/**
 * Several groups asked for at once, a grant for each, among people who administer one of them and not the other, or
 * each in another role (behaviour 8.4, 8.5, 8.7, 8.20).
 */

type As = 'contract' | 'AA' | 'AU'
const FAULTS = ['no captcha', 'step1 in place of the captcha', 'role not looked up', 'by another NPI'] as const
type Fault = (typeof FAULTS)[number]

/** From the NPI to the form. Gives what was asked for by it, when it was taken. */
async function askForGroups(
  context: Act,
  at: number,
  groups: Groups,
  { as, fault }: { as: As; fault?: Fault | undefined },
): Promise<Asked | undefined> {
  const { asked } = context.model
  const before = asked.length
  const npi = (fault === 'by another NPI' && PROVIDERS[0]?.npi) || OFFICE.npi
  await enterNpi(context, at, npi)
  if (fault === 'step1 in place of the captcha') await validate(context, at, OFFICE, true)
  if (as !== 'contract' && fault !== 'role not looked up') await takeRole(context, at, npi, as)
  const isHuman = fault !== 'no captcha' && fault !== 'step1 in place of the captcha'
  await submit(context, at, { npi, way: as, isHuman, replaces: true, groups })
  return asked[before]
}

/** Somebody becomes SAA of the groups, in the place of whoever was. */
async function takeGroups(context: Act, at: number, groups: Groups, who = BY_STAFF): Promise<void> {
  const asked = await askForGroups(context, at, groups, { as: 'contract' })
  if (asked) await validateContractOf(context, who, asked)
}

type Approved = { as: 'AA' | 'AU'; call: GrantAct['call']; which: number; who: number }

/** Asked for, approved by somebody who may, if anybody does, and then one of the grants is acted on. */
async function approvedInGroups(context: Act, at: number, groups: Groups, how: Approved): Promise<void> {
  const { model } = context
  if (!groups.ids.every((id) => isAdministered(model, id))) await takeGroups(context, at, groups)
  const asked = await askForGroups(context, at, groups, how)
  const grant = asked && pick(grantsOf(asked), how.which)
  if (!grant) return
  const by = [STAFF, ...model.accounts].find((one) => mayApprove(model, one, asked))
  if (by) await decideAbout(context, by, asked, true)
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

/** Somebody is SAA of both groups, and then somebody else of the other: the first is SAA of the one and AA of the other. */
async function divide(context: Act, at: number): Promise<void> {
  if (isDivided(context.model)) return
  await takeGroups(context, at, BOTH)
  await takeGroups(context, at, { ...BOTH, ids: [OFFICE.other] })
}

type Through = GrantAct & { as: 'AA' | 'AU'; which: number; who: number; decider: number }

/** Both groups are asked for, one of the two grants is acted on while it waits, and then the request is decided. */
async function throughOneGrant(context: Act, at: number, through: Through): Promise<void> {
  await divide(context, at)
  const asked = await askForGroups(context, at, BOTH, through)
  const grant = asked && pick(grantsOf(asked), through.which)
  if (!grant) return
  await actOn(context, through.who, grant, through)
  await decideAbout(context, whoever(context.model, through.decider, ...asked.scopes), asked, true)
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
    act(`ask as ${how} for ${named(of)} at ${at}: ${fault ?? 'all right'}`, async (it) => {
      await askForGroups(it, at, of, { as: how, fault })
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
