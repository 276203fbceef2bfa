import { expect, test } from 'vitest'
import bayside from '../brands/bayside.ts'
import harborview from '../brands/harborview.ts'
import { clearRegistration, emptyRegistration, postableModel } from './model.ts'

test('clearing restores the defaults and keeps the values from the entry page', () => {
  const empty = emptyRegistration(bayside, true)
  const used = { ...empty, npiId: '1100000011', regBy: 'self' as const, password: 'secret12', infoMessage: 'x' }
  expect(clearRegistration(used)).toEqual(empty)
})

test('the posted model omits only npiList and regContract', () => {
  const group = {
    id: 'g1',
    name: 'Lowell',
    shortName: 'L',
    checked: true,
    registerdGroup: false,
    registerdNpi: true,
    selectedNpiGroup: true,
  }
  const npiList = [{ id: '1100000011', name: 'Amara Whitfield', regFlag: true }]
  const model = { ...emptyRegistration(), regContract: 'JVBERi0=', pgGroupMap: { g1: { ...group, npiList } } }
  const { regContract: _, ...expected } = { ...model, pgGroupMap: { g1: group } }
  expect(postableModel(model)).toEqual(expected)
})

test('only the care-partner brand pre-accepts the terms and uses the term PCP', () => {
  expect([harborview.termsPreAccepted, bayside.termsPreAccepted]).toEqual([false, true])
  expect([harborview.physicianTitle, harborview.physicianTerm]).toEqual(['Physician', 'physician'])
  expect([bayside.physicianTitle, bayside.physicianTerm]).toEqual(['PCP', 'PCP'])
})
