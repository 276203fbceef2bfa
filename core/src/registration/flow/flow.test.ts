import { describe, expect, test } from 'vitest'
import baysideBrand from '../../brands/bayside.ts'
import * as text from '../../forms/messages.ts'
import { RESUMABLE_SCREENS } from '../draft/draft.ts'
import { emptyRegistration, type ModelChange, type RegistrationModel, type ValidationMethod } from '../model.ts'
import type { Reply } from '../replies.ts'
import { ROUTES, type Route } from '../routes.ts'
import type { Group } from '../shapes.ts'
import * as wizard from '../texts/messages.ts'
import { canGoBack, exitAddress, findRow, next } from './flow.ts'
import type { FlowEvent, FlowRow, ReplyEventName, Transition, UserEventName } from './flow-events.ts'
import { FLOW_TABLE } from './flow-table.ts'

const ok = (entity: unknown): Reply => ({ status: 200, entity })
const no = (status: number, message = 'the server says'): Reply => ({ status, entity: { message } })
const quiz = (status: string): Reply => ok({ status, statusMsg: 'the quiz says', transactionId: 'tx-1' })
const replied = (type: ReplyEventName, reply: Reply): FlowEvent => ({ type, reply })
const all: ValidationMethod[] = ['ssn', 'tin', 'claim']
const did = (type: UserEventName, answers?: ModelChange): FlowEvent => (answers ? { type, answers } : { type })
const model = (change: ModelChange = {}): RegistrationModel => ({ ...emptyRegistration(), ...change })

const group = (change: Partial<Group> = {}): Group => ({
  id: 'g1',
  name: 'Lowell Family Medicine',
  shortName: 'Lowell',
  checked: true,
  registerdGroup: false,
  registerdNpi: false,
  selectedNpiGroup: true,
  npiList: [],
  ...change,
})

const physician = {
  npiName: 'Amara Whitfield',
  npiFirstName: 'Amara',
  npiLastName: 'Whitfield',
  personFlag: 'Y',
  foundSsn: true,
} as const
const inGroup = { ...physician, poPgExists: true, pgGroupMap: { g1: group() } }
const inOrganization = { ...inGroup, poId: 'po1', poName: 'Merrimack' }

/** One case: screen, model, event, next screen and what else is expected. */
type Case = [title: string, from: Route, has: ModelChange, event: FlowEvent, to: Route, expected?: Partial<Transition>]

/** The rows of the table that the cases below cover. */
const covered = new Set<FlowRow>()

/** Called while tests are collected, so that the order of the tests does not matter. */
function cover(from: Route, event: FlowEvent, started: RegistrationModel) {
  const row = findRow(from, event, started)
  if (row) covered.add(row)
}

function check(cases: Case[]) {
  for (const [title, from, has, event, to, expected = {}] of cases) {
    cover(from, event, model(has))
    test(`${event.type} on ${from} leads to ${to}: ${title}`, () => {
      const transition = next(from, event, model(has))
      expect(transition).toMatchObject({ route: to, ...expected })
      if (!expected.message) expect(transition.message).toBeUndefined()
      if (!expected.call) expect(transition.call).toBeUndefined()
      if (!expected.popup) expect(transition.popup).toBeUndefined()
      if (!expected.set?.infoMessage) expect(transition.set.infoMessage ?? '').toBe('')
    })
  }
}

describe('1 entering', () => {
  const enter = (entry: object): FlowEvent => ({
    type: 'entered',
    entry: { reqId: '', activateId: '', easyReg: false, ...entry },
  })
  // biome-ignore format: one case a line
  check([
    ['nothing in the query', 'home', {}, enter({}), 'home'],
    ['easyReg', 'home', {}, enter({ easyReg: true }), 'home', { set: { easyReg: true } }],
    ['reqId', 'home', {}, enter({ reqId: 'r1' }), 'regByStaff', { set: { reqId: 'r1' } }],
    ['activateId', 'home', {}, enter({ activateId: 'a1' }), 'activateUser', { set: { regType: 'accountActivation' } }],
    ['an NPI is looked up', 'home', {}, did('npiSubmitted', { npiId: '1100000011' }), 'home', { call: 'valRegNpi' }],
  ])

  test('a new NPI clears the model, except the values from the entry page', () => {
    const left = { ...model({ easyReg: true, regBy: 'behalf', email: 'a@b.example', infoMessage: 'x' }) }
    const { set } = next('home', did('npiSubmitted', { npiId: '1100000029' }), left)
    expect({ ...left, ...set }).toEqual({ ...emptyRegistration(undefined, true), npiId: '1100000029' })
  })
})

