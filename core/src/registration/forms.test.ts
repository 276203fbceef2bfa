import { describe, expect, test } from 'vitest'
import * as form from './forms.ts'
import { emptyRegistration, type ModelChange } from './model.ts'
import type { Group } from './shapes.ts'

const model = (change: ModelChange = {}) => ({ ...emptyRegistration(), ...change })

const credentials = {
  userName: 'amaraw1',
  password: 'abcdefg1',
  confirmPassword: 'abcdefg1',
  securityQuestion1: 'First pet?',
  securityQuestion2: 'First car?',
  securityQuestion3: 'First street?',
  securityAns1: 'Rex',
  securityAns2: 'Blue',
  securityAns3: 'Elm',
}
const person = {
  firstName: 'Joan',
  lastName: 'Meyer',
  email: 'joan@lowell.example',
  confirmEmail: 'Joan@lowell.example',
  phone: '5125550177',
}
const saa = { regRoleSel: 'SAA', regType: 'NPI', personFlag: 'Y' } as const
const self = { ...saa, regBy: 'self', identifyFound: true } as const
const signatory = {
  contactFirstName: 'Amara',
  contactLastName: 'Whitfield',
  signatoryEmail: 'amara@lowell.example',
  signatoryConfEmail: 'amara@lowell.example',
}

describe('one choice', () => {
  test('roleSel, regBy and regByStaff require a choice', () => {
    expect(form.checkRoleSel(model())).toEqual({ regRoleSel: 'Please select an option.' })
    expect(form.checkRegBy(model())).toEqual({ regBy: 'Please select an option.' })
    expect(form.checkRegByStaff(model())).toEqual({ acceptStaffReq: 'Please select an option.' })
    expect(form.hasErrors(form.checkRegBy(model({ regBy: 'self' })))).toBe(false)
  })

  test('regWith requires a level, and a group for PG and PO', () => {
    const group = { id: 'g', name: 'G', checked: false } as Group
    const groups = (checked: boolean) => ({ pgGroupMap: { g: { ...group, checked } }, pgGroupKeys: ['g'] })
    expect(form.checkRegWith(model())).toEqual({ regType: 'Please select an option.' })
    for (const regType of ['PG', 'PO'] as const) {
      expect(form.checkRegWith(model({ regType, ...groups(false) }))).toEqual({
        pgGroupMap: 'Please select at least one provider group.',
      })
      expect(form.checkRegWith(model({ regType, ...groups(true) }))).toEqual({})
    }
    expect(form.checkRegWith(model({ regType: 'NPI', ...groups(false) }))).toEqual({})
  })

  test('saaPerm requires a permission, and the quiz every answer', () => {
    expect(Object.keys(form.checkSaaPerm(model()))).toEqual(['permissionList'])
    expect(form.checkQuizAnswers({ questionList: [] })).toEqual({})
    const question = { id: 'q', text: 'Where?', selectedChoice: '', choiceList: [] }
    expect(Object.keys(form.checkQuizAnswers({ questionList: [question] }))).toEqual(['questionList'])
  })
})

test('step1 checks only the chosen method', () => {
  expect(form.checkStep1(model({ validateBy: 'ssn' }))).toEqual({ lastSsn: 'XXXX' })
  expect(form.checkStep1(model({ validateBy: 'tin' }))).toEqual({ taxId: 'XXXXXXXXX' })
  expect(Object.keys(form.checkStep1(model({ validateBy: 'claim' })))).toEqual([
    'claimNu1',
    'billAmt1',
    'claimNu2',
    'billAmt2',
  ])
  const claims = { claimNu1: 'HV0000000001', billAmt1: '125.00', claimNu2: 'HV0000000002', billAmt2: '80.50' }
  expect(form.checkStep1(model({ validateBy: 'claim', ...claims }))).toEqual({})
})

describe('step3', () => {
  test('a complete account form of each path has no errors', () => {
    expect(form.checkStep3(model({ ...self, ...person, ...credentials }))).toEqual({})
    expect(form.checkStep3(model({ ...saa, regBy: 'behalf', ...person, ...signatory, ...credentials }))).toEqual({})
    const group = { ...saa, regType: 'PG', captchaRes: 'eyJ9' } as const
    expect(form.checkStep3(model({ ...group, ...person, ...credentials }))).toEqual({})
  })

  test('step3 does not require names that come from the NPI data', () => {
    const nameless = { ...person, firstName: '', lastName: '' }
    expect(form.checkStep3(model({ ...self, ...nameless, ...credentials }))).toEqual({})
    expect(
      Object.keys(form.checkStep3(model({ ...saa, regBy: 'behalf', ...nameless, ...signatory, ...credentials }))),
    ).toEqual(['firstName', 'lastName'])
  })

  test('step3 requires the signatory only on behalf', () => {
    const errors = form.checkStep3(model({ ...saa, regBy: 'behalf', ...person, ...credentials }))
    expect(Object.keys(errors)).toEqual(['contactFirstName', 'contactLastName', 'signatoryEmail', 'signatoryConfEmail'])
  })

  test.each<[string, ModelChange]>([
    ['PO', { ...saa, regType: 'PO' }],
    ['AU', { ...saa, regRoleSel: 'AU' }],
    ['easyReg', { ...saa, easyReg: true }],
    ['an organization NPI', { ...saa, personFlag: 'N' }],
  ])('step3 requires the Captcha for %s', (_who, path) => {
    expect(form.checkStep3(model({ ...path, ...person, ...credentials }))).toEqual({
      captchaRes: 'Please complete Captcha.',
    })
  })

  test('an empty account form reports every field in screen order', () => {
    expect(Object.keys(form.checkStep3(model({ ...saa, regType: 'PG' })))).toEqual([
      'firstName',
      'lastName',
      'email',
      'confirmEmail',
      'phone',
      'userName',
      'password',
      'confirmPassword',
      'securityQuestion1',
      'securityAns1',
      'securityQuestion2',
      'securityAns2',
      'securityQuestion3',
      'securityAns3',
      'captchaRes',
    ])
  })

  test('a repeated question is reported at its later field', () => {
    const errors = form.checkStep3(model({ ...self, ...person, ...credentials, securityQuestion3: 'First pet?' }))
    expect(Object.keys(errors)).toEqual(['securityQuestion3'])
  })
})

test('activation allows a space in the user name, and step3 does not', () => {
  const spaced = { ...credentials, userName: 'amara w' }
  expect(form.checkActivateUser(spaced)).toEqual({})
  expect(Object.keys(form.checkStep3(model({ ...self, ...person, ...spaced })))).toEqual(['userName'])
})
