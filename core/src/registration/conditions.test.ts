import { describe, expect, test } from 'vitest'
import {
  captchaNeeded,
  confirmationVariant,
  findChangeSinceSubmission,
  permissionEntities,
  requestOutcome,
  signsOnInBackground,
  takesNamesFromNpi,
  validationMethods,
} from './conditions.ts'
import { emptyRegistration, type ModelChange } from './model.ts'
import type { Group } from './shapes.ts'

const model = (change: ModelChange) => ({ ...emptyRegistration(), ...change })
const saa = { regRoleSel: 'SAA', regType: 'NPI', personFlag: 'Y' } as const

describe('confirmation', () => {
  test.each<[string, ModelChange, string, boolean]>([
    ['activation', { regType: 'accountActivation', regRoleSel: 'AU' }, 'success', false],
    ['a proved physician', { ...saa, identifyFound: true }, 'success', true],
    ['an unproved physician', saa, 'contract', true],
    ['an organization NPI', { ...saa, personFlag: 'N', identifyFound: true }, 'contract', true],
    ['a group', { ...saa, regType: 'PG', identifyFound: true }, 'contract', true],
    ['an organization', { ...saa, regType: 'PO' }, 'contract', true],
    ['AA', { ...saa, regRoleSel: 'AA', identifyFound: true }, 'pending', false],
    ['AU of a group', { ...saa, regRoleSel: 'AU', regType: 'PG' }, 'pending', false],
  ])('regConf for %s, %j, shows %s; background sign-on: %s', (_who, change, variant, signsOn) => {
    expect(confirmationVariant(model(change))).toBe(variant)
    expect(signsOnInBackground(model(change))).toBe(signsOn)
  })
})

test.each<[string, ModelChange, boolean]>([
  ['self', { ...saa, regBy: 'self' }, false],
  ['locked, so by contract', { ...saa, lockedMethods: ['ssn', 'tin', 'claim'] }, true],
  ['behalf', { ...saa, regBy: 'behalf' }, false],
  ['PG', { ...saa, regType: 'PG' }, true],
  ['PO', { ...saa, regType: 'PO' }, true],
  ['AA', { ...saa, regRoleSel: 'AA' }, true],
  ['AU', { ...saa, regRoleSel: 'AU' }, true],
  ['easyReg', { ...saa, easyReg: true }, true],
  ['an organization NPI', { ...saa, personFlag: 'N' }, true],
])('whether %s, %j, needs a Captcha: %s', (_who, change, needed) => {
  expect(captchaNeeded(model(change))).toBe(needed)
})

test.each<[string, ModelChange, boolean]>([
  ['self', { ...saa, regBy: 'self' }, true],
  ['behalf', { ...saa, regBy: 'behalf' }, false],
  ['a group', { ...saa, regBy: 'self', regType: 'PG' }, false],
  ['easyReg', { ...saa, regBy: 'self', easyReg: true }, false],
])('whether %s, %j, takes the names from the NPI data: %s', (_who, change, taken) => {
  expect(takesNamesFromNpi(model(change))).toBe(taken)
})

test.each<[ModelChange, string[]]>([
  [{ foundSsn: true, foundTaxId: true }, ['ssn', 'tin', 'claim']],
  [{ foundTaxId: true }, ['tin', 'claim']],
  [{}, ['claim']],
  [{ foundSsn: true, lockedMethods: ['ssn'] }, ['claim']],
  [{ foundSsn: true, lockedMethods: ['ssn', 'tin', 'claim'] }, []],
])('pinssnSel with %j offers %j', (change, methods) => {
  expect(validationMethods(model(change))).toEqual(methods)
})

test('regReqComplete shows what the provider decided', () => {
  expect(requestOutcome(model({}))).toBe('pending')
  expect(requestOutcome(model({ acceptStaffReq: 'Y' }))).toBe('accepted')
  expect(requestOutcome(model({ acceptStaffReq: 'N' }))).toBe('rejected')
})

test('saaPerm loads the permissions of the NPI, of each chosen group, or of the organization', () => {
  const group = (id: string, checked: boolean) => ({ id, name: id, checked }) as Group
  const scope = {
    entityId: 'npi-1',
    poId: 'po-1',
    pgGroupKeys: ['a', 'b', 'c'],
    pgGroupMap: { a: group('a', true), b: group('b', false), c: group('c', true) },
  }
  expect(permissionEntities(model({ ...scope, regType: 'NPI' }))).toEqual(['npi-1'])
  expect(permissionEntities(model({ ...scope, regType: 'PG' }))).toEqual(['a', 'c'])
  expect(permissionEntities(model({ ...scope, regType: 'PO' }))).toEqual(['po-1'])
})

const waits = { state: 'PENDING_CONTRACT', contract: 'NONE', next: '' } as const
const proved = { ...saa, identifyFound: true } as const

// biome-ignore format: one case a line
test.each([
  ['without a receipt', { submissionStatus: null }, 'nothing'],
  ['that is still pending', { submissionStatus: waits }, 'nothing'],
  ['whose form was returned', { submissionStatus: { ...waits, contract: 'RETURNED' } }, 'nothing'],
  ['whose form was received', { submissionStatus: { ...waits, contract: 'RECEIVED' } }, 'formReceived'],
  ['that was accepted', { submissionStatus: { ...waits, state: 'ACTIVE', contract: 'VALIDATED' } }, 'active'],
  ['that was rejected', { submissionStatus: { ...waits, state: 'REJECTED' } }, 'ended'],
  ['that was canceled after its form was received', { submissionStatus: { ...waits, state: 'REVOKED', contract: 'RECEIVED' } }, 'ended'],
  ['that was active from the start', { ...proved, submissionStatus: { ...waits, state: 'ACTIVE' } }, 'nothing'],
  ['that was active from the start and has ended', { ...proved, submissionStatus: { ...waits, state: 'REVOKED' } }, 'ended'],
] as const)('the change after a submission %s, %j, is: %s', (_what, has, since) => {
  expect(findChangeSinceSubmission(model(has))).toBe(since)
})