describe('2 after NPI validation', () => {
  const answered = (entity: object) => replied('npiReply', ok(entity))
  const saa = { regRoleSel: 'SAA' } as const
  // biome-ignore format: one case a line
  check([
    ['400 shows the server text', 'home', {}, replied('npiReply', no(400)), 'home', { set: { infoMessage: 'the server says' } }],
    ['404 shows the server text', 'home', {}, replied('npiReply', no(404)), 'home', { set: { infoMessage: 'the server says' } }],
    ['any other status shows the generic text', 'home', {}, replied('npiReply', no(407)), 'home', { set: { infoMessage: text.GENERIC } }],
    ['regExists', 'home', {}, answered({ ...inGroup, regExists: true }), 'roleSel', { set: { allowAaAuReg: true } }],
    ['poPgExists', 'home', {}, answered(inGroup), 'regWith', { set: { ...saa, pgGroupKeys: ['g1'] } }],
    ['a person', 'home', {}, answered(physician), 'regBy', { set: { ...saa, regType: 'NPI', contactFirstName: 'Amara', contactLastName: 'Whitfield' } }],
    ['a person with easyReg', 'home', { easyReg: true }, answered(physician), 'step3', { set: { ...saa, regType: 'NPI' } }],
    ['an organization', 'home', {}, answered({ personFlag: 'N' }), 'step3', { set: { ...saa, regType: 'NPI' } }],
  ])
})

describe('2b continuing a saved registration', () => {
  const draft = (left: Route, change: object = {}) => ({
    path: ['home', left],
    groups: ['g1'],
    permissions: ['ELIG'],
    email: 'robin@office.example',
    ...change,
  })
  const back = (entity: object) => replied('continueReply', ok({ numberDue: '', identifyFound: false, ...entity }))
  const typed = { set: { email: 'robin@office.example' } }
  // biome-ignore format: one case a line
  check([
    ['a draft exists for the NPI', 'home', {}, replied('npiReply', ok({ ...physician, leftOn: 'step3' })), 'home', { popup: 'continue' }],
    ['continue', 'home', {}, did('continued'), 'home', { call: 'continueRegistration' }],
    ['start over', 'home', {}, did('startedOver'), 'home', { call: 'endRegistration' }],
    ['look up the NPI again', 'home', { leftOn: 'step3', npiId: '1100000011' }, replied('endReply', ok(true)), 'home', { call: 'valRegNpi', set: { leftOn: '', npiId: '1100000011' } }],
    ['the registration has ended', 'home', {}, replied('continueReply', no(407)), 'home', { set: { infoMessage: 'the server says' } }],
    ['the proof is due again', 'home', {}, replied('continueReply', ok({ numberDue: 'tin' })), 'step1', { set: { validateBy: 'tin', returning: true } }],
    ['the repeated proof is correct', 'step1', { returning: true, validateBy: 'tin' }, replied('identityReply', ok(true)), 'step1', { call: 'continueRegistration' }],
    ['the repeated proof is wrong', 'step1', { returning: true, validateBy: 'tin' }, replied('identityReply', no(404)), 'step1', { message: 'the server says' }],
    ['GO BACK of a returning visitor', 'step1', { returning: true }, did('goBack'), 'home'],
    ...RESUMABLE_SCREENS.map((left): Case => [`left on ${left}`, 'home', inGroup, back({ draft: draft(left) }), left, typed]),
    ['left on the quiz, then passed', 'step1', { ...physician, returning: true }, back({ draft: draft('step2', { regType: 'NPI', regRoleSel: 'SAA', regBy: 'self' }), identifyFound: true }), 'step3', { set: { identifyFound: true, returning: false, firstName: 'Amara' } }],
    ['no draft', 'home', {}, back({}), 'home'],
    ['the last screen is reloaded', 'home', {}, did('reloaded'), 'home', { call: 'receipt' }],
    ['nothing was submitted', 'home', {}, replied('receiptReply', no(404)), 'home'],
    ['a request on behalf', 'home', {}, replied('receiptReply', ok({ path: 'BEHALF', groups: [] })), 'regReqComplete', { seals: 'submission', set: { regBy: 'behalf' } }],
    ['a contract', 'home', {}, replied('receiptReply', ok({ path: 'CONTRACT', groups: ['Lowell'], regType: 'PG' })), 'regConf', { seals: 'submission', set: { regType: 'PG', pgGroupKeys: ['Lowell'], identifyFound: false } }],
    ['an account completed by invitation', 'home', {}, replied('receiptReply', ok({ path: 'INVITATION', groups: [], regType: 'NPI', regRoleSel: 'AU' })), 'regConf', { set: { regType: 'accountActivation' } }],
    ['an account created at once', 'home', {}, replied('receiptReply', ok({ path: 'SELF', groups: [], regType: 'NPI' })), 'regConf', { set: { identifyFound: true, personFlag: 'Y' } }],
  ])

  test('a draft restores the chosen groups and permissions', () => {
    const groups = { g1: group({ checked: false }), g2: group({ id: 'g2', checked: true }) }
    const { set } = next('home', back({ draft: draft('step3') }), model({ pgGroupMap: groups, regExists: true }))
    expect(set.pgGroupMap).toMatchObject({ g1: { checked: true }, g2: { checked: false } })
    expect(set.permissionList).toEqual([expect.objectContaining({ referenceId: 'ELIG', checked: true })])
    expect(set.allowAaAuReg).toBe(true)
  })
})

