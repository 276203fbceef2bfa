import type { Call, Description, EntityOf, InputOf } from '@portico/core/call'
import { CSRF_COOKIE, callBaseFor, HTTP_TIMEOUT_MS, STATUS, VIEW_HEADER } from '@portico/core/constants'
import { type ErrorEntity, isSuccess } from '@portico/core/envelope'
import { GATEWAY_UNAVAILABLE } from '@portico/core/forms/messages'
import { pageAddress } from '#kit/page-address.ts'
import { type CallsInFlight, createCallsInFlight } from './calls-in-flight.ts'
import { readCookie } from './cookies.ts'
import { createProofPrompt, needsProof, notProved, type ProofPrompt, parseProofNeeded } from './fresh-proof.ts'
import { createPageReplies, nameOf, type PageReplies } from './page-replies.ts'
import { type Failure, type HttpErrorDetails, type Reply, readHttpError } from './reply.ts'
import { createSharedRequests } from './shared-requests.ts'
import { findViewId, isCallOfView } from './view-mode.ts'

/**
 * The only way from the browser to the server (behaviour 12.7, 12.8). A call never throws; it always returns a reply.
 */

export type { Failure, Reply, Success } from './reply.ts'

export type QueryParameters = Record<string, string | number | boolean | undefined>
export type GetOptions = {
  /** A typeahead GET is not counted as pending. */
  typeahead?: boolean
}

/** Input of a call. Undefined fields are not sent. */
export type CallInput<Declared extends Description> = Sendable<InputOf<Declared>>
type Sendable<Input> = {
  [Field in keyof Input]: Record<never, never> extends Pick<Input, Field> ? Input[Field] | undefined : Input[Field]
}

/** The input can be left out if no field is required. */
export type CallArguments<Declared extends Description> =
  Record<never, never> extends InputOf<Declared>
    ? [CallInput<Declared>?, GetOptions?]
    : [CallInput<Declared>, GetOptions?]

export type Gateway = {
  /** A GET or POST, as declared. Identical GETs in flight share one request unless a POST came between. */
  call: <Declared extends Description>(
    call: Call<Declared>,
    ...input: CallArguments<Declared>
  ) => Promise<Reply<EntityOf<Declared>>>
  /** A GET whose reply has no envelope. */
  readBare: <Declared extends Description & { bare: unknown }>(
    call: Call<Declared>,
  ) => Promise<Reply<EntityOf<Declared>>>
  /**
   * A cached GET. Identical requests share the cached or in-flight reply; only replies with status '200' are cached.
   */
  lookUp: <Declared extends Description>(
    call: Call<Declared>,
    query: CallInput<Declared>,
    options?: GetOptions,
  ) => Promise<Reply<EntityOf<Declared>>>
  /** Fire and forget: completes after the page is left and is not counted as pending. */
  sendInBackground: <Declared extends Description>(
    call: Call<Declared>,
    input: CallInput<Declared>,
  ) => Promise<Reply<EntityOf<Declared>>>
  /** Downloads a file. A refusal is the usual envelope. */
  fetchFile: <Declared extends Description>(call: Call<Declared>, input: CallInput<Declared>) => Promise<Reply<Blob>>
  /** Runs at the start of every call; the session clock restarts on it. */
  onCall: (listener: () => void) => () => void
  /** Runs when a `sec` call is answered 401. */
  onSignedOut: (listener: () => void) => () => void
  /**
   * Sets the step-up prompt. It resolves to true once the user has proved their identity; the call is then repeated
   * once. Concurrent calls share one prompt.
   */
  onProofNeeded: (ask: ProofPrompt) => () => void
  /** Reports whether a call has been waiting for its reply for long. */
  onSlow: CallsInFlight['onSlow']
  /** Aborts the calls in flight, which fail. */
  stopWaiting: () => void
  /** For sign-out: aborts calls in flight, sends no more calls and notifies no listener. */
  close: () => void
  /** Runs at sign-on and sign-off. */
  clearLookUps: () => void
  /** Number of calls in flight, without typeahead GETs. React components use usePendingCount. */
  pendingCount: () => number
  onPendingCount: (listener: () => void) => () => void
  /** Replies of mounted pages. */
  pages: PageReplies
  /** Stores a reply that came with the page, for pages and look-ups. */
  preload: (path: string, query: object, entity: unknown) => void
}

