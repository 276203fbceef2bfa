import { expect, test } from 'vitest'
import { BRANDS, brandForHost } from '../brand.ts'
import { clearRegistration, emptyRegistration, postableModel } from './model.ts'

test('clearing brings back the defaults and keeps what the entry page gave', () => {
  const empty = emptyRegistration(BRANDS.bayside, true)
  const used = { ...empty, npiId: '1100000011', regBy: 'self' as const, password: 'secret12', infoMessage: 'x' }
  expect(clearRegistration(used)).toEqual(empty)
})

test('the posted model leaves out npiList and regContract and nothing else', () => {
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

test.each([
  ['localhost:8080', 'harborview'],
  ['partner.localhost:8080', 'bayside'],
  ['Partner.Localhost', 'bayside'],
  ['partner.localhost.evil.example', 'harborview'],
  ['', 'harborview'],
])('the host %s is %s', (host, brand) => {
  expect(brandForHost(host).id).toBe(brand)
})

test('a plan lists the hosts of its care-partner brand', () => {
  expect(brandForHost('portal.bayside.example', ['portal.bayside.example']).id).toBe('bayside')
})

test('only the care-partner brand pre-accepts the terms and says PCP', () => {
  expect([BRANDS.harborview.termsPreAccepted, BRANDS.bayside.termsPreAccepted]).toEqual([false, true])
  expect([BRANDS.harborview.physicianTitle, BRANDS.harborview.physicianTerm]).toEqual(['Physician', 'physician'])
  expect([BRANDS.bayside.physicianTitle, BRANDS.bayside.physicianTerm]).toEqual(['PCP', 'PCP'])
})