describe('3 roleSel', () => {
  const profile = (entity: object) => replied('profileReply', ok(entity))
  const npi = { regType: 'NPI', allowAaAuReg: true } as const
  // biome-ignore format: one case a line
  check([
    ['SAA if one exists', 'roleSel', { regExists: true }, did('roleChosen', { regRoleSel: 'SAA' }), 'roleSel', { popup: 'replaceSaa' }],
    ['replacement confirmed', 'roleSel', { regRoleSel: 'SAA', regExists: true }, did('replaceConfirmed'), 'roleSel', { set: { replaceSaa: true }, call: 'nonSaaNpiProfile' }],
    ['replacement canceled', 'roleSel', { regRoleSel: 'SAA', regExists: true }, did('popupCanceled'), 'roleSel', { set: { replaceSaa: false } }],
    ['AA', 'roleSel', { regExists: true, replaceSaa: true }, did('roleChosen', { regRoleSel: 'AA' }), 'roleSel', { set: { replaceSaa: false }, call: 'nonSaaNpiProfile' }],
    ['SAA if none exists any more', 'roleSel', {}, did('roleChosen', { regRoleSel: 'SAA' }), 'roleSel', { call: 'nonSaaNpiProfile' }],
    ['400 shows the server text at home', 'roleSel', {}, replied('profileReply', no(400)), 'home', { set: { infoMessage: 'the server says' } }],
    ['404 shows the generic text', 'roleSel', {}, replied('profileReply', no(404)), 'home', { set: { infoMessage: text.GENERIC } }],
    ['group, registered at NPI, AA', 'roleSel', { regRoleSel: 'AA' }, profile({ ...inGroup, regAtNpiExists: true }), 'saaPerm', { set: npi }],
    ['group, registered at NPI, SAA', 'roleSel', { regRoleSel: 'SAA' }, profile({ ...inGroup, regAtNpiExists: true }), 'regWith', { set: { regType: 'PG', allowAaAuReg: true } }],
    ['group, AU', 'roleSel', { regRoleSel: 'AU' }, profile({ ...inGroup, regAtPgExists: true }), 'regWith', { set: { regType: '' } }],
    ['organization, SAA', 'roleSel', { regRoleSel: 'SAA' }, profile({ ...inOrganization }), 'regWith', { set: { regType: 'PO' } }],
    ['no group, AU', 'roleSel', { regRoleSel: 'AU' }, profile(physician), 'saaPerm', { set: npi }],
    ['no group, SAA, a person', 'roleSel', { regRoleSel: 'SAA' }, profile(physician), 'regBy', { set: { ...npi, contactFirstName: 'Amara' } }],
    ['no group, SAA, easyReg', 'roleSel', { regRoleSel: 'SAA', easyReg: true }, profile(physician), 'step3', { set: npi }],
    ['no group, SAA, an organization', 'roleSel', { regRoleSel: 'SAA' }, profile({ personFlag: 'N' }), 'step3', { set: npi }],
    ['GO BACK', 'roleSel', {}, did('goBack'), 'home'],
  ])
})

