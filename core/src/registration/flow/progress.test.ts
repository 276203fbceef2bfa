import { expect, test } from 'vitest'
import { emptyRegistration, METHODS, type ModelChange } from '../model.ts'
import type { Route } from '../routes.ts'
import { progressOf } from './progress.ts'

const physician = { npiId: '1100000011', personFlag: 'Y', foundSsn: true, regRoleSel: 'SAA', regType: 'NPI' } as const
const group = { ...physician, poPgExists: true, regType: 'PG' } as const
const organization = { npiId: '1200000010', personFlag: 'N', regRoleSel: 'SAA', regType: 'NPI' } as const
const self = { ...physician, regBy: 'self' } as const
const returning = { returning: true, validateBy: 'ssn' } as const
const waits = { state: 'PENDING_CONTRACT', contract: 'NONE', next: '' } as const

const at = (path: Route[], has: ModelChange) =>
  progressOf({ route: path.at(-1) ?? 'home', path, model: { ...emptyRegistration(), ...has } })

const proved = ['Provider', 'Identity', 'Account', 'Done']
const byForm = ['Provider', 'Access', 'Account', 'Signed form', 'Done']

// biome-ignore format: one case a line
const cases: [title: string, path: Route[], has: ModelChange, stages: string[], now: string][] = [
  ['a physician on regBy', ['home', 'regBy'], physician, proved, 'Identity'],
  ['a physician with a quiz ahead', ['home', 'regBy', 'step1'], self, proved, 'Identity'],
  ['a proved physician at the form', ['home', 'regBy', 'step1', 'step2', 'step3'], { ...self, identifyFound: true }, proved, 'Account'],
  ['a proved physician at the end', ['home', 'regBy', 'step1', 'step2', 'step3', 'regConf'], { ...self, identifyFound: true }, proved, 'Done'],
  ['a physician without a quiz', ['home', 'regBy', 'step1', 'step2', 'step3'], self, ['Provider', 'Identity', 'Account', 'Signed form', 'Done'], 'Account'],
  ['a group on regWith', ['home', 'regWith'], group, byForm, 'Access'],
  ['a group that must still sign', ['home', 'regWith', 'regChoice', 'step3', 'regConf'], group, byForm, 'Signed form'],
  ['a group whose form was received', ['home', 'regWith', 'regChoice', 'step3', 'regConf'], { ...group, submissionStatus: { ...waits, contract: 'RECEIVED' } }, byForm, 'Signed form'],
  ['a group after the decision', ['home', 'regWith', 'regChoice', 'step3', 'regConf'], { ...group, submissionStatus: { ...waits, state: 'ACTIVE' } }, byForm, 'Done'],
  ['an organization on the account form', ['home', 'step3'], organization, ['Provider', 'Account', 'Signed form', 'Done'], 'Account'],
  ['a locked provider on the account form', ['home', 'step3'], { ...physician, lockedMethods: ['ssn', 'tin', 'claim'] }, ['Provider', 'Account', 'Signed form', 'Done'], 'Account'],
  ['an AU on saaPerm', ['home', 'roleSel', 'saaPerm'], { ...physician, regExists: true, regRoleSel: 'AU' }, ['Provider', 'Access', 'Account', 'Decision', 'Done'], 'Access'],
  ['a visitor without a role yet', ['home', 'roleSel'], { ...physician, regRoleSel: '', regExists: true }, ['Provider', 'Access', 'Identity', 'Account', 'Done'], 'Access'],
  ['a request on behalf', ['home', 'regBy', 'pinssnSel', 'step1', 'step3', 'regReqComplete'], { ...physician, regBy: 'behalf' }, ['Provider', 'Identity', 'Account', 'Provider’s answer', 'Done'], 'Provider’s answer'],
  ['a provider without SSN and TIN', ['home', 'regBy'], { ...physician, foundSsn: false }, ['Provider', 'Identity', 'Account', 'Provider’s answer', 'Done'], 'Identity'],
  ['a provider who must decide', ['regByStaff'], { reqId: 'r1' }, ['Access', 'Identity', 'Done'], 'Access'],
  ['a provider who decided', ['regByStaff', 'regReqQuiz', 'regReqComplete'], { reqId: 'r1', acceptStaffReq: 'Y' }, ['Access', 'Identity', 'Done'], 'Done'],
  ['an invited person', ['activateUser'], { regType: 'accountActivation' }, ['Account', 'Done'], 'Account'],
  ['a returning visitor who left on the quiz', ['home', 'regBy', 'step1'], { ...self, ...returning, leftOn: 'step2' }, proved, 'Identity'],
  ['a returning visitor who had passed the quiz', ['home', 'regBy', 'step1'], { ...self, ...returning, leftOn: 'step2', identifyFound: true }, proved, 'Identity'],
  ['a returning visitor without a quiz', ['home', 'regBy', 'step1'], { ...self, ...returning, leftOn: 'step3' }, ['Provider', 'Identity', 'Account', 'Signed form', 'Done'], 'Identity'],
  ['a returning visitor on behalf', ['home', 'regBy', 'step1'], { ...physician, regBy: 'behalf', ...returning, leftOn: 'step3' }, ['Provider', 'Identity', 'Account', 'Provider’s answer', 'Done'], 'Identity'],
]

test.each(cases)('the progress bar for: %s', (_title, path, has, stages, now) => {
  const progress = at(path, has)
  expect(progress.stages).toEqual(stages)
  expect(progress.stages[progress.current]).toBe(now)
})

test.each<[title: string, path: Route[], has: ModelChange, open: string[]]>([
  ['a physician without a quiz', ['home', 'regBy', 'step1', 'step2', 'step3'], self, ['Identity']],
  [
    'a locked provider',
    ['home', 'regBy', 'step1', 'step3'],
    { ...physician, lockedMethods: [...METHODS] },
    ['Identity'],
  ],
  ['a proved physician', ['home', 'regBy', 'step1', 'step2', 'step3'], { ...self, identifyFound: true }, []],
  ['a request on behalf', ['home', 'regBy', 'step1', 'step3'], { ...physician, regBy: 'behalf' }, []],
  [
    'a form that was validated',
    ['home', 'regBy', 'step1', 'step2', 'step3', 'regConf'],
    { ...self, submissionStatus: { ...waits, state: 'ACTIVE' } },
    [],
  ],
])('the stage Identity of: %s', (_title, path, has, open) => {
  expect(at(path, has).open).toEqual(open)
})

test('additional access shows the stage Request instead of Account', () => {
  const model = { ...emptyRegistration(), ...physician, regExists: true, regRoleSel: 'AU' as const }
  const path: Route[] = ['home', 'roleSel', 'saaPerm', 'step3']
  const stages = ['Provider', 'Access', 'Request', 'Decision', 'Done']
  expect(progressOf({ route: 'step3', path, model, isAdditionalAccess: true })).toMatchObject({ stages, current: 2 })
  const sent = progressOf({ route: 'regConf', path: [...path, 'regConf'], model, isAdditionalAccess: true })
  expect(sent).toMatchObject({ stages, current: 3 })
})

test('progress announces the signed form and the account form ahead', () => {
  expect(at(['home', 'regWith'], group)).toMatchObject({ needsForm: true, formNext: false })
  expect(at(['home', 'regWith', 'regChoice'], group)).toMatchObject({ needsForm: true, formNext: true })
  expect(at(['home', 'regWith'], { ...group, regType: 'NPI' })).toMatchObject({ needsForm: false, formNext: false })
  expect(at(['home', 'regBy', 'step1', 'step2'], self)).toMatchObject({ needsForm: false, formNext: true })
})
