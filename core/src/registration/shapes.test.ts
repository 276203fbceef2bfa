import Value from 'typebox/value'
import { expect, test } from 'vitest'
import type { PermissionItem } from '../access/shapes.ts'
import { emptyRegistration, type ModelChange, postableModel } from './model.ts'
import * as fromModel from './model-shapes.ts'
import type { Quiz } from './shapes.ts'
import * as api from './shapes.ts'

const group = {
  id: 'g1',
  name: 'Lowell Family Medicine',
  shortName: 'Lowell',
  checked: true,
  registerdGroup: false,
  registerdNpi: false,
  selectedNpiGroup: true,
  npiList: [{ id: '1100000011', name: 'Amara Whitfield', regFlag: true }],
}

test('the posted model matches the body schema', () => {
  const chosen: ModelChange = { regType: 'PG', regRoleSel: 'SAA', regBy: 'behalf', validateBy: 'claim' }
  for (const change of [{}, chosen, { pgGroupMap: { g1: group } }]) {
    expect(Value.Check(fromModel.RegistrationBody, postableModel({ ...emptyRegistration(), ...change }))).toBe(true)
  }
})

test.each([
  ['an unknown role', { regRoleSel: 'ROOT' }],
  ['a number instead of text', { userName: 7 }],
  ['text that is too long', { password: 'x'.repeat(201) }],
  ['text instead of a flag', { ignoreExistSaaAccount: 'true' }],
  ['invalid groups', { pgGroupMap: { g1: 'yes' } }],
])('the body schema refuses %s', (_what, change) => {
  expect(Value.Check(fromModel.RegistrationBody, { ...postableModel(emptyRegistration()), ...change })).toBe(false)
})

test('every field of a profile except its message is a field of the model', () => {
  const known = new Set([...Object.keys(emptyRegistration()), 'message'])
  expect(Object.keys(fromModel.NpiProfile.properties).filter((field) => !known.has(field))).toEqual([])
})

test('entities of the model match the schemas of the calls', () => {
  const item: PermissionItem = {
    referenceId: 'HOME',
    referenceShortDesc: 'Portal home',
    readOnly: 'TRUE',
    checked: true,
  }
  const quiz: Quiz = {
    status: 'PENDING',
    transactionId: '',
    quizId: 'q1',
    workflow: 'SELF',
    noOfQuestions: 1,
    statusMsg: '',
    questionList: [{ id: '1', text: 'Where?', selectedChoice: '', choiceList: [{ id: 'a', text: 'Lowell' }] }],
  }
  expect(Value.Check(api.Permissions, [item])).toBe(true)
  expect(Value.Check(api.Group, group)).toBe(true)
  expect(Value.Check(api.Quiz, quiz)).toBe(true)
  expect(Value.Check(api.QuizAnswers, quiz)).toBe(true)
})
