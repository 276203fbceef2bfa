import type { Call, Description, EntityOf, InputOf } from '@portico/core/call'
import { callBaseFor, HTTP_TIMEOUT_MS, STATUS } from '@portico/core/constants'
import { type ErrorEntity, isSuccess } from '@portico/core/envelope'
import { GATEWAY_UNAVAILABLE } from '@portico/core/forms/messages'
import { type Query, QueryClient } from '@tanstack/react-query'
import { pageAddress } from '../../kit/page-address.ts'
import { type AskForProof, needsProof, notProved, proofNeededIn, shareProof } from '../sign-in/fresh-proof.ts'

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
export type Given<Told extends Description> = Sendable<InputOf<Told>>
type Sendable<Input> = {
  [Field in keyof Input]: Record<never, never> extends Pick<Input, Field> ? Input[Field] | undefined : Input[Field]
}

/** The input can be left out where nothing of it is required. */
export type Asked<Told extends Description> =
  Record<never, never> extends InputOf<Told> ? [Given<Told>?, GetOptions?] : [Given<Told>, GetOptions?]

export type Gateway = {
  /** A GET or a POST, as the call is declared. Two identical GETs under way at once are one, unless something was posted in between. */
  call: <Told extends Description>(call: Call<Told>, ...asked: Asked<Told>) => Promise<Reply<EntityOf<Told>>>
  /** A GET whose answer is declared without an envelope. */
  readBare: <Told extends Description & { bare: unknown }>(call: Call<Told>) => Promise<Reply<EntityOf<Told>>>
  /** A cached GET: identical requests share the stored or in-flight reply; only replies with status '200' are kept. */
  lookUp: <Told extends Description>(
    call: Call<Told>,
    query: Given<Told>,
    options?: GetOptions,
  ) => Promise<Reply<EntityOf<Told>>>
  /** Said by the way, and also by a page that is being left: nobody waits for it, and nothing shows that it is under way. */
  tell: <Told extends Description>(call: Call<Told>, asked: Given<Told>) => Promise<Reply<EntityOf<Told>>>
  /** A file that a call makes. A refusal is the envelope it always is. */
  fetchFile: <Told extends Description>(call: Call<Told>, asked: Given<Told>) => Promise<Reply<Blob>>
  /** Told at the start of every call: the session's timers hang on it. */
  onCall: (listener: () => void) => () => void
  /** Told when a `sec` call was answered 401. */
  onSignedOut: (listener: () => void) => () => void
  /**
   * Who asks the person to prove once more who they are, when a call needs it: true once they have. The call is then
   * made again, once; calls that need it at the same time wait for one answer.
   */
  askForProofWith: (ask: AskForProof) => () => void
  /** The person signs out: what is under way is given up, nothing more is asked for, and no page hears of either. */
  leave: () => void
  /** Cached look-ups are dropped at sign-on and sign-off. */
  dropLookUps: () => void
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
type Sent = { method: Method; path: string; input: unknown; outlivesPage?: true }

export function createGateway(): Gateway {
  const queryClient = new QueryClient({
    // 'always': a call made offline must fail and say so, not wait unseen for the network.
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always', gcTime: 0 },
    },
  })
  const leaving = new AbortController()
  const told: Told = { call: new Set(), signedOut: new Set(), left: leaving.signal }
  /** What was asked for before a post was answered may be of before it: nobody who asks afterwards shares it. */
  let posts = 0

  const proof = shareProof()
  const send: Send = async (sent, read) => {
    const reply = await sendOnce(told, sent, read)
    if (!needsProof(reply)) return reply
    const asked = await proof.ask(sent.input)
    if (asked === 'nobody') return reply
    return asked === 'proved' ? sendOnce(told, sent, read) : notProved
  }
  const read = <Entity>(path: string, query: object, options: GetOptions = {}, readAs: Read<Entity> = readJson) =>
    queryClient.fetchQuery({
      queryKey: ['get', posts, callBaseFor(location.pathname), path, query],
      queryFn: () => send({ method: 'GET', path, input: query }, readAs),
      meta: { typeahead: options.typeahead ?? false },
      gcTime: 0,
    })
  const lookUp = <Entity>(path: string, query: object, options: GetOptions = {}): Promise<Reply<Entity>> =>
    queryClient
      .fetchQuery({
        queryKey: lookUpKey(path, query),
        queryFn: async () => keepOnlySuccess(await send({ method: 'GET', path, input: query }, readJson<Entity>)),
        meta: { typeahead: options.typeahead ?? false },
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
      })
      .catch(replyOfError)
  const mutate = <Result>(mutationFn: () => Promise<Result>): Promise<Result> =>
    queryClient.getMutationCache().build(queryClient, { mutationFn }).execute(undefined)
  const write = <Entity>(path: string, input: unknown) =>
    mutate(() => send({ method: 'POST', path, input }, readJson<Entity>).finally(() => (posts += 1)))

  return {
    queryClient,
    call: <Told extends Description>({ method, path }: Call<Told>, ...[asked = {}, options]: [object?, GetOptions?]) =>
      method === 'GET' ? read<EntityOf<Told>>(path, asked, options) : write<EntityOf<Told>>(path, asked),
    readBare: <Told extends Description>({ path }: Call<Told>) => read<EntityOf<Told>>(path, {}, {}, readWhole),
    lookUp: <Told extends Description>({ path }: Call<Told>, query: object, options?: GetOptions) =>
      lookUp<EntityOf<Told>>(path, query, options),
    tell: <Told extends Description>({ method, path }: Call<Told>, input: Given<Told>) =>
      send({ method, path, input, outlivesPage: true }, readJson<EntityOf<Told>>),
    fetchFile: ({ method, path }, input) => mutate(() => send({ method, path, input }, readFile)),
    onCall: (listener) => subscribe(told.call, listener),
    onSignedOut: (listener) => subscribe(told.signedOut, listener),
    askForProofWith: proof.askWith,
    leave: () => leaving.abort(),
    dropLookUps: () => queryClient.removeQueries({ queryKey: [LOOK_UP] }),
  }
}