describe('4 regWith, 5 regChoice, 6 saaPerm', () => {
  const chose = (regType: 'NPI' | 'PG' | 'PO') => did('levelChosen', { regType })
  const starred = { pgGroupMap: { g1: group({ registerdGroup: true }) }, regRoleSel: 'SAA' } as const
  // biome-ignore format: one case a line
  check([
    ['NPI, AA', 'regWith', { ...inGroup, regRoleSel: 'AA' }, chose('NPI'), 'saaPerm'],
    ['NPI, SAA, a person', 'regWith', { ...inGroup, regRoleSel: 'SAA' }, chose('NPI'), 'regBy', { set: { replaceSaa: false } }],
    ['NPI, SAA, registered', 'regWith', { ...inGroup, regRoleSel: 'SAA', regExists: true }, chose('NPI'), 'regBy', { set: { replaceSaa: true } }],
    ['NPI, SAA, easyReg', 'regWith', { ...inGroup, regRoleSel: 'SAA', easyReg: true }, chose('NPI'), 'step3'],
    ['NPI, SAA, an organization', 'regWith', { poPgExists: true, personFlag: 'N', regRoleSel: 'SAA' }, chose('NPI'), 'step3'],
    ['PG', 'regWith', { ...inGroup, regRoleSel: 'SAA' }, chose('PG'), 'regChoice', { set: { replaceSaa: false } }],
    ['PO', 'regWith', { ...inOrganization, regRoleSel: 'AU' }, chose('PO'), 'regChoice'],
    ['PG with a group that has an SAA', 'regWith', { ...inGroup, ...starred }, chose('PG'), 'regChoice', { set: { replaceSaa: true } }],
    ['an AU replaces no SAA', 'regWith', { ...inGroup, ...starred, regRoleSel: 'AU' }, chose('PG'), 'regChoice', { set: { replaceSaa: false } }],
    ['an earlier visit to regBy is discarded', 'regWith', { ...inGroup, regRoleSel: 'SAA', regBy: 'self', identifyFound: true }, chose('PG'), 'regChoice', { set: { regBy: '', identifyFound: false } }],
    ['GO BACK, registered', 'regWith', { regExists: true }, did('goBack'), 'roleSel'],
    ['GO BACK', 'regWith', {}, did('goBack'), 'home'],
    ['YES, AU', 'regChoice', { regRoleSel: 'AU' }, did('choiceConfirmed'), 'saaPerm'],
    ['YES, SAA', 'regChoice', { regRoleSel: 'SAA' }, did('choiceConfirmed'), 'step3'],
    ['No, GO BACK', 'regChoice', {}, did('goBack'), 'regWith'],
    ['permissions arrive, read-only ones checked', 'saaPerm', {}, replied('permissionsReply', ok([{ referenceId: 'HOME', referenceShortDesc: 'Portal home', readOnly: 'TRUE', checked: false }])), 'saaPerm', { set: { permissionList: [{ referenceId: 'HOME', referenceShortDesc: 'Portal home', readOnly: 'TRUE', checked: true }] } }],
    ['permissions fail to load', 'saaPerm', {}, replied('permissionsReply', no(400)), 'saaPerm', { message: text.GENERIC }],
    ['CONTINUE', 'saaPerm', {}, did('permissionsChosen'), 'step3'],
    ['GO BACK, group registered', 'saaPerm', { poPgExists: true, regAtPgExists: true }, did('goBack'), 'regWith'],
    ['GO BACK, organization registered', 'saaPerm', { poPgExists: true, regAtPoExists: true }, did('goBack'), 'regWith'],
    ['GO BACK, registered at NPI only', 'saaPerm', { poPgExists: true, regAtNpiExists: true }, did('goBack'), 'roleSel'],
    ['GO BACK, no group', 'saaPerm', { regAtNpiExists: true }, did('goBack'), 'roleSel'],
  ])
})

describe('7 regBy, pinssnSel', () => {
  const by = (regBy: 'self' | 'behalf') => did('registrantChosen', { regBy })
  const staff = { regBy: 'behalf' } as const
  // biome-ignore format: one case a line
  check([
    ['behalf checks for pending requests', 'regBy', { foundSsn: true }, by('behalf'), 'regBy', { call: 'checkPendingSaaRequestsForProvider' }],
    ['self prefers SSN', 'regBy', { foundSsn: true, foundTaxId: true }, by('self'), 'step1', { set: { validateBy: 'ssn' } }],
    ['self by a method other than the proved one', 'regBy', { foundSsn: true, validateBy: 'tin', identifyFound: true }, by('self'), 'step1', { set: { validateBy: 'ssn', identifyFound: false } }],
    ['behalf, after a quiz was passed', 'regBy', { foundSsn: true, validateBy: 'ssn', identifyFound: true }, by('behalf'), 'regBy', { set: { identifyFound: false }, call: 'checkPendingSaaRequestsForProvider' }],
    ['self by TIN', 'regBy', { foundTaxId: true }, by('self'), 'step1', { set: { validateBy: 'tin' } }],
    ['self with neither', 'regBy', {}, by('self'), 'home', { set: { infoMessage: wizard.CANNOT_BEGIN } }],
    ['self, locked', 'regBy', { foundSsn: true, lockedMethods: all }, by('self'), 'home', { set: { infoMessage: wizard.CANNOT_BEGIN } }],
    ['none pending, locked', 'regBy', { ...staff, lockedMethods: all }, replied('pendingReply', ok(false)), 'pinssnSel'],
    ['the popup accepted, locked', 'regBy', { ...staff, lockedMethods: all }, did('pendingAccepted'), 'pinssnSel'],
    ['a pending request', 'regBy', { ...staff, foundSsn: true }, replied('pendingReply', ok(true)), 'regBy', { popup: 'pendingSaa' }],
    ['the popup canceled', 'regBy', staff, did('popupCanceled'), 'regBy'],
    ['the popup accepted, SSN on file', 'regBy', { ...staff, foundSsn: true }, did('pendingAccepted'), 'pinssnSel'],
    ['the popup accepted, nothing on file', 'regBy', staff, did('pendingAccepted'), 'step1', { set: { validateBy: 'claim' } }],
    ['none pending, TIN on file', 'regBy', { ...staff, foundTaxId: true }, replied('pendingReply', ok(false)), 'pinssnSel'],
    ['none pending, nothing on file', 'regBy', staff, replied('pendingReply', ok(false)), 'step1', { set: { validateBy: 'claim' } }],
    ['the check is refused', 'regBy', staff, replied('pendingReply', no(400)), 'home', { set: { infoMessage: text.GENERIC } }],
    ['GO BACK, in a group', 'regBy', { poPgExists: true }, did('goBack'), 'regWith'],
    ['GO BACK', 'regBy', { regExists: true }, did('goBack'), 'home'],
    ['a method is chosen', 'pinssnSel', staff, did('methodChosen', { validateBy: 'tin' }), 'step1', { set: { validateBy: 'tin' } }],
    ['GO BACK from pinssnSel', 'pinssnSel', staff, did('goBack'), 'regBy'],
  ])

  test('choosing self again with the same method keeps the passed quiz', () => {
    const passed = model({ foundSsn: true, validateBy: 'ssn', identifyFound: true, transactionId: 'tx-1' })
    expect(next('regBy', by('self'), passed)).toEqual({ route: 'step1', set: { regBy: 'self' } })
  })
})

