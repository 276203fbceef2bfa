import type { Call, Description, EntityOf, InputOf } from '@portico/core/call'
import { callBaseFor, HTTP_TIMEOUT_MS, STATUS } from '@portico/core/constants'
import { type ErrorEntity, isSuccess } from '@portico/core/envelope'
import { GATEWAY_UNAVAILABLE } from '@portico/core/forms/messages'
import { type Query, QueryClient } from '@tanstack/react-query'
import { pageAddress } from '../../kit/page-address.ts'
import { createProofPrompt, needsProof, notProved, type ProofPrompt, parseProofNeeded } from '../sign-in/fresh-proof.ts'

/**
 * The one way from the browser to the server (behaviour 12.7, 12.8).
 * A call never throws: whatever happens, it answers with a reply.
 */

export type Success<Entity> = { ok: true; status: number; entity: Entity }
/** A business status other than 200, or 515/516 made here; `metadata` only in the latter. */
export type Failure = { ok: false; status: number; entity: ErrorEntity; metadata?: { details: unknown } }
export type Reply<Entity> = Success<Entity> | Failure

export type QueryParameters = Record<string, string | number | boolean | undefined>
export type GetOptions = {
  /** Typing waits for nothing: a typeahead's GET is not counted as pending. */
  typeahead?: boolean
}

/** What a call is given; what is undefined is not sent. */
export type CallInput<Declared extends Description> = Sendable<InputOf<Declared>>
type Sendable<Input> = {
  [Field in keyof Input]: Record<never, never> extends Pick<Input, Field> ? Input[Field] | undefined : Input[Field]
}

/** The input can be left out where nothing of it is required. */
export type CallArguments<Declared extends Description> =
  Record<never, never> extends InputOf<Declared>
    ? [CallInput<Declared>?, GetOptions?]
    : [CallInput<Declared>, GetOptions?]

export type Gateway = {
  /** A GET or a POST, as the call is declared. Two identical GETs under way at once are one, unless something was posted in between. */
  call: <Declared extends Description>(
    call: Call<Declared>,
    ...input: CallArguments<Declared>
  ) => Promise<Reply<EntityOf<Declared>>>
  /** A GET whose answer is declared without an envelope. */
  readBare: <Declared extends Description & { bare: unknown }>(
    call: Call<Declared>,
  ) => Promise<Reply<EntityOf<Declared>>>
  /** A cached GET: identical requests share the stored or in-flight reply; only replies with status '200' are kept. */
  lookUp: <Declared extends Description>(
    call: Call<Declared>,
    query: CallInput<Declared>,
    options?: GetOptions,
  ) => Promise<Reply<EntityOf<Declared>>>
  /** Said by the way, and also by a page that is being left: nobody waits for it, and nothing shows that it is under way. */
  sendInBackground: <Declared extends Description>(
    call: Call<Declared>,
    input: CallInput<Declared>,
  ) => Promise<Reply<EntityOf<Declared>>>
  /** A file that a call makes. A refusal is the envelope it always is. */
  fetchFile: <Declared extends Description>(call: Call<Declared>, input: CallInput<Declared>) => Promise<Reply<Blob>>
  /** Runs at the start of every call; the session clock restarts on it. */
  onCall: (listener: () => void) => () => void
  /** Runs when a `sec` call is answered 401. */
  onSignedOut: (listener: () => void) => () => void
  /**
   * Who asks the person to prove once more who they are, when a call needs it: true once they have. The call is then
   * made again, once; calls that need it at the same time wait for one answer.
   */
  onProofNeeded: (ask: ProofPrompt) => () => void
  /** The person signs out: what is under way is given up, nothing more is asked for, and no page hears of either. */
  close: () => void
  /** Cached look-ups are dropped at sign-on and sign-off. */
  clearLookUps: () => void
  queryClient: QueryClient
}

const LOOK_UP = 'look-up'
/** Where the reply to a look-up is kept. */
export const lookUpKey = (path: string, query: object) => [LOOK_UP, callBaseFor(pageAddress().pathname), path, query]
const isTypeahead = (query: Query) => query.meta?.typeahead === true

/** Calls under way, without typeahead GETs. React components use usePendingCount. */
export const countedAsPending = { predicate: (query: Query) => !isTypeahead(query) }

type Method = Call['method']
/** One request: the query of a GET, the body of a POST. */
type OutgoingRequest = { method: Method; path: string; input: unknown; keepalive?: true }

