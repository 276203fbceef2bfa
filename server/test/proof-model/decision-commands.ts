import * as access from '@portico/core/access/calls'
import * as contracts from '@portico/core/contracts/calls'
import type { ContractReview } from '@portico/core/contracts/shapes'
import fc from 'fast-check'
import { accessDueHandlers } from '../../src/access/domain/due.ts'
import type { Role } from '../../src/platform/schema.ts'
import { cleanUp, sweep } from '../../src/platform/sweep.ts'
import { wireIds } from '../../src/platform/wire-id.ts'
import { testSecretKey } from '../database.ts'
import { filledModel, findMail } from '../wizard.ts'
import { type Act, act, atDesk, desk, provider } from './command.ts'
import * as rules from './model.ts'
import { answerQuiz, askForQuiz } from './registration-commands.ts'
import { count, signedIn, type World } from './world.ts'

/** What is done by mailed link, and by people with accounts: some have a right to it, most have not. */

export const nth = fc.nat({ max: 47 })
export const pick = <Item>(items: Item[], at: number): Item | undefined => items[at % items.length]
/** Plan staff, somebody with access to the NPI, or anybody who registered. */
export function whoever(model: rules.Model, at: number, npi: string): string {
  if (at % 4 === 0) return rules.STAFF
  const inside = [...model.active.keys()].flatMap((key) => (key.endsWith(` ${npi}`) ? [key.split(' ')[0] ?? ''] : []))
  return pick(at % 4 === 1 ? [...model.accounts] : inside, at >> 2) ?? rules.STAFF
}

/** What waits comes up more often than what is over. */
const whichever = (model: rules.Model, at: number, ...ways: rules.Asked['way'][]): rules.Asked | undefined =>
  (at % 3 > 0 &&
    pick(
      model.asked.filter((asked) => asked.isOpen && ways.includes(asked.way)),
      at >> 2,
    )) ||
  pick(model.asked, at)

export const mailed = (model: rules.Model) =>
  model.asked.flatMap((asked) => asked.tokens.map((token) => ({ asked, token })))

export async function openLink({ model, world }: Act, at: number, which: number): Promise<void> {
  const found = pick(mailed(model), which)
  if (!found) return
  const { asked, token } = found
  const isInvitation = asked.way === 'invitation'
  const wizard = atDesk(world, at)
  const reply = isInvitation
    ? await wizard.get('profileByActivationId', { activationId: token })
    : await wizard.get('regByReqId', { reqId: token })
  if (reply.status !== 200) return
  rules.insist(rules.isOpen(model, asked), 'a link opened what is over')
  // Looking again opens no second registration.
  if (model.desks[at]?.token === token && !isGone(model, at)) return rules.touch(model, at)
  model.desks[at] = rules.openedFor(model, isInvitation ? { token } : { npi: asked.npi, token })
}

function isGone(model: rules.Model, at: number): boolean {
  try {
    rules.renew(model, at)
    return false
  } catch {
    return true
  }
}

export async function accept({ model, world }: Act, at: number, which: number): Promise<void> {
  const found = pick(mailed(model), which)
  if (!found) return
  const reply = await atDesk(world, at).post('addSaa', { reqId: found.token })
  if (reply.status !== 200) return rules.touch(model, at)
  const held = rules.renew(model, at)
  if (held.over && held.token === found.token) return
  rules.insist(
    found.asked.way === 'behalf' && held.token === found.token && held.identity,
    'accepted without its proofs',
  )
  rules.notOnHold(model, held.npi)
  held.over = true
  rules.activate(model, found.asked)
  count(world, 'accepted by the provider')
}

async function reject({ model, world }: Act, at: number, which: number): Promise<void> {
  const found = pick(mailed(model), which)
  if (!found) return
  const reply = await atDesk(world, at).post('rejectRegReqId', { reqId: found.token })
  rules.touch(model, at)
  if (reply.status !== 200) return
  rules.insist(found.asked.way === 'behalf', 'a link of another kind turned something down')
  found.asked.isOpen = false
  const held = model.desks[at]
  if (held?.token === found.token) held.over = true
}

