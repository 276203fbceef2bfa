import type { ModelChange, RegistrationModel } from '../model.ts'
import type { Reply } from '../replies.ts'
import type { Route } from '../routes.ts'
import type { Group, Receipt } from '../shapes.ts'

/** Restores the last screen after a reload from the receipt (behaviour 4.45). */

export const readReceipt = (reply: Reply): Partial<Receipt> => Object(reply.entity)

/** The part of the model that the last screens show. It grants nothing. */
export function restoreFromReceipt(reply: Reply): ModelChange {
  const { path, groups = [], ...facts } = readReceipt(reply)
  const {
    reference: _reference,
    submittedOn: _on,
    decidedOn: _decided,
    expiresOn: _ends,
    state,
    contract = 'NONE',
    next = '',
    ...known
  } = facts
  const pgGroupMap = Object.fromEntries(groups.map((name) => [name, groupNamed(name)]))
  return {
    ...known,
    ...(path === 'INVITATION' ? { regType: 'accountActivation' } : {}),
    submissionStatus: state ? { state, contract, next } : null,
    pgGroupMap,
    pgGroupKeys: groups,
    regBy: path === 'BEHALF' ? 'behalf' : '',
    personFlag: 'Y',
    identifyFound: path === 'SELF',
  }
}

const TAKEN: Record<Exclude<Receipt['path'], 'INVITATION'>, readonly Route[]> = {
  SELF: ['regBy', 'step1', 'step2'],
  BEHALF: ['regBy', 'step1'],
  CONTRACT: ['regWith', 'regChoice'],
  APPROVAL: ['roleSel', 'saaPerm'],
}
/** A deciding provider opened the mailed link, and passed a quiz before accepting. */
const DECIDED = { Y: ['regByStaff', 'regReqQuiz'], N: ['regByStaff'] } as const

/** The path that led to a receipt, for the progress bar. A contract for a single NPI has no choice of levels. */
export function findReceiptPath(reply: Reply, decided: RegistrationModel['acceptStaffReq']): readonly Route[] {
  const { path, regType } = readReceipt(reply)
  if (decided) return DECIDED[decided]
  if (path === 'INVITATION') return ['activateUser']
  const isPlain = !path || (path === 'CONTRACT' && regType === 'NPI')
  return ['home', ...(isPlain ? [] : TAKEN[path]), 'step3']
}

const groupNamed = (name: string): Group => ({
  id: name,
  name,
  shortName: name,
  checked: true,
  registerdGroup: false,
  registerdNpi: false,
  selectedNpiGroup: true,
  npiList: [],
})
