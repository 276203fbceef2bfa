import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '#platform/calls/mount.ts'
import type { Visit } from '#platform/context.ts'
import type { Deps } from '#platform/deps.ts'
import { clearCookie, setCookie } from '#platform/http/cookies.ts'
import type { Outcome } from '#platform/outcome.ts'
import {
  endForeignRegistration,
  endRegistration,
  endUnsubmitted,
  type Opened,
  REGISTRATION_COOKIE,
  type Registering,
  renewRegistration,
  type Visitor,
} from '../domain/proofs/current-registration.ts'

type Handler<Around, Asked, Answer> = (context: Around, asked: Asked, http: Http) => Promise<Answer> | Answer
type Refused = Extract<Outcome<never>, { refusal: unknown }>

/** A call that requires a current registration. Returns the refusal if there is none. */
export function inRegistration<Asked, Answer>(
  handler: Handler<Registering, Asked, Answer>,
): Handler<Visit, Asked, Answer | Refused> {
  return async (context, asked, http) => {
    const renewed = await renewRegistration(context, http.request.cookies[REGISTRATION_COOKIE])
    return 'refusal' in renewed ? renewed : handler({ ...context, registration: renewed.entity }, asked, http)
  }
}

/** A call that works with or without a current registration. */
export function maybeInRegistration<Asked, Answer>(
  handler: Handler<Visitor, Asked, Answer>,
): Handler<Visit, Asked, Answer> {
  return async (context, asked, http) => {
    const renewed = await renewRegistration(context, http.request.cookies[REGISTRATION_COOKIE])
    return handler({ ...context, registration: 'entity' in renewed ? renewed.entity : undefined }, asked, http)
  }
}

/** A call that opens a registration and sets its cookie. */
export function opening<Around extends Visit, Asked, Answer>(
  open: (context: Around, asked: Asked) => Promise<Opened<Answer>>,
): Handler<Around, Asked, Answer | Refused> {
  return async (context, asked, { request, reply }) => {
    const opened = await open(context, asked)
    if ('refusal' in opened) return opened
    const { answer, registrationId } = opened.entity
    if (registrationId) setCookie(registrationCookie(context, request, reply), registrationId, { httpOnly: true })
    return answer
  }
}

/** A session cookie, because the server decides when the registration ends. */
function registrationCookie({ settings }: Pick<Deps, 'settings'>, request: FastifyRequest, reply: FastifyReply) {
  return { request, reply, settings, name: REGISTRATION_COOKIE }
}

/** Sign-off also ends the registration of this browser, because its contract and proofs belong to this user. */
export async function endBrowserRegistration(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const id = request.cookies[REGISTRATION_COOKIE]
  if (!id) return
  clearCookie(registrationCookie(deps, request, reply))
  await endRegistration(deps, id)
}

/** endRegistration: cancel or start over. A submitted registration stays, so that its contract is still available. */
export async function endOnRequest(context: Visit, _nothing: unknown, { request, reply }: Http) {
  const id = request.cookies[REGISTRATION_COOKIE]
  if (id && (await endUnsubmitted(context, id))) clearCookie(registrationCookie(context, request, reply))
  return { entity: true }
}

/** Sign-on ends the registration unless this user submitted it: they can still download their contract. */
export async function endOthersRegistration(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): Promise<void> {
  const id = request.cookies[REGISTRATION_COOKIE]
  if (id && (await endForeignRegistration(deps, id, accountId))) clearCookie(registrationCookie(deps, request, reply))
}