export function createGateway(): Gateway {
  const queryClient = new QueryClient({
    // 'always': a call made offline must fail and say so, not wait unseen for the network.
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always', gcTime: 0 },
    },
  })
  const closing = new AbortController()
  const listeners: Listeners = { call: new Set(), signedOut: new Set(), closed: closing.signal }
  /** What was asked for before a post was answered may be of before it: nobody who asks afterwards shares it. */
  let postCount = 0

  const proof = createProofPrompt()
  const send: Send = async (request, read) => {
    const reply = await sendOnce(listeners, request, read)
    if (!needsProof(reply)) return reply
    const input = await proof.ask(request.input)
    if (input === 'no prompt') return reply
    return input === 'proved' ? sendOnce(listeners, request, read) : notProved
  }
  const read = <Entity>(path: string, query: object, options: GetOptions = {}, readAs: Read<Entity> = readJson) =>
    queryClient.fetchQuery({
      queryKey: ['get', postCount, callBaseFor(location.pathname), path, query],
      queryFn: () => send({ method: 'GET', path, input: query }, readAs),
      meta: { typeahead: options.typeahead ?? false },
      gcTime: 0,
    })
  const lookUp = <Entity>(path: string, query: object, options: GetOptions = {}): Promise<Reply<Entity>> =>
    queryClient
      .fetchQuery({
        queryKey: lookUpKey(path, query),
        queryFn: async () => throwFailure(await send({ method: 'GET', path, input: query }, readJson<Entity>)),
        meta: { typeahead: options.typeahead ?? false },
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
      })
      .catch(toFailure)
  const mutate = <Result>(mutationFn: () => Promise<Result>): Promise<Result> =>
    queryClient.getMutationCache().build(queryClient, { mutationFn }).execute(undefined)
  const write = <Entity>(path: string, input: unknown) =>
    mutate(() => send({ method: 'POST', path, input }, readJson<Entity>).finally(() => (postCount += 1)))

  return {
    queryClient,
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
    fetchFile: ({ method, path }, input) => mutate(() => send({ method, path, input }, readFile)),
    onCall: (listener) => subscribe(listeners.call, listener),
    onSignedOut: (listener) => subscribe(listeners.signedOut, listener),
    onProofNeeded: proof.setPrompt,
    close: () => closing.abort(),
    clearLookUps: () => queryClient.removeQueries({ queryKey: [LOOK_UP] }),
  }
}

type Read<Entity> = (response: Response) => Promise<Reply<Entity>>
type Send = <Entity>(request: OutgoingRequest, read: Read<Entity>) => Promise<Reply<Entity>>
type Listeners = Record<'call' | 'signedOut', Set<() => void>> & { closed: AbortSignal }

/** Whoever waits for it goes with the page. */
const neverSettle = () => new Promise<never>(() => {})

async function sendOnce<Entity>(
  listeners: Listeners,
  request: OutgoingRequest,
  read: Read<Entity>,
): Promise<Reply<Entity>> {
  if (listeners.closed.aborted) return neverSettle()
  for (const listener of listeners.call) listener()
  const reply = await fetchReply<Entity>(request, listeners.closed, read)
  if (listeners.closed.aborted) return neverSettle()
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

/** A look-up that did not succeed is thrown, so that nothing stores it; the caller still gets it as a reply. */
class UncachedReply extends Error {
  reply: Failure
  constructor(reply: Failure) {
    super(`status ${reply.status}`)
    this.reply = reply
  }
}

function throwFailure<Entity>(reply: Reply<Entity>): Success<Entity> {
  if (!reply.ok) throw new UncachedReply(reply)
  return reply
}

function toFailure(error: unknown): Failure {
  return error instanceof UncachedReply ? error.reply : gatewayFailure(STATUS.gatewayOtherError, String(error))
}

type HttpErrorDetails = { httpStatus: number; body: string }
const readHttpError = ({ metadata }: Failure): Partial<HttpErrorDetails> => Object(metadata?.details)

/** No session on a `sec` call. */
export const isUnauthorized = (reply: Failure) => readHttpError(reply).httpStatus === 401 && !needsProof(reply)

/** The server takes on no more just now; asked again in some seconds it will. */
export const isBusy = (reply: Failure) => readHttpError(reply).httpStatus === 503
/** A session whose second factor is still due. */
export const isFactorDue = (reply: Failure) => readHttpError(reply).body?.includes('"factor-due"') === true

export const isGatewayFailure = (reply: { status: number | string }) =>
  Number(reply.status) === STATUS.gatewayHttpError || Number(reply.status) === STATUS.gatewayOtherError

async function fetchReply<Entity>(
  { method, path, input, keepalive }: OutgoingRequest,
  closed: AbortSignal,
  read: Read<Entity>,
): Promise<Reply<Entity>> {
  try {
    const timeout = AbortSignal.timeout(HTTP_TIMEOUT_MS)
    const response = await fetch(method === 'GET' ? buildUrl(path, Object(input)) : buildUrl(path, {}), {
      method,
      credentials: 'same-origin',
      headers: buildHeaders(method),
      body: method === 'POST' ? JSON.stringify(input) : null,
      ...(keepalive && { keepalive: true }),
      // A browser without it lets the call run on, unheard.
      signal: keepalive ? timeout : (AbortSignal.any?.([timeout, closed]) ?? timeout),
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

/** Non-GET calls to relative URLs echo the anti-forgery cookie; all of the gateway's URLs are relative. */
function buildHeaders(method: Method): Record<string, string> {
  if (method === 'GET') return { accept: 'application/json' }
  const token = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1]
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(token ? { 'X-XSRF-TOKEN': decodeURIComponent(token) } : {}),
  }
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

/** The error reply the gateway builds itself, with all the fields of an error (behaviour 12.7). */
export function gatewayFailure(status: number, details: unknown): Failure {
  return {
    ok: false,
    status,
    entity: { messageType: 'error', statusCode: '500', messageCode: 'system', message: GATEWAY_UNAVAILABLE },
    metadata: { details },
  }
}