/** The place of an open link among all that were mailed, so that the steps below follow the same one. */
export function openOne(model: rules.Model, way: rules.Asked['way'], which: number): number {
  const token = pick(
    mailed(model).filter(({ asked }) => asked.way === way && asked.isOpen),
    which,
  )?.token
  return mailed(model).findIndex((one) => one.token === token)
}

/** Open, quiz, accept; or without the quiz. */
export async function acceptProperly(context: Act, at: number, which: number, withQuiz: boolean): Promise<void> {
  const place = openOne(context.model, 'behalf', which)
  if (place < 0) return
  await openLink(context, at, place)
  if (withQuiz) await quizForLink(context, at, place)
  if (withQuiz) await answerQuiz(context, at, at, true)
  await accept(context, at, place)
}

export async function completeProperly(context: Act, at: number, which: number): Promise<void> {
  const place = openOne(context.model, 'invitation', which)
  if (place < 0) return
  await openLink(context, at, place)
  await complete(context, at)
}

async function quizForLink(context: Act, at: number, which: number): Promise<void> {
  const found = pick(mailed(context.model), which)
  if (found) await askForQuiz(context, at, found.asked.npi, found.token)
}

async function referenceOf(world: World, { email }: rules.Asked): Promise<string> {
  const row = await world.app.db
    .selectFrom('access_request as r')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .select('r.reference')
    .where('a.email', '=', email)
    .executeTakeFirstOrThrow()
  return row.reference
}

export async function decide({ model, world }: Act, who: number, which: number, isYes: boolean): Promise<void> {
  const asked = whichever(model, which, 'AA', 'AU', 'behalf')
  if (!asked) return
  const by = whoever(model, who, asked.npi)
  const browser = await signedIn(world, by)
  const decision = isYes ? { decision: 'approve' } : { decision: 'deny', reason: 'No.' }
  const reference = await referenceOf(world, asked)
  const reply = await browser.postCall(access.decideRequest.path, { reference, ...decision })
  if (reply.status !== 200) return
  if (!asked.isOpen && asked.decidedBy === `${by} ${isYes}`) return
  rules.insist(rules.mayApprove(model, by, asked), 'decided by somebody who may not')
  asked.decidedBy = `${by} ${isYes}`
  if (isYes) rules.activate(model, asked)
  else asked.isOpen = false
  count(world, isYes ? 'approved' : 'denied')
}

async function cancel({ model, world }: Act, who: number, which: number): Promise<void> {
  const asked = pick(model.asked, which)
  if (!asked) return
  const by = who % 2 ? asked.email : whoever(model, who, asked.npi)
  const reference = await referenceOf(world, asked)
  const reply = await (await signedIn(world, by)).postCall(access.cancelRequest.path, { reference })
  if (reply.status !== 200) return
  rules.insist(by === asked.email, 'somebody else’s request was taken back')
  asked.isOpen = false
}

/** The signed form comes by fax, and somebody validates it. */
export async function validateContract({ model, world }: Act, who: number, which: number): Promise<void> {
  const asked = whichever(model, which, 'contract')
  if (!asked) return
  const reference = await referenceOf(world, asked)
  const staff = await signedIn(world, rules.STAFF)
  await staff.postCall(contracts.recordContract.path, { reference, cameBy: 'FAX' })
  const review = await staff.getCall<ContractReview>(contracts.reviewContract.path, { reference })
  const contractId = review.status === 200 ? review.entity.contracts[0]?.id : undefined
  const by = whoever(model, who, asked.npi)
  const body = { reference, contractId: contractId ?? wireIds(testSecretKey).encode('contract', '1') }
  const reply = await (await signedIn(world, by)).postCall(contracts.validateContract.path, body)
  if (reply.status !== 200 || (!asked.isOpen && asked.decidedBy === by)) return
  rules.insist(by === rules.STAFF && asked.way === 'contract', 'a contract was validated by somebody who may not')
  asked.decidedBy = by
  rules.activate(model, asked)
  count(world, 'contract validated')
}