describe('8 step1', () => {
  // biome-ignore format: one case a line
  check([
    ['validates', 'step1', {}, did('identitySubmitted', { lastSsn: '4321' }), 'step1', { call: 'valRegProfile' }],
    ['true, behalf', 'step1', { regBy: 'behalf' }, replied('identityReply', ok(true)), 'step3'],
    ['true, self', 'step1', { regBy: 'self' }, replied('identityReply', ok(true)), 'step2'],
    ['true, self, the quiz passed already', 'step1', { regBy: 'self', identifyFound: true }, replied('identityReply', ok(true)), 'step3'],
    ['404 shows the server text', 'step1', { regBy: 'self' }, replied('identityReply', no(404)), 'step1', { message: 'the server says' }],
    ['locked or refused', 'step1', { regBy: 'self' }, replied('identityReply', { status: 404, entity: { message: 'no more', messageCode: 'npi-refused' } }), 'step1', { message: 'no more', set: { lockedMethods: all } }],
    ['refused for the address', 'step1', { regBy: 'behalf' }, replied('identityReply', { status: 404, entity: { message: 'in an hour', messageCode: 'address-locked' } }), 'step1', { message: 'in an hour', set: { lockedMethods: all } }],
    ['by contract instead', 'step1', { ...physician, regBy: 'self', validateBy: 'ssn', lockedMethods: all }, did('contractChosen'), 'step3', { set: { regRoleSel: 'SAA', regType: 'NPI', regBy: '', validateBy: '' } }],
    ['another status', 'step1', { regBy: 'self' }, replied('identityReply', no(400)), 'home', { set: { infoMessage: 'the server says' } }],
    ['200 but not true', 'step1', { regBy: 'self' }, replied('identityReply', ok(false)), 'home', { set: { infoMessage: text.GENERIC } }],
    ['GO BACK, behalf with a choice', 'step1', { regBy: 'behalf', foundSsn: true }, did('goBack'), 'pinssnSel'],
    ['GO BACK, behalf by claim only', 'step1', { regBy: 'behalf' }, did('goBack'), 'regBy'],
    ['GO BACK, self', 'step1', { regBy: 'self', foundSsn: true }, did('goBack'), 'regBy'],
  ])
})

