import type { Readable } from 'node:stream'
import type { Access, Call, Description, EntityOf, InputOf } from '@portico/core/call'
import { refusalEntity } from '@portico/core/envelope'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { brandOf } from '../brands/brand-host.ts'
import { type Session, type SignedIn, VISITOR, type Visit } from '../context.ts'
import type { Deps } from '../deps.ts'
import { sessionOf } from '../identity/session.ts'
import { acceptedKeys } from '../keys/secret-key.ts'
import type { Outcome } from '../outcome.ts'
import { answerView, isView } from './answer-view.ts'
import { limitLargeBodies } from './large-bodies.ts'
import { translateIds, wireIds } from './wire-id.ts'

export type Http = { request: FastifyRequest; reply: FastifyReply }

/** A file to download or display, streamed. `saveAs` is its download name. */
export type FileReply = { content: Buffer | Readable; saveAs?: string }

type ContextOf<Who extends Access> = Who extends 'public' ? Visit : SignedIn
type AnswerOf<Declared extends Description> = Declared extends { file: string }
  ? Outcome<FileReply>
  : Outcome<EntityOf<Declared>>

/** The handler of a call: takes the context and the input, returns an entity or a refusal. */
type Handler<Declared extends Description, Who extends Access> = (
  context: ContextOf<Who>,
  input: InputOf<Declared>,
  http: Http,
) => Promise<AnswerOf<Declared>> | AnswerOf<Declared>

export type Mount = <Declared extends Description, Who extends Access>(
  call: Call<Declared, Who>,
  handler: Handler<Declared, Who>,
) => void

/** One limit for the whole process, shared by all calls and bases. */
const largeBodies = limitLargeBodies({ perClient: 4, total: 12 })

/** Mounts calls as declared in core: schemas, permissions and paths. `calls` is served below /rest. */
export function mountOn(calls: FastifyInstance, deps: Deps): Mount {
  const names = wireIds(...acceptedKeys(deps.settings))
  return (call, handler) => {
    const { access, described } = call
    const ids = translateIds(call, names)
    calls.route({
      method: call.method,
      url: call.path.slice('/rest'.length),
      schema: schemaOf(call),
      config: { access, call },
      ...(described.bodyLimit ? { bodyLimit: described.bodyLimit, onRequest: largeBodies } : {}),
      // The body is optional if the call reads nothing from it.
      ...(call.method === 'POST' && !described.body ? { preValidation: withEmptyBody } : {}),
      handler: async (request, reply) => {
        const input = ids.read(call.method === 'GET' ? request.query : request.body)
        const context = contextOf(deps, call, request)
        const handle = (inside: typeof context) => handler(inside, input as never, { request, reply })
        const answer = isView(context)
          ? await answerView(context, described, Object(input), (inside) => handle(inside as typeof context))
          : await handle(context)
        return send(reply, described, 'entity' in answer ? { entity: ids.write(answer.entity) } : answer)
      },
    })
  }
}

const withEmptyBody = async (request: FastifyRequest) => {
  request.body ??= {}
}

function contextOf<Who extends Access>(
  deps: Deps,
  { access }: Call<Description, Who>,
  request: FastifyRequest,
): ContextOf<Who> {
  const session = access === 'public' ? request.session : sessionOf(request)
  return visitOf(deps, request, session) as ContextOf<Who>
}

/** The context of a request that is not a call: a form or a link of a page. */
export function visitOf(deps: Deps, request: FastifyRequest, session: Session | null): Visit {
  return {
    ...deps,
    now: deps.clock.now(),
    actor: actorOf(session),
    address: request.ip,
    brand: brandOf(request, deps.settings),
    session,
  }
}

/** In a view, the agent acts, not the person whose account is viewed. */
function actorOf(session: Session | null): Visit['actor'] {
  if (!session) return VISITOR
  if (session.view) return { kind: 'internal', accountId: session.view.agentId }
  return { kind: session.kind, accountId: session.accountId }
}

function schemaOf({ method, described }: Call) {
  return {
    ...(described.query ? { querystring: described.query } : {}),
    ...(method === 'POST' ? { body: described.body ?? nothing } : {}),
    response: { 200: replyOf(described) },
  }
}

const nothing = Type.Object({})
const replies = new WeakMap<Description, ReturnType<typeof drawReply>>()

/** Built once, so that it is compiled once for both bases. */
function replyOf(described: Description) {
  const reply = replies.get(described) ?? drawReply(described)
  replies.set(described, reply)
  return reply
}

function drawReply(described: Description) {
  if (described.file) return { content: { [described.file]: { schema: Type.String() } } }
  return described.bare ?? Type.Object({ status: Type.Literal(200), entity: described.entity ?? Type.Never() })
}

type Answered = Outcome<unknown> | Outcome<FileReply>

function send(reply: FastifyReply, described: Description, answer: Answered): FastifyReply {
  if ('refusal' in answer) {
    const { refusal } = answer
    const metadata = refusal.field === undefined ? {} : { metadata: { field: refusal.field } }
    return sendText(reply, JSON.stringify({ status: refusal.status, entity: refusalEntity(refusal), ...metadata }))
  }
  if (described.file) return sendFile(reply, described.file, answer.entity as FileReply)
  return reply.send(described.bare ? answer.entity : { status: 200, entity: answer.entity })
}

/** A refusal has the same shape for all calls, so it skips the call's own schema. */
function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .header('content-type', JSON_TYPE)
    .serializer((written: string) => written)
    .send(text)
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Downloads are never displayed. If a browser displays one anyway, the sandbox policy disables it. */
function sendFile(reply: FastifyReply, type: string, { content, saveAs }: FileReply): FastifyReply {
  const disposition = saveAs ? `attachment; filename="${saveAs}"` : 'inline'
  if (saveAs) reply.header('content-security-policy', "default-src 'none'; sandbox")
  if (!Buffer.isBuffer(content)) resetOnFailure(content, reply)
  return reply
    .type(type === 'text/csv' ? 'text/csv; charset=utf-8' : type)
    .header('content-disposition', disposition)
    .send(content)
}

/**
 * A stream that fails midway resets the connection. A plain close would look like the end of the file to a client
 * without chunked encoding, such as a proxy that speaks HTTP/1.0.
 */
function resetOnFailure(content: Readable, { raw }: FastifyReply): void {
  content.once('error', () => {
    if (raw.headersSent) raw.socket?.resetAndDestroy()
  })
}