export async function invite({ model, world }: Act, who: number, npi: string, role: Role): Promise<void> {
  const by = whoever(model, who, npi)
  const form = filledModel(npi)
  const email = String(form.email)
  const reply = await (await signedIn(world, by)).postCall(access.invite.path, {
    entity: `NPI:${npi}`,
    role,
    permissions: ['HOME', 'CLAIM'],
    firstName: 'Casey',
    lastName: 'Newcomer',
    email,
  })
  if (reply.status !== 200) return
  rules.insist(rules.mayRun(model, by, npi, role), 'invited by somebody who may not')
  const { token } = await findMail(world.app, 'account.invited', email)
  const made = { madeAt: model.now, tokens: [token], isOpen: true, passedToStaff: false, failed: 0 }
  model.asked.push({ email, npi, role, way: 'invitation', invitedBy: by, ...made })
  count(world, 'invited')
}

async function complete({ model, world }: Act, at: number): Promise<void> {
  const form = filledModel('')
  const reply = await atDesk(world, at).post('activateUserAccount', form)
  if (reply.status !== 200) return rules.touch(model, at)
  const held = rules.renew(model, at)
  const found = mailed(model).find(({ token, asked }) => token === held.token && asked.way === 'invitation')
  rules.insist(found !== undefined && !held.over, 'an account was completed without an invitation')
  held.over = true
  const { asked } = found
  rules.insist(
    rules.mayRun(model, asked.invitedBy ?? '', asked.npi, asked.role),
    'invited by somebody who no longer may',
  )
  rules.activate(model, asked)
  model.accounts.add(asked.email)
  world.passwords.set(asked.email, { username: String(form.userName), password: String(form.password) })
  count(world, 'invitation accepted')
}

const GRANT_CALLS = {
  changeGrant: access.changeGrant,
  suspendGrant: access.suspendGrant,
  reactivateGrant: access.reactivateGrant,
  removeGrant: access.removeGrant,
  handOver: access.handOver,
}
type GrantCall = keyof typeof GRANT_CALLS
export type GrantAct = { call: GrantCall; to: 'AA' | 'AU' }

export async function actOnGrant(
  { model, world }: Act,
  who: number,
  which: number,
  { call, to }: GrantAct,
): Promise<void> {
  const held = model.asked.filter(({ email, npi }) => {
    const key = rules.keyOf(email, npi)
    return call === 'reactivateGrant' ? model.suspended.has(key) : model.active.has(key)
  })
  const asked = (which % 3 > 0 && pick(held, which >> 2)) || pick(model.asked, which)
  if (!asked) return
  const by = whoever(model, who, asked.npi)
  const row = await world.app.db
    .selectFrom('access_grant as g')
    .innerJoin('account as a', 'a.id', 'g.account_id')
    .select('g.id')
    .where('a.email', '=', asked.email)
    .executeTakeFirstOrThrow()
  const grantId = wireIds(testSecretKey).encode('grant', row.id)
  const body = call === 'changeGrant' ? { grantId, role: to } : { grantId }
  const reply = await (await signedIn(world, by)).postCall(GRANT_CALLS[call].path, body)
  if (reply.status !== 200) return
  takeEffect(model, by, asked, { call, to })
  // Losing access ends a session; who is back signs in again.
  world.sessions.delete(asked.email)
  count(world, call)
}