describe('9 step2', () => {
  const self = { ...physician, regBy: 'self', regType: 'NPI', regRoleSel: 'SAA' } as const
  // biome-ignore format: one case a line
  check([
    ['the quiz is pending', 'step2', self, replied('quizReply', quiz('Pending')), 'step2'],
    ['the quiz is already decided', 'step2', self, replied('quizReply', quiz('FAIL')), 'home', { set: { infoMessage: 'the quiz says' }, seals: 'quiz' }],
    ['no quiz: 404', 'step2', { ...self, identifyFound: true }, replied('quizReply', no(404)), 'step3', { set: { identifyFound: false, firstName: 'Amara', lastName: 'Whitfield' }, seals: 'quiz' }],
    ['another status', 'step2', self, replied('quizReply', no(400)), 'home', { set: { infoMessage: text.GENERIC } }],
    ['the answers are submitted', 'step2', self, did('quizSubmitted'), 'step2', { call: 'quizScore' }],
    ['PASS', 'step2', self, replied('scoreReply', quiz('pass')), 'step3', { set: { transactionId: 'tx-1', identifyFound: true, firstName: 'Amara', lastName: 'Whitfield' }, seals: 'quiz' }],
    ['PENDING', 'step2', self, replied('scoreReply', quiz('PENDING')), 'step2', { message: 'the quiz says' }],
    ['any other quiz status', 'step2', self, replied('scoreReply', quiz('REVIEW')), 'home', { set: { infoMessage: 'the quiz says' }, seals: 'quiz' }],
    ['by contract instead', 'step2', { ...self, validateBy: 'ssn' }, did('contractChosen'), 'step3', { set: { identifyFound: false, firstName: 'Amara', lastName: 'Whitfield' }, seals: 'quiz' }],
    ['406', 'step2', self, replied('scoreReply', no(406)), 'home', { set: { infoMessage: wizard.ANSWERS_INCORRECT }, seals: 'quiz' }],
    ['another status of the score', 'step2', self, replied('scoreReply', no(498)), 'home', { set: { infoMessage: text.GENERIC } }],
  ])
})

describe('10 and 11 step3', () => {
  const saa = { ...physician, regRoleSel: 'SAA', regType: 'NPI' } as const
  const self = { ...saa, regBy: 'self', identifyFound: true } as const
  const staff = { ...saa, regBy: 'behalf' } as const
  const submit = did('accountSubmitted')
  // biome-ignore format: one case a line
  check([
    ['AU', 'step3', { ...saa, regRoleSel: 'AU' }, submit, 'step3', { call: 'addNonSaaUser' }],
    ['AA of a group', 'step3', { ...inGroup, regType: 'PG', regRoleSel: 'AA' }, submit, 'step3', { call: 'addNonSaaUser' }],
    ['PG', 'step3', { ...self, regType: 'PG' }, submit, 'step3', { call: 'addPoPgSaa' }],
    ['PO', 'step3', { ...self, regType: 'PO' }, submit, 'step3', { call: 'addPoPgSaa' }],
    ['easyReg', 'step3', { ...self, easyReg: true }, submit, 'step3', { call: 'addPoPgSaa' }],
    ['an organization', 'step3', { ...saa, personFlag: 'N' }, submit, 'step3', { call: 'addPoPgSaa' }],
    ['self, identity not found', 'step3', { ...self, identifyFound: false }, submit, 'step3', { call: 'addPoPgSaa' }],
    ['self, identity found', 'step3', self, submit, 'step3', { call: 'addSaa' }],
    ['behalf', 'step3', staff, submit, 'step3', { call: 'addSaa' }],
    ['the question list fails', 'step3', self, replied('questionsReply', no(400)), 'step3', { message: text.GENERIC }],
    ['the question list loads after a failure', 'step3', self, replied('questionsReply', ok(['What was the name of your first pet?'])), 'step3', { set: {} }],
    ['true', 'step3', self, replied('accountReply', ok(true)), 'regConf', { seals: 'submission' }],
    ['true, behalf', 'step3', staff, replied('accountReply', ok(true)), 'regReqComplete', { seals: 'submission' }],
    ['true, a group after behalf', 'step3', { ...staff, regType: 'PG' }, replied('accountReply', ok(true)), 'regConf'],
    ['405', 'step3', self, replied('accountReply', no(405)), 'step3', { message: text.FIX_ERRORS, fieldErrors: { userName: 'the server says' } }],
    ['407', 'step3', self, replied('accountReply', no(407)), 'step3', { message: 'the server says' }],
    ['403', 'step3', self, replied('accountReply', no(403)), 'step3', { popup: 'accountFound' }],
    ['another status', 'step3', self, replied('accountReply', no(400)), 'home', { set: { infoMessage: text.GENERIC } }],
    ['200 but not true', 'step3', self, replied('accountReply', ok(false)), 'home', { set: { infoMessage: text.GENERIC } }],
    ['CREATE NEW ACCOUNT, SAA', 'step3', self, did('createNewAccount'), 'step3', { set: { ignoreExistSaaAccount: true }, call: 'addSaa' }],
    ['CREATE NEW ACCOUNT, AU', 'step3', { ...saa, regRoleSel: 'AU' }, did('createNewAccount'), 'step3', { set: { ignoreExistAuAaAccount: true }, call: 'addNonSaaUser' }],
    ['LOG IN', 'step3', self, did('logIn'), 'step3', { exit: 'additionalAccess' }],
    ['CANCEL of the popup', 'step3', self, did('popupCanceled'), 'step3'],
    ['GO BACK, AU', 'step3', { regRoleSel: 'AU', regType: 'PG' }, did('goBack'), 'saaPerm'],
    ['GO BACK, PO', 'step3', { regRoleSel: 'SAA', regType: 'PO', poPgExists: true }, did('goBack'), 'regChoice'],
    ['GO BACK, behalf', 'step3', staff, did('goBack'), 'step1'],
    ['GO BACK, easyReg in a group', 'step3', { ...saa, easyReg: true, poPgExists: true }, did('goBack'), 'regWith'],
    ['GO BACK, registered organization', 'step3', { ...saa, personFlag: 'N', regExists: true }, did('goBack'), 'roleSel'],
    ['GO BACK, organization', 'step3', { ...saa, personFlag: 'N' }, did('goBack'), 'home'],
  ])

  test('step3 has no GO BACK after a graded quiz', () => {
    expect(canGoBack('step3', model({ ...self, poPgExists: true, regExists: true }))).toBe(false)
  })
})