type Read<Entity> = (response: Response) => Promise<Reply<Entity>>
type Send = <Entity>(sent: Sent, read: Read<Entity>) => Promise<Reply<Entity>>
type Told = Record<'call' | 'signedOut', Set<() => void>> & { left: AbortSignal }

/** Whoever waits for it goes with the page. */
const noReply = () => new Promise<never>(() => {})

async function sendOnce<Entity>(told: Told, sent: Sent, read: Read<Entity>): Promise<Reply<Entity>> {
  if (told.left.aborted) return noReply()
  for (const listener of told.call) listener()
  const reply = await fetchReply<Entity>(sent, told.left, read)
  if (told.left.aborted) return noReply()
  const isOrdinary = reply.status === STATUS.ok || reply.status === STATUS.badRequest || needsProof(reply)
  if (!isOrdinary) console.error(`${sent.method} ${sent.path} ${reply.status}`)
  if (!reply.ok && isUnauthorised(reply) && sent.path.startsWith('/rest/sec/')) {
    for (const listener of told.signedOut) listener()
  }
  return reply
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
const httpErrorOf = ({ metadata }: Failure): Partial<HttpErrorDetails> => Object(metadata?.details)

/** No session on a `sec` call. */
export const isUnauthorised = (reply: Failure) => httpErrorOf(reply).httpStatus === 401 && !needsProof(reply)

/** The server takes on no more just now; asked again in some seconds it will. */
export const isBusy = (reply: Failure) => httpErrorOf(reply).httpStatus === 503
/** A session whose second factor is still due. */
export const isFactorDue = (reply: Failure) => httpErrorOf(reply).body?.includes('"factor-due"') === true

export const isGatewayFailure = (reply: { status: number | string }) =>
  Number(reply.status) === STATUS.gatewayHttpError || Number(reply.status) === STATUS.gatewayOtherError

async function fetchReply<Entity>(
  { method, path, input, outlivesPage }: Sent,
  left: AbortSignal,
  read: Read<Entity>,
): Promise<Reply<Entity>> {
  try {
    const tooLate = AbortSignal.timeout(HTTP_TIMEOUT_MS)
    const response = await fetch(method === 'GET' ? addressOf(path, Object(input)) : addressOf(path, {}), {
      method,
      credentials: 'same-origin',
      headers: headersFor(method),
      body: method === 'POST' ? JSON.stringify(input) : null,
      ...(outlivesPage && { keepalive: true }),
      // A browser without it lets the call run on, unheard.
      signal: outlivesPage ? tooLate : (AbortSignal.any?.([tooLate, left]) ?? tooLate),
    })
    if (!response.ok) {
      const details: HttpErrorDetails = { httpStatus: response.status, body: await response.text() }
      const failure = gatewayFailure(STATUS.gatewayHttpError, details)
      return { ...failure, entity: proofNeededIn(details) ?? failure.entity }
    }
    return await read(response)
  } catch (error) {
    return gatewayFailure(STATUS.gatewayOtherError, Object(error).name)
  }
}

function addressOf(path: string, query: QueryParameters): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${callBaseFor(location.pathname)}${path}${search && `?${search}`}`
}

/** Non-GET calls to relative URLs echo the anti-forgery cookie; all of the gateway's URLs are relative. */
function headersFor(method: Method): Record<string, string> {
  if (method === 'GET') return { accept: 'application/json' }
  const token = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1]
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(token ? { 'X-XSRF-TOKEN': decodeURIComponent(token) } : {}),
  }
}

const readJson = async <Entity>(response: Response) => readEnvelope<Entity>(await response.json())

const readWhole = async <Entity>(response: Response): Promise<Reply<Entity>> => ({
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