type Method = Call['method']
/** One request: the query of a GET or the body of a POST. */
type OutgoingRequest = { method: Method; path: string; input: unknown; keepalive?: true }

const keyOf = (path: string, query: object) => [callBaseFor(pageAddress().pathname), path, query]
const createLookUps = () => createSharedRequests(({ ok }) => ok)

export function createGateway(): Gateway {
  const pages = createPageReplies()
  const calls = createCallsInFlight()
  const listeners: Listeners = { call: new Set(), signedOut: new Set(), calls, isClosed: false }
  /** Part of the key of GETs, so that a GET after a POST does not share an earlier, possibly stale request. */
  let postCount = 0

  const proof = createProofPrompt()
  const send: Send = (request, read) => sendWithProof(listeners, proof, request, read)
  const pending = createPendingCount()
  const sendCounted: Send = (request, readAs) => {
    pending.add(1)
    return send(request, readAs).finally(() => pending.add(-1))
  }
  const sendGet = <Entity>(path: string, input: object, { typeahead }: GetOptions, readAs: Read<Entity>) =>
    (typeahead ? send : sendCounted)({ method: 'GET', path, input }, readAs)

  const inFlight = createSharedRequests(() => false)
  const read = <Entity>(path: string, query: object, options: GetOptions = {}, readAs: Read<Entity> = readJson) =>
    inFlight.share(nameOf([postCount, ...keyOf(path, query)]), () => sendGet(path, query, options, readAs))
  let lookUps = createLookUps()
  const lookUp = <Entity>(path: string, query: object, options: GetOptions = {}): Promise<Reply<Entity>> =>
    lookUps.share(nameOf(keyOf(path, query)), () => sendGet(path, query, options, readJson<Entity>))
  const write = <Entity>(path: string, input: unknown) =>
    sendCounted({ method: 'POST', path, input }, readJson<Entity>).finally(() => (postCount += 1))

  return {
    pages,
    preload: (path, query, entity) => {
      const reply = { ok: true, status: STATUS.ok, entity } as const
      pages.store([path, query], reply)
      lookUps.store(nameOf(keyOf(path, query)), reply)
    },
    pendingCount: pending.read,
    onPendingCount: pending.subscribe,
    call: <Declared extends Description>(
      { method, path }: Call<Declared>,
      ...[input = {}, options]: [object?, GetOptions?]
    ) => (method === 'GET' ? read<EntityOf<Declared>>(path, input, options) : write<EntityOf<Declared>>(path, input)),
    readBare: <Declared extends Description>({ path }: Call<Declared>) =>
      read<EntityOf<Declared>>(path, {}, {}, readBareJson),
    lookUp: <Declared extends Description>({ path }: Call<Declared>, query: object, options?: GetOptions) =>
      lookUp<EntityOf<Declared>>(path, query, options),
    sendInBackground: <Declared extends Description>({ method, path }: Call<Declared>, input: CallInput<Declared>) =>
      send({ method, path, input, keepalive: true }, readJson<EntityOf<Declared>>),
    fetchFile: ({ method, path }, input) => sendCounted({ method, path, input }, readFile),
    onCall: (listener) => subscribe(listeners.call, listener),
    onSignedOut: (listener) => subscribe(listeners.signedOut, listener),
    onProofNeeded: proof.setPrompt,
    onSlow: calls.onSlow,
    stopWaiting: calls.abort,
    close: () => {
      listeners.isClosed = true
      calls.abort()
    },
    clearLookUps: () => {
      lookUps = createLookUps()
    },
  }
}

type Read<Entity> = (response: Response) => Promise<Reply<Entity>>
type Send = <Entity>(request: OutgoingRequest, read: Read<Entity>) => Promise<Reply<Entity>>
type Listeners = Record<'call' | 'signedOut', Set<() => void>> & { calls: CallsInFlight; isClosed: boolean }

