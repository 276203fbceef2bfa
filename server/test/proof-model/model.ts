import type { Role } from '#platform/database/schema.ts'

/**
 * Model of the proof rules, independent of the product's code (behaviour 7.1 to 7.5, 7.10, 7.17, 7.19, 8.1 to 8.7,
 * 8.20): who has proved what, who can decide, and which access can be active. A run checks that the model allows every
 * successful call, and that access in the product equals access in the model.
 */

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export type Method = 'ssn' | 'tin'
export type Way = 'self' | 'behalf' | 'contract' | 'AA' | 'AU'

/** Proofs of a visitor's browser so far. */
export type Registration = {
  npi: string | undefined
  /** The mailed token that opened it, if any. */
  token: string | undefined
  openedAt: number
  touchedAt: number
  role: Role | undefined
  step1: Method | undefined
  /** True after a passed quiz or a confirmed code. */
  identity: boolean
  captchaAt: number
  over: boolean
}

export type AccessRequest = {
  email: string
  /** The NPI of the request, or the scope of an invitation. */
  npi: string
  /** The NPI or the groups, with one grant each. */
  scopes: string[]
  /** The requested role. After approval, each grant has its own role. */
  role: Role
  way: Way | 'invitation'
  madeAt: number
  /** Mailed tokens of the request. */
  tokens: string[]
  isOpen: boolean
  /** True if the provider could not be quizzed or failed twice, so plan staff decide. */
  passedToStaff: boolean
  /** Number of failed quizzes and codes of its link. */
  failed: number
  /** The person who decided in user administration; their repeated decision gets the same reply. */
  decidedBy?: string
  /** The person whose permissions an invitation depends on. */
  invitedBy?: string
}

export type Model = {
  now: number
  startedAt: number
  browsers: (Registration | undefined)[]
  requests: AccessRequest[]
  /** Email addresses that can sign in. */
  accounts: Set<string>
  /** Active access: `email scope` to role. */
  active: Map<string, Role>
  /** Suspended access: `email scope` to role and the person who suspended it. */
  suspended: Map<string, { role: Role; by: string }>
  /** NPIs whose provider reported 'This was not me'. */
  holds: Set<string>
  /** Failed proofs since the last passed one: `kind npi` to count. */
  failures: Map<string, number>
}

export const newModel = (now: number, browsers: number): Model => ({
  now,
  startedAt: now,
  browsers: Array.from({ length: browsers }, () => undefined),
  requests: [],
  accounts: new Set(),
  active: new Map(),
  suspended: new Map(),
  holds: new Set(),
  failures: new Map(),
})

/** The product allowed a forbidden step. The run fails with the shortest sequence. */
export class NotProved extends Error {}

export function insist(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new NotProved(otherwise)
}

export const openedFor = (model: Model, opening: { npi?: string; token?: string }): Registration => ({
  npi: opening.npi,
  token: opening.token,
  openedAt: model.now,
  touchedAt: model.now,
  role: undefined,
  step1: undefined,
  identity: false,
  captchaAt: Number.NEGATIVE_INFINITY,
  over: false,
})

/** A successful call requires a live registration, and renews it. */
export function renew(model: Model, browser: number): Registration {
  const registration = model.browsers[browser]
  insist(registration !== undefined, 'nothing was begun in this browser')
  insist(model.now - registration.touchedAt < 30 * MINUTE, 'the registration was idle for too long')
  insist(model.now - registration.openedAt < 120 * MINUTE, 'the registration is too old')
  registration.touchedAt = model.now
  return registration
}

/** A refused call also renews a live registration. */
export function touch(model: Model, browser: number): void {
  const registration = model.browsers[browser]
  if (
    registration &&
    model.now - registration.touchedAt < 30 * MINUTE &&
    model.now - registration.openedAt < 120 * MINUTE
  )
    registration.touchedAt = model.now
}

export function chooseRole(registration: Registration, role: Role): void {
  if (registration.role !== undefined && registration.role !== role)
    Object.assign(registration, { step1: undefined, identity: false, captchaAt: 0 })
  registration.role = role
}

/** No proof or request can succeed while registration is on hold. */
export function notOnHold(model: Model, npi: string | undefined): void {
  insist(npi === undefined || !model.holds.has(npi), 'registration went on although it is on hold')
}

const MOST_FAILED = 4
const MOST_FAILED_ON_LINK = 2

/** The subject of a quiz or code: an NPI, or an NPI through a request's link. */
export type Proof = { kind: 'QUIZ' | 'CODE'; npi: string | undefined; token: string | undefined }

/** The request that a mailed token belongs to. */
export const requestOfToken = (model: Model, token: string | undefined): AccessRequest | undefined =>
  model.requests.find((one) => token !== undefined && one.tokens.includes(token))

const failuresOf = (model: Model, { kind, npi }: Proof): number => model.failures.get(`${kind} ${npi}`) ?? 0

/** Records a failed quiz or code. After two failures on a request's link, plan staff decide. */
export function failedProof(model: Model, proof: Proof): void {
  model.failures.set(`${proof.kind} ${proof.npi}`, failuresOf(model, proof) + 1)
  const request = requestOfToken(model, proof.token)
  if (!request) return
  request.failed += 1
  if (request.failed >= MOST_FAILED_ON_LINK) request.passedToStaff = true
}

