import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PermissionItem } from '../access/shapes.ts'
import { emptyRegistration } from './model.ts'
import * as preset from './preset.ts'
import * as select from './selection.ts'
import type { Group } from './shapes.ts'

const group = (id: string, change: Partial<Group> = {}): Group => ({
  id,
  name: `Group ${id}`,
  shortName: id,
  checked: false,
  registerdGroup: false,
  registerdNpi: false,
  selectedNpiGroup: false,
  npiList: [],
  ...change,
})
const mapOf = (...groups: Group[]) => Object.fromEntries(groups.map((each) => [each.id, each]))
const checkedOf = (groups: Record<string, Group>) =>
  Object.values(groups)
    .filter((each) => each.checked)
    .map((each) => each.id)

const own = group('own', { selectedNpiGroup: true, checked: true })
const groups = mapOf(own, group('a'), group('b', { checked: true }), group('c', { registerdGroup: true }))

describe('groups', () => {
  test('group keys are sorted by name', () => {
    const named = mapOf(
      group('1', { name: 'Riverbend' }),
      group('2', { name: 'andover' }),
      group('3', { name: 'Lowell' }),
    )
    expect(preset.sortGroupKeys(named)).toEqual(['2', '3', '1'])
  })

  test('only the groups of the entered NPI are preselected', () => {
    expect(checkedOf(preset.presetGroups(groups))).toEqual(['own'])
  })

  test('select-all affects only the other groups', () => {
    expect(checkedOf(select.selectAllGroups(groups, true))).toEqual(['own', 'a', 'b', 'c'])
    expect(checkedOf(select.selectAllGroups(groups, false))).toEqual(['own'])
    const unchecked = select.toggleGroup(groups, 'own', 'PG')
    expect(checkedOf(select.selectAllGroups(unchecked, true))).toEqual(['a', 'b', 'c'])
  })

  test('the group of the NPI is fixed at PO level and can be cleared at PG level', () => {
    expect(checkedOf(select.toggleGroup(groups, 'own', 'PO'))).toEqual(['own', 'b'])
    expect(checkedOf(select.toggleGroup(groups, 'own', 'PG'))).toEqual(['b'])
    expect(checkedOf(select.toggleGroup(groups, 'a', 'PO'))).toEqual(['own', 'a', 'b'])
    expect(select.toggleGroup(groups, 'nobody', 'PG')).toBe(groups)
  })

  test('select-all is checked if every group is, and enabled if there are other groups', () => {
    expect(select.areAllGroupsSelected(groups)).toBe(false)
    const all = select.selectAllGroups(groups, true)
    expect(select.areAllGroupsSelected(all)).toBe(true)
    expect(select.areAllGroupsSelected(select.toggleGroup(all, 'own', 'PG'))).toBe(false)
    expect(select.canSelectAllGroups(groups)).toBe(true)
    expect(select.canSelectAllGroups(mapOf(own))).toBe(false)
    expect(select.areAllGroupsSelected(mapOf(own))).toBe(true)
  })

  test('select-all alternately checks and clears the other groups while the group of the NPI is cleared', () => {
    const unchecked = select.toggleGroup(groups, 'own', 'PG')
    const once = select.toggleAllGroups(unchecked)
    expect(checkedOf(once)).toEqual(['a', 'b', 'c'])
    expect(checkedOf(select.toggleAllGroups(once))).toEqual([])
  })

  test('a selection reports its scope and the groups of the NPI that it leaves out', () => {
    const npiList = (...ids: string[]) => ids.map((id) => ({ id, name: id, regFlag: false }))
    const map = mapOf(
      group('own', { selectedNpiGroup: true, checked: true, npiList: npiList('1', '2') }),
      group('a', { npiList: npiList('2', '3', '4') }),
    )
    const model = { pgGroupMap: map, pgGroupKeys: ['a', 'own'] }
    expect(select.describeChoice(model)).toBe('1 of 2 groups, 2 of 4 providers')
    expect(select.leftOutGroups(model)).toEqual([])
    const without = { ...model, pgGroupMap: select.toggleGroup(map, 'own', 'PG') }
    expect(select.leftOutGroups(without).map(({ id }) => id)).toEqual(['own'])
    expect(select.describeChoice(without)).toBe('0 of 2 groups, 0 of 4 providers')
    const single = mapOf(group('own', { checked: true, npiList: npiList('1') }))
    expect(select.describeChoice({ pgGroupMap: single, pgGroupKeys: ['own'] })).toBe('1 of 1 group, 1 of 1 provider')
  })

  test('the offered levels depend on the NPI, and another level restores the preset', () => {
    const alone = emptyRegistration()
    const member = { ...alone, pgGroupMap: groups, pgGroupKeys: Object.keys(groups) }
    expect(select.offeredLevels(alone)).toEqual(['NPI'])
    expect(select.offeredLevels(member)).toEqual(['NPI', 'PG'])
    expect(select.offeredLevels({ ...member, poId: 'po1' })).toEqual(['NPI', 'PG', 'PO'])
    const { regType, pgGroupMap } = select.chooseLevel(member, 'PO')
    expect([regType, checkedOf(pgGroupMap)]).toEqual(['PO', ['own']])
  })

  test('group and organization levels announce the signed form to an SAA', () => {
    const saa = { ...emptyRegistration(), npiId: '1300000027', npiName: 'Amara Whitfield', poName: 'Merrimack Inc.' }
    const say = (regRoleSel: 'SAA' | 'AU') =>
      (['NPI', 'PG', 'PO'] as const).map((level) => select.describeLevel({ ...saa, regRoleSel }, level))
    expect(say('SAA')).toEqual([
      'Only 1300000027, Amara Whitfield',
      'All providers in the groups you choose. A signed form will be needed.',
      'The groups you choose in Merrimack Inc. A signed form will be needed.',
    ])
    expect(say('AU').join()).not.toContain('form')
  })

  test('a group with an SAA is marked with *, and only a new SAA replaces that SAA', () => {
    const chosen = select.toggleGroup(groups, 'c', 'PG')
    const model = { ...emptyRegistration(), pgGroupMap: chosen, pgGroupKeys: ['a', 'b', 'c', 'own'] }
    expect(chosen.c && select.groupLabel(chosen.c)).toBe('Group c*')
    expect(select.groupLabel(own)).toBe('Group own')
    expect(select.chosenGroups(model).map(({ id }) => id)).toEqual(['b', 'c', 'own'])
    expect(select.replacedGroups({ ...model, regRoleSel: 'SAA' }).map(({ id }) => id)).toEqual(['c'])
    expect(select.replacedGroups({ ...model, regRoleSel: 'AU' })).toEqual([])
  })
})