function createPendingCount() {
  const listeners = new Set<() => void>()
  let count = 0
  return {
    read: () => count,
    add: (change: number) => {
      count += change
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => subscribe(listeners, listener),
  }
}

/** For callers on a page that is being left. */
const neverSettle = () => new Promise<never>(() => {})

/** Sends a request again after the user proved their identity. */
async function sendWithProof<Entity>(
  listeners: Listeners,
  proof: ReturnType<typeof createProofPrompt>,
  request: OutgoingRequest,
  read: Read<Entity>,
): Promise<Reply<Entity>> {
  const reply = await sendOnce(listeners, request, read)
  if (!needsProof(reply)) return reply
  const answer = await proof.ask(request.input)
  if (answer === 'no prompt') return reply
  return answer === 'proved' ? sendOnce(listeners, request, read) : notProved
}

async function sendOnce<Entity>(
  listeners: Listeners,
  request: OutgoingRequest,
  read: Read<Entity>,
): Promise<Reply<Entity>> {
  if (listeners.isClosed) return neverSettle()
  for (const listener of listeners.call) listener()
  const reply = await (request.keepalive
    ? fetchReply(request, AbortSignal.timeout(HTTP_TIMEOUT_MS), read)
    : listeners.calls.run((signal) => fetchReply(request, signal, read)))
  if (listeners.isClosed) return neverSettle()
  const isOrdinary = reply.status === STATUS.ok || reply.status === STATUS.badRequest || needsProof(reply)
  if (!isOrdinary) console.error(`${request.method} ${request.path} ${reply.status}`)
  if (!reply.ok && isUnauthorized(reply) && request.path.startsWith('/rest/sec/')) {
    for (const listener of listeners.signedOut) listener()
  }
  return reply
}

function subscribe(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A `sec` call without a session. */
export const isUnauthorized = (reply: Failure) => readHttpError(reply).httpStatus === 401 && !needsProof(reply)

/** A session that still needs its second factor. */
export const isFactorDue = (reply: Failure) => readHttpError(reply).body?.includes('"factor-due"') === true

export const isGatewayFailure = (reply: { status: number | string }) =>
  Number(reply.status) === STATUS.gatewayHttpError || Number(reply.status) === STATUS.gatewayOtherError

async function fetchReply<Entity>(
  { method, path, input, keepalive }: OutgoingRequest,
  signal: AbortSignal,
  read: Read<Entity>,
): Promise<Reply<Entity>> {
  try {
    const response = await fetch(method === 'GET' ? buildUrl(path, Object(input)) : buildUrl(path, {}), {
      method,
      credentials: 'same-origin',
      headers: { ...buildHeaders(method), ...buildViewHeader(path) },
      body: method === 'POST' ? JSON.stringify(input) : null,
      ...(keepalive && { keepalive: true }),
      signal,
    })
    if (!response.ok) {
      const details: HttpErrorDetails = { httpStatus: response.status, body: await response.text() }
      const failure = gatewayFailure(STATUS.gatewayHttpError, details)
      return { ...failure, entity: parseProofNeeded(details) ?? failure.entity }
    }
    return await read(response)
  } catch (error) {
    return gatewayFailure(STATUS.gatewayOtherError, Object(error).name)
  }
}

function buildUrl(path: string, query: QueryParameters): string {
  const defined = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(defined.map(([name, value]) => [name, String(value)])).toString()
  return `${callBaseFor(location.pathname)}${path}${search && `?${search}`}`
}

/** Non-GET calls to relative URLs echo the anti-forgery cookie. All of the gateway's URLs are relative. */
function buildHeaders(method: Method): Record<string, string> {
  if (method === 'GET') return { accept: 'application/json' }
  const token = readCookie(CSRF_COOKIE)
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(token ? { 'X-XSRF-TOKEN': decodeURIComponent(token) } : {}),
  }
}

function buildViewHeader(path: string): Record<string, string> {
  const viewId = isCallOfView(path) ? findViewId() : undefined
  return viewId ? { [VIEW_HEADER]: viewId } : {}
}

const readJson = async <Entity>(response: Response) => readEnvelope<Entity>(await response.json())

const readBareJson = async <Entity>(response: Response): Promise<Reply<Entity>> => ({
  ok: true,
  status: STATUS.ok,
  entity: await response.json(),
})

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

/** An error reply built by the gateway, with all fields of an error (behaviour 12.7). */
export function gatewayFailure(status: number, details: unknown): Failure {
  return {
    ok: false,
    status,
    entity: { messageType: 'error', statusCode: '500', messageCode: 'system', message: GATEWAY_UNAVAILABLE },
    metadata: { details },
  }
}
