import { callBaseFor, HTTP_TIMEOUT_MS, STATUS } from '@portico/core/constants'
import { type ErrorEntity, isSuccess } from '@portico/core/envelope'
import { GATEWAY_UNAVAILABLE } from '@portico/core/forms/messages'
import { type Query, QueryClient } from '@tanstack/react-query'

/**
 * The one way from the browser to the server (behaviour 12.7, 12.8).
 * A call never throws: whatever happens, it answers with a reply.
 */

export type Success<Entity> = { ok: true; status: number; entity: Entity }
/** A business status other than 200, or 515/516 made here; `metadata` only in the latter. */
export type Failure = { ok: false; status: number; entity: ErrorEntity; metadata?: { details: unknown } }
export type Reply<Entity> = Success<Entity> | Failure

export type QueryParameters = Record<string, string | number | undefined>
export type GetOptions = {
  /** Typing waits for nothing: a typeahead's GET is not counted as pending. */
  typeahead?: boolean
}

export type Gateway = {
  /** A plain GET; two identical ones under way at once are one, unless something was posted in between. */
  get: <Entity>(call: string, query?: QueryParameters, options?: GetOptions) => Promise<Reply<Entity>>
  /** A cached GET: identical requests share the stored or in-flight reply; only replies with status '200' are kept. */
  lookUp: <Entity>(call: string, query?: QueryParameters, options?: GetOptions) => Promise<Reply<Entity>>
  post: <Entity>(call: string, body?: unknown) => Promise<Reply<Entity>>
  /** A file that a call makes: by POST when a body is given. A refusal is the envelope it always is. */
  fetchFile: (call: string, asked: { query?: QueryParameters; body?: unknown }) => Promise<Reply<Blob>>
  /** Told at the start of every call: the session's timers hang on it. */
  onCall: (listener: () => void) => () => void
  /** Told when a `sec` call was answered 401. */
  onSignedOut: (listener: () => void) => () => void
  /** Cached look-ups are dropped at sign-on and sign-off. */
  dropLookUps: () => void
  queryClient: QueryClient
}

const LOOK_UP = 'look-up'
const isTypeahead = (query: Query) => query.meta?.typeahead === true

/** Calls under way, without typeahead GETs. React components use usePendingCount. */
export const countedAsPending = { predicate: (query: Query) => !isTypeahead(query) }

export function createGateway(): Gateway {
  const queryClient = new QueryClient({
    // 'always': a call made offline must fail and say so, not wait unseen for the network.
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always', gcTime: 0 },
    },
  })
  const callListeners = new Set<() => void>()
  const signedOutListeners = new Set<() => void>()
  /** What was asked for before a post was answered may be of before it: nobody who asks afterwards shares it. */
  let posts = 0

  async function send<Entity>(
    method: 'GET' | 'POST',
    call: string,
    query: QueryParameters = {},
    body?: unknown,
    read: (response: Response) => Promise<Reply<Entity>> = readJson,
  ) {
    for (const listener of callListeners) listener()
    const reply = await fetchReply<Entity>(method, call, query, body, read)
    if (reply.status !== STATUS.ok && reply.status !== STATUS.badRequest)
      console.error(`${method} ${call} ${reply.status}`)
    if (!reply.ok && isUnauthorised(reply) && call.startsWith('/rest/sec/')) {
      for (const listener of signedOutListeners) listener()
    }
    return reply
  }

  return {
    queryClient,
    get: (call, query, options) =>
      queryClient.fetchQuery({
        queryKey: ['get', posts, callBaseFor(location.pathname), call, query ?? {}],
        queryFn: () => send('GET', call, query),
        meta: { typeahead: options?.typeahead ?? false },
        gcTime: 0,
      }),
    lookUp: (call, query, options) =>
      queryClient
        .fetchQuery({
          queryKey: [LOOK_UP, callBaseFor(location.pathname), call, query ?? {}],
          queryFn: async () => keepOnlySuccess(await send('GET', call, query)),
          meta: { typeahead: options?.typeahead ?? false },
          staleTime: Number.POSITIVE_INFINITY,
          gcTime: Number.POSITIVE_INFINITY,
        })
        .catch(replyOfError) as never,
    post: (call, body) =>
      queryClient
        .getMutationCache()
        .build(queryClient, {
          mutationFn: () =>
            send('POST', call, {}, body ?? {}).finally(() => {
              posts += 1
            }),
        })
        .execute(undefined) as never,
    fetchFile: (call, { query, body }) =>
      queryClient
        .getMutationCache()
        .build(queryClient, {
          mutationFn: () => send(body === undefined ? 'GET' : 'POST', call, query, body, readFile),
        })
        .execute(undefined),
    onCall: (listener) => subscribe(callListeners, listener),
    onSignedOut: (listener) => subscribe(signedOutListeners, listener),
    dropLookUps: () => queryClient.removeQueries({ queryKey: [LOOK_UP] }),
  }
}

