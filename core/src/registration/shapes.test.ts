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

test('the model as the browser posts it fits the body the server reads', () => {
  const chosen: ModelChange = { regType: 'PG', regRoleSel: 'SAA', regBy: 'behalf', validateBy: 'claim' }
  for (const change of [{}, chosen, { pgGroupMap: { g1: group } }]) {
    expect(Value.Check(fromModel.RegistrationBody, postableModel({ ...emptyRegistration(), ...change }))).toBe(true)
  }
})

test.each([
  ['a role nobody has', { regRoleSel: 'ROOT' }],
  ['a number for a text', { userName: 7 }],
  ['a text too long', { password: 'x'.repeat(201) }],
  ['a text for a flag', { ignoreExistSaaAccount: 'true' }],
  ['groups that are none', { pgGroupMap: { g1: 'yes' } }],
])('the body refuses %s', (_what, change) => {
  expect(Value.Check(fromModel.RegistrationBody, { ...postableModel(emptyRegistration()), ...change })).toBe(false)
})

test('every field of a profile but its message is a field of the model', () => {
  const known = new Set([...Object.keys(emptyRegistration()), 'message'])
  expect(Object.keys(fromModel.NpiProfile.properties).filter((field) => !known.has(field))).toEqual([])
})

test('entities are what the model is made of', () => {
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
