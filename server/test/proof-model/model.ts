import type { Role } from '../../src/platform/database/schema.ts'

/**
 * What the product promises about proof, told small and without its code (behaviour 7.1 to 7.5, 7.10, 7.17, 7.19, 8.1
 * to 8.7, 8.20): who has proved what, who may decide, and what therefore may be active. The run holds the product
 * against it: whatever it lets happen must be allowed here, and who has access there is exactly who has it here.
 */

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export type Method = 'ssn' | 'tin'
export type Way = 'self' | 'behalf' | 'contract' | 'AA' | 'AU'

/** What a visitor's browser has proved so far. */
export type Registration = {
  npi: string | undefined
  /** The mailed token that opened it, when one did. */
  token: string | undefined
  openedAt: number
  touchedAt: number
  role: Role | undefined
  step1: Method | undefined
  /** A passed quiz or a confirmed code: who it is. */
  identity: boolean
  captchaAt: number
  over: boolean
}

export type Asked = {
  email: string
  /** By which NPI it was asked for; of an invitation, what it is to. */
  npi: string
  /** What it gives access to, a grant for each: the NPI itself, or groups. */
  scopes: string[]
  /** What was asked. Once it is given, each grant has a role of its own. */
  role: Role
  way: Way | 'invitation'
  madeAt: number
  /** The tokens mailed about it. */
  tokens: string[]
  isOpen: boolean
  /** The provider could not be quizzed, or failed twice: plan staff decide. */
  passedToStaff: boolean
  /** Quizzes and codes of its link that failed. */
  failed: number
  /** Who said yes or no in user administration: the same once more is answered as before. */
  decidedBy?: string
  /** On whose rights an invitation rests. */
  invitedBy?: string
}

export type Model = {
  now: number
  startedAt: number
  browsers: (Registration | undefined)[]
  asked: Asked[]
  /** Who may sign in, by email address. */
  accounts: Set<string>
  /** Who has access: `email scope`, and as what. */
  active: Map<string, Role>
  /** Whose access was suspended, as what, and by whom. */
  suspended: Map<string, { role: Role; by: string }>
  /** NPIs whose provider said 'This was not me'. */
  holds: Set<string>
  /** Failed proofs since the last that was passed: `kind npi`, and how many. */
  failures: Map<string, number>
}

export const newModel = (now: number, browsers: number): Model => ({
  now,
  startedAt: now,
  browsers: Array.from({ length: browsers }, () => undefined),
  asked: [],
  accounts: new Set(),
  active: new Map(),
  suspended: new Map(),
  holds: new Set(),
  failures: new Map(),
})

/** Something the product let happen that it must not: the run fails and shows the shortest way there. */
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

/** A call of the registration that was answered: it must still have been there, and is renewed by it. */
export function renew(model: Model, browser: number): Registration {
  const registration = model.browsers[browser]
  insist(registration !== undefined, 'nothing was begun in this browser')
  insist(model.now - registration.touchedAt < 30 * MINUTE, 'the registration was idle for too long')
  insist(model.now - registration.openedAt < 120 * MINUTE, 'the registration is too old')
  registration.touchedAt = model.now
  return registration
}

/** An unanswered or refused call renews it too, as long as it is there. */
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

/** While registration is on hold nothing is proved or asked: plan staff look first. */
export function notOnHold(model: Model, npi: string | undefined): void {
  insist(npi === undefined || !model.holds.has(npi), 'registration went on although it is on hold')
}

const MOST_FAILED = 4
const MOST_FAILED_ON_LINK = 2

/** What a quiz or a code is to prove: the NPI, or the NPI by the link of a request. */
export type Proof = { kind: 'QUIZ' | 'CODE'; npi: string | undefined; token: string | undefined }

/** The request a token was mailed about. */
export const askedBy = (model: Model, token: string | undefined): Asked | undefined =>
  model.asked.find((one) => token !== undefined && one.tokens.includes(token))

const failuresOf = (model: Model, { kind, npi }: Proof): number => model.failures.get(`${kind} ${npi}`) ?? 0

/** A quiz or code failed: after the second one of a request's link plan staff decide. */
export function failedProof(model: Model, proof: Proof): void {
  model.failures.set(`${proof.kind} ${proof.npi}`, failuresOf(model, proof) + 1)
  const asked = askedBy(model, proof.token)
  if (!asked) return
  asked.failed += 1
  if (asked.failed >= MOST_FAILED_ON_LINK) asked.passedToStaff = true
}