function takeEffect(model: rules.Model, by: string, asked: rules.Asked, { call, to }: GrantAct) {
  const key = rules.keyOf(asked.email, asked.npi)
  const suspended = model.suspended.get(key)
  const role = model.active.get(key) ?? suspended?.role ?? asked.role
  if (call === 'handOver') return rules.handOver(model, by, asked)
  rules.insist(by !== asked.email && rules.mayRun(model, by, asked.npi, role), `${call} by somebody who may not`)
  rules.insist(
    suspended?.by !== rules.STAFF || by === rules.STAFF || call === 'changeGrant',
    `${call} against plan staff`,
  )
  const isWaiting = !model.active.has(key) && !suspended
  rules.insist(!isWaiting || (asked.way === 'invitation' && asked.isOpen), `${call} on what waits for a decision`)
  if (call === 'changeGrant') {
    rules.insist(role === to || rules.mayRun(model, by, asked.npi, to), 'a role was given by somebody who may not')
    if (suspended) suspended.role = to
    else if (isWaiting) Object.assign(asked, { role: to, invitedBy: by })
    else model.active.set(key, to)
  }
  if (call === 'suspendGrant') model.suspended.set(key, { role, by })
  if (call === 'reactivateGrant') model.active.set(key, role)
  if (call === 'suspendGrant' || call === 'removeGrant') model.active.delete(key)
  if (call === 'reactivateGrant' || call === 'removeGrant') model.suspended.delete(key)
  if (call === 'removeGrant') asked.isOpen = false
}

export async function wait({ model, world }: Act, minutes: number): Promise<void> {
  if (model.now + minutes * 60_000 - model.startedAt > rules.LONGEST) return
  model.now += minutes * 60_000
  world.app.clock.advance(minutes * 60)
  world.sessions.clear()
  await sweep(world.app.deps, world.app.clock.now(), [...accessDueHandlers, cleanUp])
}

const role = fc.constantFrom<Role>('SAA', 'AA', 'AU')
export const grantCall = fc.constantFrom<GrantCall>(
  'changeGrant',
  'suspendGrant',
  'reactivateGrant',
  'removeGrant',
  'handOver',
)
export const changed = fc.constantFrom<'AA' | 'AU'>('AA', 'AU')
const DAY = 24 * 60

export const decisionCommands = [
  fc.tuple(desk, nth).map(([at, n]) => act(`open link ${n} at ${at}`, (it) => openLink(it, at, n))),
  fc.tuple(desk, nth).map(([at, n]) => act(`quiz for link ${n} at ${at}`, (it) => quizForLink(it, at, n))),
  fc.tuple(desk, nth).map(([at, n]) => act(`accept ${n} at ${at}`, (it) => accept(it, at, n))),
  fc.tuple(desk, nth).map(([at, n]) => act(`reject ${n} at ${at}`, (it) => reject(it, at, n))),
  fc
    .tuple(desk, nth, fc.boolean())
    .map(([at, n, quiz]) => act(`accept ${n} at ${at}, quiz ${quiz}`, (it) => acceptProperly(it, at, n, quiz))),
  fc
    .tuple(nth, nth, fc.boolean())
    .map(([who, n, isYes]) => act(`decide ${n} by ${who} ${isYes}`, (it) => decide(it, who, n, isYes))),
  fc.tuple(nth, nth).map(([who, n]) => act(`approve ${n} by ${who}`, (it) => decide(it, who, n, true))),
  fc.tuple(nth, nth).map(([who, n]) => act(`cancel ${n} by ${who}`, (it) => cancel(it, who, n))),
  fc.tuple(nth, nth).map(([who, n]) => act(`contract ${n} by ${who}`, (it) => validateContract(it, who, n))),
  fc
    .tuple(nth, provider, role)
    .map(([who, of, as]) => act(`invite ${as} to ${of.npi} by ${who}`, (it) => invite(it, who, of.npi, as))),
  desk.map((at) => act(`complete at ${at}`, (it) => complete(it, at))),
  fc.tuple(desk, nth).map(([at, n]) => act(`complete ${n} at ${at}`, (it) => completeProperly(it, at, n))),
  fc
    .tuple(nth, nth, grantCall, changed)
    .map(([who, n, call, to]) => act(`${call} ${to} of ${n} by ${who}`, (it) => actOnGrant(it, who, n, { call, to }))),
  fc
    .constantFrom(1, 5, 9, 31, 125, DAY + 60, 8 * DAY, 31 * DAY)
    .map((minutes) => act(`wait ${minutes} minutes`, (it) => wait(it, minutes))),
]