/** Records a passed quiz or code, which is forbidden after too many failures. Resets the failures of the NPI. */
export function passedProof(model: Model, proof: Proof): void {
  insist(failuresOf(model, proof) < MOST_FAILED, 'passed after four failures')
  decidesByLink(requestOfToken(model, proof.token))
  for (const kind of ['QUIZ', 'CODE']) model.failures.delete(`${kind} ${proof.npi}`)
}

/** A request's link can decide until two proofs on it have failed. */
export function decidesByLink(request: AccessRequest | undefined): void {
  insist(request === undefined || request.failed < MOST_FAILED_ON_LINK, 'proved or decided by a link that failed twice')
}

type Submitted = { npi: string; way: Way; isHuman: boolean; isOfGroups: boolean }

/** A submission requires the proofs of its path, for the NPI that was entered. */
export function submitted(
  model: Model,
  registration: Registration,
  { npi, way, isHuman, isOfGroups }: Submitted,
): void {
  insist(!registration.over, 'the registration is over')
  insist(registration.token === undefined && registration.npi === npi, 'another NPI was proved')
  notOnHold(model, npi)
  if (isHuman) registration.captchaAt = model.now
  const hasCaptcha = model.now - registration.captchaAt < 30 * MINUTE
  const isSaa = registration.role === undefined || registration.role === 'SAA'
  const needed: Record<Way, boolean> = {
    self: isSaa && registration.step1 !== undefined && registration.identity,
    behalf: isSaa && registration.step1 !== undefined,
    contract: isSaa && (hasCaptcha || (registration.step1 !== undefined && !isOfGroups)),
    AA: registration.role === 'AA' && hasCaptcha,
    AU: registration.role === 'AU' && hasCaptcha,
  }
  insist(needed[way], `${way} without its proofs`)
  registration.over = true
}

export const keyOf = (email: string, scope: string): string => `${email} ${scope}`
const roleOf = (model: Model, email: string, scope: string): Role | undefined => model.active.get(keyOf(email, scope))
const saaOf = (model: Model, scope: string): string | undefined =>
  [...model.active].find(([key, role]) => role === 'SAA' && key.endsWith(` ${scope}`))?.[0]

export const isAdministered = (model: Model, scope: string): boolean => saaOf(model, scope) !== undefined

export function isOpen(model: Model, request: AccessRequest): boolean {
  const days = request.way === 'invitation' ? 7 : request.way === 'contract' ? Number.POSITIVE_INFINITY : 30
  return request.isOpen && model.now - request.madeAt < days * DAY
}

/** Activates a request. A new SAA replaces the current one and closes competing requests. */
export function activate(model: Model, request: AccessRequest): void {
  insist(isOpen(model, request), 'a request that is over was made active')
  // An invitation is not a registration: plan staff or an administrator sent it.
  if (request.way !== 'invitation') notOnHold(model, request.npi)
  request.isOpen = false
  for (const scope of request.scopes) {
    if (request.role === 'SAA') takePlace(model, scope)
    model.active.set(keyOf(request.email, scope), request.role)
  }
}

/** Competing SAA requests are closed with all their scopes. */
function takePlace(model: Model, scope: string): void {
  const former = saaOf(model, scope)
  if (former) model.active.set(former, 'AA')
  for (const [key, grant] of model.suspended) if (key.endsWith(` ${scope}`) && grant.role === 'SAA') grant.role = 'AA'
  for (const other of model.requests) if (other.scopes.includes(scope) && other.role === 'SAA') other.isOpen = false
}

const under: Record<Role, Role[]> = { SAA: ['AA', 'AU'], AA: ['AU'], AU: [] }

/** True if a person's role in the scope can manage the given role. Plan staff can manage every role. */
export function mayRun(model: Model, by: string, scope: string, role: Role): boolean {
  const own = roleOf(model, by, scope)
  return by === STAFF || (own !== undefined && under[own].includes(role))
}

/** Stands for plan staff where people are identified by email address. */
export const STAFF = 'staff'

/** True if another person is SAA of all scopes. */
const isSaaOfAll = (model: Model, { scopes, email }: AccessRequest): boolean =>
  [...model.accounts].some((one) => one !== email && scopes.every((scope) => roleOf(model, one, scope) === 'SAA'))

/** True if the person can approve: administrators of all scopes, or plan staff if no SAA covers all of them. */
export function mayApprove(model: Model, by: string, request: AccessRequest): boolean {
  if (request.way === 'behalf') return by === STAFF && request.passedToStaff
  if (request.way !== 'AA' && request.way !== 'AU') return false
  if (by === STAFF) return !isSaaOfAll(model, request)
  return by !== request.email && request.scopes.every((scope) => mayRun(model, by, scope, request.role))
}

/** True if the person can manage only some of the scopes, which does not allow approval. */
export function mayGiveSome(model: Model, by: string, request: AccessRequest): boolean {
  const given = request.scopes.filter((scope) => mayRun(model, by, scope, request.role))
  return given.length > 0 && given.length < request.scopes.length
}

/** Longest duration of a sequence: less than the half year after which access must be confirmed. */
export const LONGEST = 150 * DAY

/** The SAA of the scope swaps roles with one of its AAs. */
export function handOver(model: Model, by: string, to: string, scope: string): void {
  notOnHold(model, scope)
  const own = keyOf(by, scope)
  const next = keyOf(to, scope)
  insist(model.active.get(own) === 'SAA' && model.active.get(next) === 'AA', 'handed over by a user without the right')
  model.active.set(own, 'AA').set(next, 'SAA')
}
