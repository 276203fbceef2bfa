import type { PermissionItem } from '../access/shapes.ts'
import { endWithPeriod } from '../forms/formats.ts'
import { isSaa } from './conditions.ts'
import type { RegistrationModel } from './model.ts'
import { type GroupMap, isReadOnly, mapGroups, presetGroups } from './preset.ts'
import type { Group, Level } from './shapes.ts'
import { SIGNED_FORM_NEEDED } from './texts/sentences.ts'

/** Selection of groups on regWith and of permissions on saaPerm (behaviour 3.4, 3.6). */

type Choice = Pick<RegistrationModel, 'pgGroupMap' | 'pgGroupKeys'>

export function offeredLevels(model: RegistrationModel): Level[] {
  const levels: Level[] = ['NPI']
  if (model.pgGroupKeys.length > 0) levels.push('PG')
  if (model.poId) levels.push('PO')
  return levels
}

/** What a level covers, and whether it needs a signed form, shown before the visitor chooses (behaviour 3.4). */
export function describeLevel(model: RegistrationModel, level: Level): string {
  if (level === 'NPI') return `Only ${model.npiId}, ${model.npiName}`
  const reach = level === 'PG' ? 'All providers in the groups you choose' : `The groups you choose in ${model.poName}`
  return isSaa(model) ? `${endWithPeriod(reach)} ${SIGNED_FORM_NEEDED}` : reach
}

/** Choosing another level restores the preset selection. */
export function chooseLevel(
  model: RegistrationModel,
  regType: Level,
): Pick<RegistrationModel, 'regType' | 'pgGroupMap'> {
  return { regType, pgGroupMap: presetGroups(model.pgGroupMap) }
}

/** A group of the entered NPI cannot be cleared at PO level; at PG level it can. */
export const isGroupFixed = (group: Group, level: Level): boolean => level === 'PO' && group.selectedNpiGroup

export function toggleGroup(groups: GroupMap, id: string, level: Level): GroupMap {
  const group = groups[id]
  if (!group || isGroupFixed(group, level)) return groups
  return { ...groups, [id]: { ...group, checked: !group.checked } }
}

/** Select-all only affects groups whose flag is false. */
export const selectAllGroups = (groups: GroupMap, checked: boolean): GroupMap =>
  mapGroups(groups, (group) => (group.selectedNpiGroup ? group.checked : checked))

/** The groups that select-all affects. */
const findSelectable = (groups: GroupMap): Group[] => Object.values(groups).filter((group) => !group.selectedNpiGroup)

export const canSelectAllGroups = (groups: GroupMap): boolean => findSelectable(groups).length > 0

/** Checks the groups that select-all affects, or clears them if all are checked. */
export const toggleAllGroups = (groups: GroupMap): GroupMap =>
  selectAllGroups(groups, !findSelectable(groups).every((group) => group.checked))

/** The select-all box is checked if every group is checked, including the NPI's own. */
export const areAllGroupsSelected = (groups: GroupMap): boolean => Object.values(groups).every((group) => group.checked)

/** The groups of the entered NPI that are not selected (behaviour 3.4). */
export const leftOutGroups = ({ pgGroupKeys, pgGroupMap }: Choice): Group[] =>
  pgGroupKeys.flatMap((id) => pgGroupMap[id] ?? []).filter((group) => group.selectedNpiGroup && !group.checked)

/** The scope of the selection: '1 of 5 groups, 29 of 160 providers'. */
export function describeChoice(model: Choice): string {
  const all = Object.values(model.pgGroupMap)
  const chosen = chosenGroups(model)
  const providersOf = (groups: Group[]) => new Set(groups.flatMap(({ npiList }) => npiList.map(({ id }) => id))).size
  return `${countOf(chosen.length, all.length, 'group')}, ${countOf(providersOf(chosen), providersOf(all), 'provider')}`
}

const countOf = (some: number, all: number, what: string): string => `${some} of ${all} ${what}${all === 1 ? '' : 's'}`

/** The checked groups, in display order. */
export function chosenGroups(model: Choice): Group[] {
  return model.pgGroupKeys.flatMap((id) => model.pgGroupMap[id] ?? []).filter((group) => group.checked)
}

/** A group that already has an SAA is marked with '*' (behaviour 3.4). */
export const groupLabel = (group: Group): string => (group.registerdGroup ? `${group.name}*` : group.name)

/** The chosen groups whose SAA this registration replaces; shown on regChoice. */
export function replacedGroups(model: RegistrationModel): Group[] {
  return isSaa(model) ? chosenGroups(model).filter((group) => group.registerdGroup) : []
}

export const selectAllPermissions = (items: PermissionItem[]): PermissionItem[] =>
  items.map((item) => ({ ...item, checked: true }))

/** Clear All leaves read-only permissions checked. */
export const clearAllPermissions = (items: PermissionItem[]): PermissionItem[] =>
  items.map((item) => ({ ...item, checked: isReadOnly(item) }))

export const togglePermission = (items: PermissionItem[], referenceId: string): PermissionItem[] =>
  items.map((item) =>
    item.referenceId === referenceId && !isReadOnly(item) ? { ...item, checked: !item.checked } : item,
  )

/** The permissions that are in every list, in the order of the first. */
export function intersectPermissions(lists: PermissionItem[][]): PermissionItem[] {
  const [first = [], ...others] = lists
  return first.filter((item) => others.every((list) => list.some((other) => other.referenceId === item.referenceId)))
}

/** Two columns; the first has half of the rows, rounded up. */
export function splitColumns<Item>(items: Item[]): [Item[], Item[]] {
  const half = Math.ceil(items.length / 2)
  return [items.slice(0, half), items.slice(half)]
}