/** A quiz or code was passed: not after too many failures, whenever it was begun. It forgets those of the NPI. */
export function passedProof(model: Model, proof: Proof): void {
  insist(failuresOf(model, proof) < MOST_FAILED, 'passed after four failures')
  decidesByLink(askedBy(model, proof.token))
  for (const kind of ['QUIZ', 'CODE']) model.failures.delete(`${kind} ${proof.npi}`)
}

/** Whoever holds the link of a request decides about it as long as nobody failed on it twice. */
export function decidesByLink(asked: Asked | undefined): void {
  insist(asked === undefined || asked.failed < MOST_FAILED_ON_LINK, 'proved or decided by a link that failed twice')
}

type Submitted = { npi: string; way: Way; isHuman: boolean; isOfGroups: boolean }

/** Something was submitted: with the proofs of its way, about the NPI that was entered. */
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

export function isOpen(model: Model, asked: Asked): boolean {
  const days = asked.way === 'invitation' ? 7 : asked.way === 'contract' ? Number.POSITIVE_INFINITY : 30
  return asked.isOpen && model.now - asked.madeAt < days * DAY
}

/** What was asked becomes active. A new SAA takes the place of the former and of everybody who waits for it. */
export function activate(model: Model, asked: Asked): void {
  insist(isOpen(model, asked), 'a request that is over was made active')
  // An invitation is plan staff's or an administrator's own act, and no registration.
  if (asked.way !== 'invitation') notOnHold(model, asked.npi)
  asked.isOpen = false
  for (const scope of asked.scopes) {
    if (asked.role === 'SAA') takePlace(model, scope)
    model.active.set(keyOf(asked.email, scope), asked.role)
  }
}

/** Who also waits for the place loses all that was asked with it. */
function takePlace(model: Model, scope: string): void {
  const former = saaOf(model, scope)
  if (former) model.active.set(former, 'AA')
  for (const [key, grant] of model.suspended) if (key.endsWith(` ${scope}`) && grant.role === 'SAA') grant.role = 'AA'
  for (const other of model.asked) if (other.scopes.includes(scope) && other.role === 'SAA') other.isOpen = false
}

const under: Record<Role, Role[]> = { SAA: ['AA', 'AU'], AA: ['AU'], AU: [] }

/** Invite, change, suspend, give back, remove: by the role somebody has there; plan staff everybody. */
export function mayRun(model: Model, by: string, scope: string, role: Role): boolean {
  const own = roleOf(model, by, scope)
  return by === STAFF || (own !== undefined && under[own].includes(role))
}

/** Plan staff, among people known by their addresses. */
export const STAFF = 'staff'

/** Somebody else is SAA of each of the scopes. */
const isSaaOfAll = (model: Model, { scopes, email }: Asked): boolean =>
  [...model.accounts].some((one) => one !== email && scopes.every((scope) => roleOf(model, one, scope) === 'SAA'))

/** Who may say yes in user administration: administrators of all of it by their role; plan staff where nobody is left. */
export function mayApprove(model: Model, by: string, asked: Asked): boolean {
  if (asked.way === 'behalf') return by === STAFF && asked.passedToStaff
  if (asked.way !== 'AA' && asked.way !== 'AU') return false
  if (by === STAFF) return !isSaaOfAll(model, asked)
  return by !== asked.email && asked.scopes.every((scope) => mayRun(model, by, scope, asked.role))
}

/** Has a right to some of what was asked, which is a right to nothing of it. */
export function mayGiveSome(model: Model, by: string, asked: Asked): boolean {
  const given = asked.scopes.filter((scope) => mayRun(model, by, scope, asked.role))
  return given.length > 0 && given.length < asked.scopes.length
}

/** How long a sequence lasts in all: shorter than the half year after which access has to be confirmed. */
export const LONGEST = 150 * DAY

/** The SAA of the NPI or group gives the place to an AA of it, and becomes one. */
export function handOver(model: Model, by: string, to: string, scope: string): void {
  notOnHold(model, scope)
  const own = keyOf(by, scope)
  const next = keyOf(to, scope)
  insist(model.active.get(own) === 'SAA' && model.active.get(next) === 'AA', 'handed over by somebody who may not')
  model.active.set(own, 'AA').set(next, 'SAA')
}
