import * as access from '@portico/core/access/calls'
import * as contracts from '@portico/core/contracts/calls'
import type { ContractReview } from '@portico/core/contracts/shapes'
import fc from 'fast-check'
import { wireIds } from '#platform/calls/wire-id.ts'
import type { Role } from '#platform/database/schema.ts'
import { sweep } from '#platform/operations/sweep.ts'
import { accessJobs } from '../../src/access/scheduled-jobs.ts'
import { testSecretKey } from '../database.ts'
import { cleanUp } from '../jobs.ts'
import { filledModel, findMail } from '../wizard.ts'
import { type Act, act, browser, inBrowser, provider } from './command.ts'
import * as rules from './model.ts'
import { answerQuiz, requestQuiz } from './registration-commands.ts'
import { count, countFor, signedIn, type World } from './world.ts'

/** Commands by mailed link and by account holders, most of them without permission. */

export const nth = fc.nat({ max: 47 })
export const pick = <Item>(items: Item[], at: number): Item | undefined => items[at % items.length]
/** Picks plan staff, a person with access to one of the scopes, or any registered person. */
export function pickUser(model: rules.Model, at: number, ...scopes: string[]): string {
  if (at % 4 === 0) return rules.STAFF
  const inside = [...model.active.keys()].flatMap((key) => {
    const [email = '', scope = ''] = key.split(' ')
    return scopes.includes(scope) ? [email] : []
  })
  return pick(at % 4 === 1 ? [...model.accounts] : inside, at >> 2) ?? rules.STAFF
}

/** Picks open requests more often than closed ones. */
const pickRequest = (
  model: rules.Model,
  at: number,
  ...ways: rules.AccessRequest['way'][]
): rules.AccessRequest | undefined =>
  (at % 3 > 0 &&
    pick(
      model.requests.filter((request) => request.isOpen && ways.includes(request.way)),
      at >> 2,
    )) ||
  pick(model.requests, at)

export const mailed = (model: rules.Model) =>
  model.requests.flatMap((request) => request.tokens.map((token) => ({ request, token })))

export async function openLink({ model, world }: Act, at: number, which: number): Promise<void> {
  const found = pick(mailed(model), which)
  if (!found) return
  const { request, token } = found
  const isInvitation = request.way === 'invitation'
  const wizard = inBrowser(world, at)
  const reply = isInvitation
    ? await wizard.get('profileByActivationId', { activationId: token })
    : await wizard.get('regByReqId', { reqId: token })
  if (reply.status !== 200) return
  rules.insist(rules.isOpen(model, request), 'a link opened what is over')
  // Opening the link again does not start a second registration.
  if (model.browsers[at]?.token === token && !isGone(model, at)) return rules.touch(model, at)
  model.browsers[at] = rules.openedFor(model, isInvitation ? { token } : { npi: request.npi, token })
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
  const reply = await inBrowser(world, at).post('addSaa', { reqId: found.token })
  if (reply.status !== 200) return rules.touch(model, at)
  const registration = rules.renew(model, at)
  if (registration.over && registration.token === found.token) return
  rules.insist(
    found.request.way === 'behalf' && registration.token === found.token && registration.identity,
    'accepted without its proofs',
  )
  rules.decidesByLink(found.request)
  rules.notOnHold(model, registration.npi)
  registration.over = true
  rules.activate(model, found.request)
  count(world, 'accepted by the provider')
}

async function reject({ model, world }: Act, at: number, which: number): Promise<void> {
  const found = pick(mailed(model), which)
  if (!found) return
  const reply = await inBrowser(world, at).post('rejectRegReqId', { reqId: found.token })
  rules.touch(model, at)
  if (reply.status !== 200) return
  rules.insist(found.request.way === 'behalf', 'a link of another kind turned something down')
  found.request.isOpen = false
  const registration = model.browsers[at]
  if (registration?.token === found.token) registration.over = true
}

/** Index of an open link among all mailed links, so that later steps use the same link. */
export function openOne(model: rules.Model, way: rules.AccessRequest['way'], which: number): number {
  const token = pick(
    mailed(model).filter(({ request }) => request.way === way && request.isOpen),
    which,
  )?.token
  return mailed(model).findIndex((one) => one.token === token)
}

/** Opens the link, optionally passes the quiz, and accepts. */
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
  if (found) await requestQuiz(context, at, found.request.npi, found.token)
}

async function referenceOf(world: World, { email }: rules.AccessRequest): Promise<string> {
  const row = await world.app.db
    .selectFrom('access_request as r')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .select('r.reference')
    .where('a.email', '=', email)
    .executeTakeFirstOrThrow()
  return row.reference
}

export async function decide(context: Act, who: number, which: number, isYes: boolean): Promise<void> {
  const request = pickRequest(context.model, which, 'AA', 'AU', 'behalf')
  if (request) await decideAbout(context, pickUser(context.model, who, ...request.scopes), request, isYes)
}

export async function decideAbout(
  { model, world }: Act,
  by: string,
  request: rules.AccessRequest,
  isYes: boolean,
): Promise<void> {
  const browser = await signedIn(world, by)
  const decision = isYes ? { decision: 'approve' } : { decision: 'deny', reason: 'No.' }
  const reference = await referenceOf(world, request)
  const reply = await browser.postCall(access.decideRequest.path, { reference, ...decision })
  if (reply.status !== 200 && request.isOpen && rules.mayGiveSome(model, by, request))
    count(world, 'not decided in part')
  if (reply.status !== 200) return
  if (!request.isOpen && request.decidedBy === `${by} ${isYes}`) return
  rules.insist(rules.mayApprove(model, by, request), 'decided by a user without the right')
  request.decidedBy = `${by} ${isYes}`
  if (isYes) rules.activate(model, request)
  else request.isOpen = false
  countFor(world, isYes ? 'approved' : 'denied', request)
}

