import fc from 'fast-check'
import type { Role } from '../../src/platform/schema.ts'
import { type Act, act, desk } from './command.ts'
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
} from './decision-commands.ts'
import { type Asked, isAdministered, keyOf, type Model } from './model.ts'
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

async function approvedInGroups(
  context: Act,
  at: number,
  groups: Groups,
  { as, who }: { as: 'AA' | 'AU'; who: number },
): Promise<void> {
  if (!groups.ids.every((id) => isAdministered(context.model, id))) await takeGroups(context, at, groups)
  const asked = await askForGroups(context, at, groups, { as })
  if (asked) await decideAbout(context, who, asked, true)
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

type Through = GrantAct & { as: 'AA' | 'AU'; which: number; who: number; decider: number; isDecidedFirst: boolean }

/** Both groups are asked for, one of the two grants is acted on, and the request is decided: before, or after it. */
async function throughOneGrant(context: Act, at: number, through: Through): Promise<void> {
  await divide(context, at)
  const asked = await askForGroups(context, at, BOTH, through)
  const grant = asked && pick(grantsOf(asked), through.which)
  if (!grant) return
  if (through.isDecidedFirst) await decideAbout(context, through.decider, asked, true)
  await actOn(context, through.who, grant, through)
  if (!through.isDecidedFirst) await decideAbout(context, through.decider, asked, true)
}

const { own, other, third } = OFFICE
const groups = fc.record<Groups>({
  level: fc.constantFrom('PG', 'PG', 'PG', 'PO'),
  ids: fc.constantFrom([own], [other], [own, other], [own, other], [own, other, third]),
})
const role = fc.constantFrom<Role>('SAA', 'AA', 'AU')
const as = fc.constantFrom<As>('contract', 'AA', 'AU')
const through = fc.record<Through>({
  ...{ call: grantCall, to: changed, as: changed, which: nth, who: nth, decider: nth },
  isDecidedFirst: fc.boolean(),
})
const named = ({ level, ids }: Groups) => `${level} ${ids.join(' ')}`

export const groupCommands = [
  fc.tuple(desk, groups, as, fc.option(fc.constantFrom(...FAULTS), { nil: undefined })).map(([at, of, how, fault]) =>
    act(`ask as ${how} for ${named(of)} at ${at}: ${fault ?? 'all right'}`, async (it) => {
      await askForGroups(it, at, of, { as: how, fault })
    }),
  ),
  fc
    .tuple(desk, groups, nth)
    .map(([at, of, who]) => act(`contract for ${named(of)} at ${at}, by ${who}`, (it) => takeGroups(it, at, of, who))),
  fc
    .tuple(desk, groups, changed, nth)
    .map(([at, of, how, who]) =>
      act(`ask as ${how} for ${named(of)} at ${at}, approved by ${who}`, (it) =>
        approvedInGroups(it, at, of, { as: how, who }),
      ),
    ),
  fc
    .tuple(nth, fc.constantFrom(own, other), role)
    .map(([who, group, how]) => act(`invite ${how} to ${group} by ${who}`, (it) => invite(it, who, group, how))),
  fc
    .tuple(desk, through)
    .map(([at, how]) => act(`both groups at ${at}: ${JSON.stringify(how)}`, (it) => throughOneGrant(it, at, how))),
]