function subscribe(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A look-up that did not succeed is thrown, so that nothing stores it; the caller still gets it as a reply. */
class UnkeptReply extends Error {
  reply: Failure
  constructor(reply: Failure) {
    super(`status ${reply.status}`)
    this.reply = reply
  }
}

function keepOnlySuccess<Entity>(reply: Reply<Entity>): Success<Entity> {
  if (!reply.ok) throw new UnkeptReply(reply)
  return reply
}

function replyOfError(error: unknown): Failure {
  return error instanceof UnkeptReply ? error.reply : gatewayFailure(STATUS.gatewayOtherError, String(error))
}

type HttpErrorDetails = { httpStatus: number; body: string }

/** No session on a `sec` call. */
export const isUnauthorised = (reply: Failure) =>
  (reply.metadata?.details as HttpErrorDetails | undefined)?.httpStatus === 401

export const isGatewayFailure = (reply: { status: number | string }) =>
  Number(reply.status) === STATUS.gatewayHttpError || Number(reply.status) === STATUS.gatewayOtherError

async function fetchReply<Entity>(
  method: 'GET' | 'POST',
  call: string,
  query: QueryParameters,
  body: unknown,
  read: (response: Response) => Promise<Reply<Entity>>,
): Promise<Reply<Entity>> {
  try {
    const response = await fetch(addressOf(call, query), {
      method,
      credentials: 'same-origin',
      headers: headersFor(method),
      body: method === 'POST' ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(HTTP_TIMEOUT_MS),
    })
    if (!response.ok) {
      const details: HttpErrorDetails = { httpStatus: response.status, body: await response.text() }
      return gatewayFailure(STATUS.gatewayHttpError, details)
    }
    return await read(response)
  } catch (error) {
    return gatewayFailure(STATUS.gatewayOtherError, error instanceof Error ? error.name : 'unknown')
  }
}

function addressOf(call: string, query: QueryParameters): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${callBaseFor(location.pathname)}${call}${search && `?${search}`}`
}

/** Non-GET calls to relative URLs echo the anti-forgery cookie; all of the gateway's URLs are relative. */
function headersFor(method: 'GET' | 'POST'): Record<string, string> {
  if (method === 'GET') return { accept: 'application/json' }
  const token = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1]
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(token ? { 'X-XSRF-TOKEN': decodeURIComponent(token) } : {}),
  }
}

const readJson = async <Entity>(response: Response) => readEnvelope<Entity>(await response.json())

async function readFile(response: Response): Promise<Reply<Blob>> {
  if (response.headers.get('content-type')?.startsWith('application/json')) return readJson<Blob>(response)
  return { ok: true, status: STATUS.ok, entity: await response.blob() }
}

function readEnvelope<Entity>(envelope: { status: number | string; entity: unknown }): Reply<Entity> {
  const status = Number(envelope.status)
  if (!Number.isInteger(status)) return gatewayFailure(STATUS.gatewayOtherError, 'no envelope')
  return isSuccess(envelope)
    ? { ok: true, status, entity: envelope.entity as Entity }
    : { ok: false, status, entity: envelope.entity as ErrorEntity }
}

/** The error reply the gateway builds itself, with all the fields of an error (behaviour 12.7). */
export function gatewayFailure(status: number, details: unknown): Failure {
  return {
    ok: false,
    status,
    entity: { messageType: 'error', statusCode: '500', messageCode: 'system', message: GATEWAY_UNAVAILABLE },
    metadata: { details },
  }
}