describe('12 the provider decides', () => {
  const request = { reqId: 'r1', acceptStaffReq: 'Y' } as const
  const review = { npiId: '1100000011', npiName: 'Amara Whitfield', firstName: 'Joan', requestedOn: '2026-01-02' }
  // biome-ignore format: one case a line
  check([
    ['the request arrives', 'regByStaff', request, replied('requestReply', ok(review)), 'regByStaff', { set: { npiId: '1100000011', firstName: 'Joan' } }],
    ['expired', 'regByStaff', request, replied('requestReply', no(498)), 'regByStaff', { message: 'the server says' }],
    ['used', 'regByStaff', request, replied('requestReply', no(407)), 'regByStaff', { message: 'the server says' }],
    ['unknown', 'regByStaff', request, replied('requestReply', no(406)), 'regByStaff', { message: 'the server says' }],
    ['another status', 'regByStaff', request, replied('requestReply', no(400)), 'home', { set: { infoMessage: text.GENERIC } }],
    ['accept', 'regByStaff', { reqId: 'r1' }, did('requestDecided', { acceptStaffReq: 'Y' }), 'regReqQuiz'],
    ['reject', 'regByStaff', { reqId: 'r1' }, did('requestDecided', { acceptStaffReq: 'N' }), 'regByStaff', { set: { rejReqId: 'r1' }, call: 'rejectRegReqId' }],
    ['rejected', 'regByStaff', { acceptStaffReq: 'N' }, replied('rejectReply', ok(true)), 'regReqComplete', { seals: 'submission' }],
    ['not rejected', 'regByStaff', { acceptStaffReq: 'N' }, replied('rejectReply', no(407)), 'home', { set: { infoMessage: 'the server says' } }],
    ['the quiz is pending', 'regReqQuiz', request, replied('quizReply', quiz('PENDING')), 'regReqQuiz'],
    ['no quiz: 404', 'regReqQuiz', request, replied('quizReply', no(404)), 'home', { set: { infoMessage: wizard.IDENTITY_NOT_CONFIRMED } }],
    ['no quiz: plan staff decide', 'regReqQuiz', request, replied('quizReply', no(407)), 'home', { set: { infoMessage: 'the server says' } }],
    ['the quiz is already decided', 'regReqQuiz', request, replied('quizReply', quiz('FAIL')), 'home', { set: { infoMessage: 'the quiz says' } }],
    ['the quiz fails to load', 'regReqQuiz', request, replied('quizReply', no(400)), 'home', { set: { infoMessage: text.GENERIC } }],
    ['the answers are submitted', 'regReqQuiz', request, did('quizSubmitted'), 'regReqQuiz', { call: 'quizScore' }],
    ['PASS adds the SAA', 'regReqQuiz', request, replied('scoreReply', quiz('PASS')), 'regReqQuiz', { set: { transactionId: 'tx-1', identifyFound: true }, call: 'addSaa' }],
    ['retry after a gateway failure', 'regReqQuiz', { ...request, identifyFound: true }, did('quizSubmitted'), 'regReqQuiz', { call: 'addSaa' }],
    ['PENDING', 'regReqQuiz', request, replied('scoreReply', quiz('PENDING')), 'regReqQuiz', { message: 'the quiz says' }],
    ['plan staff decide now', 'regReqQuiz', request, replied('scoreReply', no(407)), 'home', { set: { infoMessage: 'the server says' } }],
    ['406', 'regReqQuiz', request, replied('scoreReply', no(406)), 'home', { set: { infoMessage: wizard.ANSWERS_INCORRECT } }],
    ['accepted', 'regReqQuiz', request, replied('accountReply', ok(true)), 'regReqComplete', { seals: 'submission' }],
    ['407', 'regReqQuiz', request, replied('accountReply', no(407)), 'regReqQuiz', { message: 'the server says' }],
    ['405 is unexpected', 'regReqQuiz', request, replied('accountReply', no(405)), 'home', { set: { infoMessage: text.GENERIC } }],
    ['CLOSE', 'regReqComplete', request, did('closed'), 'home', { exit: 'login' }],
    ['ACCESS SECURE PORTAL', 'regReqComplete', request, did('portalOpened'), 'home', { exit: 'login' }],
  ])
})

