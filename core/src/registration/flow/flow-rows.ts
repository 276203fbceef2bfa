import { STATUS } from '../../constants.ts'
import * as is from '../conditions.ts'
import { readContinued, resumeDraft, resumedRoute } from '../draft/draft.ts'
import { readReceipt, restoreFromReceipt } from '../draft/receipt.ts'
import {
  clearRegistration,
  METHODS,
  type ModelChange,
  namesOf,
  type RegistrationModel,
  type ValidationMethod,
} from '../model.ts'
import { hasStatus, isLockedReply, isTrue, quizIs, quizText, type Reply, serverText, succeeded } from '../replies.ts'
import type { Route } from '../routes.ts'
import type { EventName, FlowRow } from './flow-events.ts'

/** Building blocks of the flow table: rows, guards (conditions) and effects. */

type Guard = NonNullable<FlowRow['when']>
type Effects = Pick<FlowRow, 'set' | 'call' | 'popup' | 'message' | 'fieldErrors' | 'exit' | 'seals'>
type Draft = Omit<FlowRow, 'from' | 'on'>
type Model = RegistrationModel

export const stay = 'same'

/** One row: the rule of docs/behaviour.md, the condition, the next screen, and the effects. */
export const row = (rule: string, when: Guard, to: FlowRow['to'], effects: Effects = {}): Draft => ({
  rule,
  when,
  to,
  ...effects,
})

/** The rows of one or several screens, by event. */
export function screen(from: FlowRow['from'], events: Partial<Record<EventName | 'anyReply', Draft[]>>): FlowRow[] {
  return namesOf(events).flatMap((on) => (events[on] ?? []).map((draft) => ({ from, on, ...draft })))
}

// Guards over the reply
const guard = (says: string, test: (model: Model, reply: Reply) => boolean): Guard => ({ says, test })
export const always = guard('', () => true)
export const otherwise = guard('otherwise', () => true)
export const status = (...codes: number[]) =>
  guard(`status ${codes.join(' or ')}`, (_, reply) => hasStatus(reply, ...codes))
export const gatewayFailed = guard('gateway failure, 515 or 516', (_, reply) =>
  hasStatus(reply, STATUS.gatewayHttpError, STATUS.gatewayOtherError),
)
export const notOk = guard('not 200', (_, reply) => !succeeded(reply))
export const ok = guard('200', (_, reply) => succeeded(reply))
export const repliedTrue = guard('true', (_, reply) => isTrue(reply))
export const quizPending = guard('PENDING', (_, reply) => quizIs(reply, 'PENDING'))
export const quizPassed = guard('PASS', (_, reply) => quizIs(reply, 'PASS'))
export const trueForBehalf = guard('true, behalf', (m, reply) => isTrue(reply) && m.regBy === 'behalf')
export const trueAlreadyPassed = guard('true, already passed', (m, reply) => isTrue(reply) && m.identifyFound)
export const trueForRequest = guard('true, addSaa for behalf', (m, reply) => isTrue(reply) && is.isOnBehalf(m))

// Guards over the model
export const reqIdGiven = guard('reqId', (m) => m.reqId !== '')
export const activateIdGiven = guard('activateId', (m) => m.regType === 'accountActivation')
export const regExists = guard('regExists', (m) => m.regExists)
export const poPgExists = guard('poPgExists', (m) => m.poPgExists)
export const provablePerson = guard('personFlag Y and easyReg off', is.isProvablePerson)
export const replacesSaa = guard('SAA and regExists', is.mustConfirmReplacement)
export const nonSaaAtNpi = guard(
  'poPgExists, registered at NPI level, AA or AU',
  (m) => m.poPgExists && m.regAtNpiExists && !is.isSaa(m),
)
export const nonSaa = guard('AA or AU', is.isNonSaa)
export const npiNonSaa = guard('NPI, AA or AU', (m) => m.regType === 'NPI' && is.isNonSaa(m))
export const npiPerson = guard(
  'NPI, personFlag Y and easyReg off',
  (m) => m.regType === 'NPI' && is.isProvablePerson(m),
)
export const npiLevel = guard('NPI otherwise', (m) => m.regType === 'NPI')
export const groupLevel = guard('PG or PO', is.isGroupLevel)
export const registeredAtLevel = guard(
  'poPgExists and registered at group or organization level',
  (m) => m.poPgExists && is.isRegisteredAboveNpi(m),
)
export const behalf = guard('behalf', (m) => m.regBy === 'behalf')
export const selfWithSsn = guard('self, foundSsn', (m) => m.regBy === 'self' && m.foundSsn)
export const selfWithTin = guard('self, foundTaxId', (m) => m.regBy === 'self' && m.foundTaxId)
export const noSsnOrTin = guard('no SSN or TIN found', (m) => !is.hasSsnOrTin(m))
export const behalfWithChoice = guard('behalf, SSN or TIN found', (m) => m.regBy === 'behalf' && is.hasSsnOrTin(m))
export const alreadyPassed = guard('already passed', (m) => m.identifyFound)
export const accepted = guard('accept', (m) => m.acceptStaffReq === 'Y')
export const unaskedGroupMember = guard('poPgExists, regBy not asked', (m) => m.regBy === '' && m.poPgExists)
export const unaskedRegistered = guard('regExists, regBy not asked', (m) => m.regBy === '' && m.regExists)
export const receiptOnBehalf = guard('requested on behalf', (_, reply) => readReceipt(reply).path === 'BEHALF')
export const hasDraft = guard('left in this browser', (m) => m.leftOn !== '')
export const numberDue = guard('proof due again', (_, reply) => Boolean(readContinued(reply).numberDue))
export const leftOn = (route: Route) => guard(`left on ${route}`, (_, reply) => resumedRoute(reply) === route)
export const returningTrue = guard('true, returning', (m, reply) => isTrue(reply) && m.returning)
export const returning = guard('returning', (m) => m.returning)
export const unasked = guard('regBy not asked', (m) => m.regBy === '')

