import * as access from '@portico/core/access/calls'
import fc from 'fast-check'
import { wireIds } from '#platform/calls/wire-id.ts'
import { testSecretKey } from '../database.ts'
import { type Act, act } from './command.ts'
import { entityOf, nth, pick, pickUser } from './decision-commands.ts'
import * as rules from './model.ts'
import { countFor, signedIn } from './world.ts'

/** Commands on existing grants, most of them without permission. */

const GRANT_CALLS = {
  changeGrant: access.changeGrant,
  suspendGrant: access.suspendGrant,
  reactivateGrant: access.reactivateGrant,
  removeGrant: access.removeGrant,
  handOver: access.handOver,
}
type GrantCall = keyof typeof GRANT_CALLS
export type GrantAct = { call: GrantCall; to: 'AA' | 'AU' }

type OneGrant = { request: rules.AccessRequest; scope: string }

export const grantsOf = (request: rules.AccessRequest): OneGrant[] =>
  request.scopes.map((scope) => ({ request, scope }))

export async function actOnGrant(context: Act, who: number, which: number, grantAct: GrantAct): Promise<void> {
  const { model } = context
  const all = model.requests.flatMap(grantsOf)
  const active = all.filter(({ request, scope }) => {
    const key = rules.keyOf(request.email, scope)
    return grantAct.call === 'reactivateGrant' ? model.suspended.has(key) : model.active.has(key)
  })
  const grant = (which % 3 > 0 && pick(active, which >> 2)) || pick(all, which)
  if (grant) await actOn(context, who, grant, grantAct)
}

export async function actOn({ model, world }: Act, who: number, grant: OneGrant, grantAct: GrantAct): Promise<void> {
  const { request, scope } = grant
  const { call, to } = grantAct
  const by = pickUser(model, who, ...request.scopes)
  const row = await world.app.db
    .selectFrom('access_grant as g')
    .innerJoin('account as a', 'a.id', 'g.account_id')
    .select('g.id')
    .where('a.email', '=', request.email)
    .where('g.entity', '=', entityOf(scope))
    .executeTakeFirstOrThrow()
  const grantId = wireIds(testSecretKey).encode('grant', row.id)
  const body = call === 'changeGrant' ? { grantId, role: to } : { grantId }
  const reply = await (await signedIn(world, by)).postCall(GRANT_CALLS[call].path, body)
  if (reply.status !== 200 && request.isOpen && rules.mayRun(model, by, scope, request.role))
    countFor(world, 'left as it waits', request)
  if (reply.status !== 200) return
  takeEffect(model, by, grant, grantAct)
  // Losing access ends the session, so the person must sign in again.
  world.sessions.delete(request.email)
  countFor(world, call, request)
}

function takeEffect(model: rules.Model, by: string, { request, scope }: OneGrant, { call, to }: GrantAct) {
  const key = rules.keyOf(request.email, scope)
  const suspended = model.suspended.get(key)
  const role = model.active.get(key) ?? suspended?.role ?? request.role
  if (call === 'handOver') return rules.handOver(model, by, request.email, scope)
  rules.insist(by !== request.email && rules.mayRun(model, by, scope, role), `${call} by a user without the right`)
  rules.insist(
    suspended?.by !== rules.STAFF || by === rules.STAFF || call === 'changeGrant',
    `${call} against plan staff`,
  )
  const isWaiting = !model.active.has(key) && !suspended
  rules.insist(!isWaiting || (request.way === 'invitation' && request.isOpen), `${call} on what waits for a decision`)
  if (call === 'changeGrant') {
    rules.insist(role === to || rules.mayRun(model, by, scope, to), 'a role was given by a user without the right')
    if (suspended) suspended.role = to
    else if (isWaiting) Object.assign(request, { role: to, invitedBy: by })
    else model.active.set(key, to)
  }
  if (call === 'suspendGrant') model.suspended.set(key, { role, by })
  if (call === 'reactivateGrant') model.active.set(key, role)
  if (call === 'suspendGrant' || call === 'removeGrant') model.active.delete(key)
  if (call === 'reactivateGrant' || call === 'removeGrant') model.suspended.delete(key)
  if (call === 'removeGrant') request.isOpen = false
}

export const grantCall = fc.constantFrom<GrantCall>(
  'changeGrant',
  'suspendGrant',
  'reactivateGrant',
  'removeGrant',
  'handOver',
)
export const changed = fc.constantFrom<'AA' | 'AU'>('AA', 'AU')

export const grantCommands = [
  fc
    .tuple(nth, nth, grantCall, changed)
    .map(([who, n, call, to]) => act(`${call} ${to} of ${n} by ${who}`, (it) => actOnGrant(it, who, n, { call, to }))),
]