describe('13 regConf and 14 activateUser', () => {
  const invited = { regType: 'accountActivation' } as const
  const person = { firstName: 'Joan', phone: '5125550177', regRoleSel: 'AA' }
  // biome-ignore format: one case a line
  check([
    ['the profile arrives', 'activateUser', invited, replied('activationReply', ok(person)), 'activateUser', { set: { firstName: 'Joan', regRoleSel: 'AA' } }],
    ['406', 'activateUser', invited, replied('activationReply', no(406)), 'activateUser', { message: 'the server says' }],
    ['another status of the lookup', 'activateUser', invited, replied('activationReply', no(498)), 'home', { set: { infoMessage: text.GENERIC } }],
    ['submit', 'activateUser', invited, did('accountSubmitted'), 'activateUser', { call: 'activateUserAccount' }],
    ['true signs on', 'activateUser', invited, replied('accountReply', ok(true)), 'activateUser', { call: 'signOn' }],
    ['signed on', 'activateUser', invited, replied('signOnDone', ok('')), 'regConf', { seals: 'submission' }],
    ['sign-on failed', 'activateUser', invited, replied('signOnDone', no(515)), 'regConf', { seals: 'submission' }],
    ['405', 'activateUser', invited, replied('accountReply', no(405)), 'activateUser', { message: text.FIX_ERRORS, fieldErrors: { userName: 'the server says' } }],
    ['another status', 'activateUser', invited, replied('accountReply', no(404)), 'home', { set: { infoMessage: text.GENERIC } }],
    ['CREATE NEW ACCOUNT', 'activateUser', invited, did('createNewAccount'), 'activateUser', { call: 'activateUserAccount' }],
    ['ACCESS SECURE PORTAL', 'regConf', invited, did('portalOpened'), 'home', { exit: 'portal', set: { regType: '' } }],
    ['CLOSE', 'regConf', { regRoleSel: 'AU' }, did('closed'), 'home', { exit: 'login', set: { regRoleSel: '' } }],
  ])
})

describe('on every screen', () => {
  const replies = [...new Set(FLOW_TABLE.map((row) => row.on))].filter(
    (name) => name.endsWith('Reply') && name !== 'anyReply',
  )

  test.each(ROUTES)('a gateway failure on %s shows the gateway text', (route) => {
    for (const type of replies) {
      for (const status of [515, 516]) {
        const transition = next(route, replied(type as ReplyEventName, no(status, text.GATEWAY_UNAVAILABLE)), model())
        expect(transition).toEqual({ route, set: {}, message: text.GATEWAY_UNAVAILABLE })
      }
    }
  })

  for (const route of ROUTES) {
    cover(route, replied('npiReply', no(515)), model())
    cover(route, did('canceled'), model())
  }

  test.each(ROUTES)('cancel on %s clears the model and leaves the wizard', (route) => {
    const transition = next(route, did('canceled'), model({ email: 'a@b.example', npiId: '1100000011' }))
    expect(transition).toEqual({ route: 'home', set: emptyRegistration(), exit: 'cancelRegistration' })
  })

  test('a reply that arrives after the visitor moved on is ignored', () => {
    expect(next('home', replied('identityReply', ok(true)), model())).toEqual({ route: 'home', set: {} })
  })

  test('a status as a string counts like the number', () => {
    expect(next('step1', replied('identityReply', { status: '200', entity: true }), model()).route).toBe('step2')
  })
})

test('each exit leads to its URL', () => {
  const bayside = emptyRegistration(baysideBrand)
  expect(exitAddress('cancelRegistration', bayside)).toBe(baysideBrand.cancelRegistrationLink)
  expect(exitAddress('portal', bayside)).toBe('/thp/portal/providers/home')
  const invited = { ...bayside, regType: 'accountActivation' as const }
  expect(exitAddress('portal', { ...invited, regRoleSel: 'AU' })).toBe('/thp/portal/providers/home')
  expect(exitAddress('portal', invited)).toBe('/thp/portal/internal/home')
  expect(exitAddress('login', bayside)).toBe('/thp/portal/providers/login')
  expect(exitAddress('additionalAccess', bayside)).toBe(
    '/thp/portal/providers/login?TARGET=%2Fthp%2Fportal%2Fproviders%2Fadditional-access',
  )
})

test('the cases cover every row of the table', () => {
  const missed = FLOW_TABLE.filter((row) => !covered.has(row))
  expect(missed.map((row) => `${row.from} ${row.on} ${row.when.says} → ${row.to}`)).toEqual([])
})