export const locked = guard('all methods locked', is.isLockedOut)
export const selfLocked = guard(
  'self, SSN or TIN found, all methods locked',
  (m) => m.regBy === 'self' && is.hasSsnOrTin(m) && is.isLockedOut(m),
)
export const lockedNow = guard('locked or refused', (_, reply) => isLockedReply(reply))

// Effects: what a row shows
export const showAtHome = (text: string): Effects => ({ set: () => ({ infoMessage: text }) })
export const showServerTextAtHome: Effects = { set: (_, reply) => ({ infoMessage: serverText(reply) }) }
export const showQuizTextAtHome: Effects = { set: (_, reply) => ({ infoMessage: quizText(reply) }) }
export const showServerText: Effects = { message: serverText }
export const showQuizText: Effects = { message: quizText }
export const show = (text: string): Effects => ({ message: () => text })
export const userNameError: Effects = { fieldErrors: (reply) => ({ userName: serverText(reply) }) }
export const leaveBy = (exit: NonNullable<FlowRow['exit']>): Effects => ({ set: clearRegistration, exit })

// Effects: what a row changes in the model
export const set = (change: ModelChange): Effects => ({ set: () => change })
export const sealQuiz: Effects = { seals: 'quiz' }
export const submitted: Effects = { seals: 'submission' }

/** Discards the identity proof. */
export const freshProof = { identifyFound: false, transactionId: '' } as const satisfies ModelChange

/** As on the server: the same method keeps a passed quiz, another method discards it (behaviour 7.3). */
export const proveBy = (method: ValidationMethod): Effects => ({
  set: (m) => (m.validateBy === method ? {} : { ...freshProof, validateBy: method }),
})

/** A path without 'Who is Registering?' keeps nothing from an earlier visit to that screen. */
const noPersonProof = { regBy: '', validateBy: '', returning: false, ...freshProof } as const satisfies ModelChange

/** Without a group or organization the contact names default to those of the NPI (behaviour 4.4). */
const contactNames = (m: Model): ModelChange =>
  m.poPgExists ? {} : { contactFirstName: m.npiFirstName, contactLastName: m.npiLastName }

/** For an SAA: PO if there is an organization, else PG if there is a group, else NPI (behaviour 4.8). */
function presetType(m: Model): RegistrationModel['regType'] {
  if (!is.isSaa(m)) return ''
  if (m.poId) return 'PO'
  return m.poPgExists ? 'PG' : 'NPI'
}

const choosesRegisteredGroup = (m: Model) =>
  Object.values(m.pgGroupMap).some((group) => group.checked && group.registerdGroup)

export const startAgain: Effects = { set: (m) => ({ ...clearRegistration(m), npiId: m.npiId }) }
export const saaAtNpi: Effects = {
  set: (m) => ({ regRoleSel: 'SAA', regType: 'NPI', ...noPersonProof, ...contactNames(m) }),
}
export const profileAtNpi: Effects = {
  set: (m) => ({ allowAaAuReg: true, regType: 'NPI', ...noPersonProof, ...contactNames(m) }),
}
export const profileWithLevels: Effects = {
  set: (m) => ({ allowAaAuReg: true, regType: presetType(m), ...noPersonProof }),
}
export const replaceAtNpi: Effects = { set: (m) => ({ ...noPersonProof, replaceSaa: is.mustConfirmReplacement(m) }) }
/** Choosing a group that has an SAA sets replaceSaa (behaviour 4.9). */
export const replaceAtGroups: Effects = {
  set: (m) => ({ ...noPersonProof, replaceSaa: is.isSaa(m) && (m.regExists || choosesRegisteredGroup(m)) }),
}
/** A provider who registers alone gets the names from the NPI data (behaviour 5.8). */
export const takeNames: Effects = {
  set: (m) => (is.takesNamesFromNpi(m) ? { firstName: m.npiFirstName, lastName: m.npiLastName } : {}),
}
export const takeNamesUnproved: Effects = { set: (m, reply) => ({ ...freshProof, ...takeNames.set?.(m, reply) }) }
export const lockMethods: Effects = { set: () => ({ lockedMethods: [...METHODS] }) }
/** Restores the last screen after a reload. */
export const restoreEnd: Effects = { seals: 'submission', set: (_, reply) => restoreFromReceipt(reply) }
/** The draft stays on the server until the step1 proof is repeated. */
export const requestProofAgain: Effects = {
  set: (_, reply) => {
    const { numberDue: validateBy = '', left } = readContinued(reply)
    // Only an SAA of one NPI proves a number.
    const { regBy = '', identifyFound = false } = left ?? {}
    return { validateBy, returning: true, regRoleSel: 'SAA', regType: 'NPI', regBy, identifyFound }
  },
}
/** If the quiz was passed after the draft was saved, the names are taken from the NPI data here. */
export const resume: Effects = {
  set: (m, reply) => {
    const resumed = resumeDraft(m, reply)
    return { ...resumed, ...(resumed.identifyFound && takeNames.set?.({ ...m, ...resumed }, reply)) }
  },
}
export const nameRejected: Effects = { set: (m) => ({ rejReqId: m.reqId }) }
export const ignoreExistingAccount: Effects = {
  set: (m) => (is.isNonSaa(m) ? { ignoreExistAuAaAccount: true } : { ignoreExistSaaAccount: true }),
}

export const everywhere: FlowRow['from'] = 'any'
export const on = (...routes: Route[]): FlowRow['from'] => routes
