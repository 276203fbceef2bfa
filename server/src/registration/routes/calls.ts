import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '../../platform/brand-host.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpFailure } from '../../platform/errors.ts'
import { answer, type Outcome } from '../../platform/outcome.ts'
import {
  endForeignRegistration,
  endRegistration,
  type Held,
  REGISTRATION_COOKIE,
  renewRegistration,
} from '../domain/held-registration.ts'
import type { Caller } from '../domain/requester.ts'

/** Every registration call is open to visitors; what it needs is proofs, not a session. */
export const open = { access: 'public' } as const

/** Answers with what `work` makes of the registration this browser holds, or with why there is none. */
export async function withHeld<Entity>(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (held: Held) => Promise<Outcome<Entity>>,
): Promise<FastifyReply> {
  const held = await renewRegistration(deps, request.cookies[REGISTRATION_COOKIE])
  return answer(reply, 'refusal' in held ? held : await work(held.entity))
}

/** The registration of this browser where it may as well have none. */
export async function findHeld(deps: Deps, request: FastifyRequest): Promise<Held | undefined> {
  const held = await renewRegistration(deps, request.cookies[REGISTRATION_COOKIE])
  return 'entity' in held ? held.entity : undefined
}

/** A cookie of the browser's own lifetime: the server decides when the registration ends. */
export function setRegistrationCookie(request: FastifyRequest, reply: FastifyReply, deps: Deps, id: string): void {
  reply.setCookie(REGISTRATION_COOKIE, id, cookieOptions(request, deps))
}

function cookieOptions(request: FastifyRequest, { settings }: Deps) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(request, settings) } as const
}

/** Sign-off ends the registration of this browser too: its contract and its proofs were this person's. */
export async function endBrowserRegistration(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const id = request.cookies[REGISTRATION_COOKIE]
  if (!id) return
  reply.clearCookie(REGISTRATION_COOKIE, cookieOptions(request, deps))
  await endRegistration(deps, id)
}

/** Sign-on ends it where it is another person's; one's own contract can still be fetched. */
export async function endOthersRegistration(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): Promise<void> {
  const id = request.cookies[REGISTRATION_COOKIE]
  if (id && (await endForeignRegistration(deps, id, accountId)))
    reply.clearCookie(REGISTRATION_COOKIE, cookieOptions(request, deps))
}

export function callerOf(request: FastifyRequest): Caller {
  return { accountId: providerAccount(request), address: request.ip }
}

/** A signed-in provider user asks for additional access; members and plan staff register like anybody else. */
export function providerAccount(request: FastifyRequest): string | undefined {
  return request.session?.kind === 'provider' ? request.session.accountId : undefined
}

/**
 * No field takes a line break or a null: they only serve to slip something into a header or to upset the database.
 * Nor is anything of the model nested deeply: that only serves to upset whoever walks through it.
 */
export function refuseHostileContent(calls: FastifyInstance): void {
  calls.addHook('preHandler', async (request) => {
    if (isHostile(request.query) || isHostile(request.body))
      throw new HttpFailure(400, 'malformed', 'The request could not be understood.')
  })
}

const DEEPEST = 10

function isHostile(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return /\p{Cc}/u.test(value)
  if (typeof value !== 'object' || value === null) return false
  if (depth > DEEPEST) return true
  return Object.entries(value).some(([key, inner]) => isHostile(key) || isHostile(inner, depth + 1))
}