async function cancel({ model, world }: Act, who: number, which: number): Promise<void> {
  const request = pick(model.requests, which)
  if (!request) return
  const by = who % 2 ? request.email : pickUser(model, who, ...request.scopes)
  const reference = await referenceOf(world, request)
  const reply = await (await signedIn(world, by)).postCall(access.cancelRequest.path, { reference })
  if (reply.status !== 200) return
  rules.insist(by === request.email, 'a request was canceled by another user')
  request.isOpen = false
}

export async function validateContract(context: Act, who: number, which: number): Promise<void> {
  const request = pickRequest(context.model, which, 'contract')
  if (request) await validateContractOf(context, who, request)
}

/** Records a faxed contract, then validates it as person `who`. */
export async function validateContractOf(
  { model, world }: Act,
  who: number,
  request: rules.AccessRequest,
): Promise<void> {
  const reference = await referenceOf(world, request)
  const staff = await signedIn(world, rules.STAFF)
  await staff.postCall(contracts.recordContract.path, { reference, cameBy: 'FAX' })
  const review = await staff.getCall<ContractReview>(contracts.reviewContract.path, { reference })
  const contractId = review.status === 200 ? review.entity.contracts[0]?.id : undefined
  const by = pickUser(model, who, ...request.scopes)
  const body = { reference, contractId: contractId ?? wireIds(testSecretKey).encode('contract', '1') }
  const reply = await (await signedIn(world, by)).postCall(contracts.validateContract.path, body)
  if (reply.status !== 200 || (!request.isOpen && request.decidedBy === by)) return
  rules.insist(by === rules.STAFF && request.way === 'contract', 'a contract was validated by a user without the right')
  request.decidedBy = by
  rules.activate(model, request)
  countFor(world, 'contract validated', request)
}

export const entityOf = (scope: string): string => `${/^\d+$/.test(scope) ? 'NPI' : 'GROUP'}:${scope}`

export async function invite({ model, world }: Act, who: number, scope: string, role: Role): Promise<void> {
  const by = pickUser(model, who, scope)
  const form = filledModel('')
  const email = String(form.email)
  const reply = await (await signedIn(world, by)).postCall(access.invite.path, {
    entity: entityOf(scope),
    role,
    permissions: ['HOME', 'CLAIM'],
    firstName: 'Casey',
    lastName: 'Newcomer',
    email,
  })
  if (reply.status !== 200) return
  rules.insist(rules.mayRun(model, by, scope, role), 'invited by a user without the right')
  const { token } = await findMail(world.app, 'account.invited', email)
  const made = { madeAt: model.now, tokens: [token], isOpen: true, passedToStaff: false, failed: 0 }
  model.requests.push({ email, npi: scope, scopes: [scope], role, way: 'invitation', invitedBy: by, ...made })
  count(world, 'invited')
}

async function complete({ model, world }: Act, at: number): Promise<void> {
  const form = filledModel('')
  const reply = await inBrowser(world, at).post('activateUserAccount', form)
  if (reply.status !== 200) return rules.touch(model, at)
  const registration = rules.renew(model, at)
  const found = mailed(model).find(({ token, request }) => token === registration.token && request.way === 'invitation')
  rules.insist(found !== undefined && !registration.over, 'an account was completed without an invitation')
  registration.over = true
  const { request } = found
  rules.insist(
    request.scopes.every((scope) => rules.mayRun(model, request.invitedBy ?? '', scope, request.role)),
    'invited by a user who lost the right',
  )
  rules.activate(model, request)
  model.accounts.add(request.email)
  world.passwords.set(request.email, { username: String(form.userName), password: String(form.password) })
  count(world, 'invitation accepted')
}

export async function wait({ model, world }: Act, minutes: number): Promise<void> {
  if (model.now + minutes * 60_000 - model.startedAt > rules.LONGEST) return
  model.now += minutes * 60_000
  world.app.clock.advance(minutes * 60)
  world.sessions.clear()
  await sweep(world.app.deps, world.app.clock.now(), [...accessJobs.jobs, ...cleanUp])
}

const role = fc.constantFrom<Role>('SAA', 'AA', 'AU')
const DAY = 24 * 60

export const decisionCommands = [
  fc.tuple(browser, nth).map(([at, n]) => act(`open link ${n} at ${at}`, (it) => openLink(it, at, n))),
  fc.tuple(browser, nth).map(([at, n]) => act(`quiz for link ${n} at ${at}`, (it) => quizForLink(it, at, n))),
  fc.tuple(browser, nth).map(([at, n]) => act(`accept ${n} at ${at}`, (it) => accept(it, at, n))),
  fc.tuple(browser, nth).map(([at, n]) => act(`reject ${n} at ${at}`, (it) => reject(it, at, n))),
  fc
    .tuple(browser, nth, fc.boolean())
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
  browser.map((at) => act(`complete at ${at}`, (it) => complete(it, at))),
  fc.tuple(browser, nth).map(([at, n]) => act(`complete ${n} at ${at}`, (it) => completeProperly(it, at, n))),
]

export const waitCommands = [
  fc
    .constantFrom(1, 5, 9, 31, 125, DAY + 60, 8 * DAY, 31 * DAY)
    .map((minutes) => act(`wait ${minutes} minutes`, (it) => wait(it, minutes))),
]