describe('permissions', () => {
  const item = (referenceId: string, readOnly = 'FALSE', checked = false): PermissionItem => ({
    referenceId,
    referenceShortDesc: referenceId,
    readOnly,
    checked,
  })
  const items = [item('ELIG'), item('CLAIM', 'FALSE', true), item('HOME', 'TRUE')]
  const chosen = (list: PermissionItem[]) => list.filter((each) => each.checked).map((each) => each.referenceId)

  test('read-only permissions are preselected, survive Clear All and cannot be toggled', () => {
    const checked = preset.presetPermissions(items)
    expect(chosen(checked)).toEqual(['CLAIM', 'HOME'])
    expect(chosen(select.clearAllPermissions(checked))).toEqual(['HOME'])
    expect(chosen(select.togglePermission(checked, 'HOME'))).toEqual(['CLAIM', 'HOME'])
    expect(chosen(select.togglePermission(checked, 'CLAIM'))).toEqual(['HOME'])
    expect(chosen(select.selectAllPermissions(checked))).toEqual(['ELIG', 'CLAIM', 'HOME'])
  })

  test('only the string TRUE means read-only', () => {
    expect(['TRUE', 'true', 'FALSE', ''].map((readOnly) => preset.isReadOnly(item('X', readOnly)))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('several entities offer only their common permissions', () => {
    const shared = select.intersectPermissions([items, [item('HOME'), item('ELIG')], [item('ELIG')]])
    expect(shared.map((each) => each.referenceId)).toEqual(['ELIG'])
    expect(select.intersectPermissions([])).toEqual([])
  })

  test('two columns contain all rows in order, the first half rounded up', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (rows) => {
        const [left, right] = select.splitColumns(rows)
        expect([...left, ...right]).toEqual(rows)
        expect(left.length).toBe(Math.ceil(rows.length / 2))
      }),
    )
  })
})
