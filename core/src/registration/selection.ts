import type { PermissionItem } from '../access/shapes.ts'
import { endWithPeriod } from '../forms/formats.ts'
import { isSaa } from './flow/conditions.ts'
import { type GroupMap, isReadOnly, mapGroups, presetGroups } from './flow/preset.ts'
import type { RegistrationModel } from './model.ts'
import type { Group, Level } from './shapes.ts'
import { SIGNED_FORM_NEEDED } from './texts/sentences.ts'

/** Choosing groups in regWith and permissions in saaPerm (behaviour 3.4, 3.6). */

type Choice = Pick<RegistrationModel, 'pgGroupMap' | 'pgGroupKeys'>

/** Which levels regWith offers. */
export function offeredLevels(model: RegistrationModel): Level[] {
  const levels: Level[] = ['NPI']
  if (model.pgGroupKeys.length > 0) levels.push('PG')
  if (model.poId) levels.push('PO')
  return levels
}

/** What a level reaches; also what it takes, for who has to decide before any is chosen (behaviour 3.4). */
export function describeLevel(model: RegistrationModel, level: Level): string {
  if (level === 'NPI') return `Only ${model.npiId}, ${model.npiName}`
  const reach = level === 'PG' ? 'All providers in the groups you choose' : `The groups you choose in ${model.poName}`
  return isSaa(model) ? `${endWithPeriod(reach)} ${SIGNED_FORM_NEEDED}` : reach
}

/** Another level starts from the preset selection again. */
export function chooseLevel(
  model: RegistrationModel,
  regType: Level,
): Pick<RegistrationModel, 'regType' | 'pgGroupMap'> {
  return { regType, pgGroupMap: presetGroups(model.pgGroupMap) }
}

/** At PO level a group of the entered NPI cannot be unchecked; at PG level it can, one by one. */
export const isGroupFixed = (group: Group, level: Level): boolean => level === 'PO' && group.selectedNpiGroup

export function toggleGroup(groups: GroupMap, id: string, level: Level): GroupMap {
  const group = groups[id]
  if (!group || isGroupFixed(group, level)) return groups
  return { ...groups, [id]: { ...group, checked: !group.checked } }
}

/** Select-all only affects groups whose flag is false. */
export const selectAllGroups = (groups: GroupMap, checked: boolean): GroupMap =>
  mapGroups(groups, (group) => (group.selectedNpiGroup ? group.checked : checked))

/** The groups select-all reaches; where there are none, or all are checked, it has nothing to add. */
const findSelectable = (groups: GroupMap): Group[] => Object.values(groups).filter((group) => !group.selectedNpiGroup)

export const canSelectAllGroups = (groups: GroupMap): boolean => findSelectable(groups).length > 0

/** Pressed once more where nothing is left to check, it clears what it reaches: also where it cannot be ticked itself. */
export const toggleAllGroups = (groups: GroupMap): GroupMap =>
  selectAllGroups(groups, !findSelectable(groups).every((group) => group.checked))

/** The box is ticked when every group is, the NPI's own included. */
export const areAllGroupsSelected = (groups: GroupMap): boolean => Object.values(groups).every((group) => group.checked)

/** The groups of the entered NPI that the choice leaves out (behaviour 3.4). */
export const leftOutGroups = ({ pgGroupKeys, pgGroupMap }: Choice): Group[] =>
  pgGroupKeys.flatMap((id) => pgGroupMap[id] ?? []).filter((group) => group.selectedNpiGroup && !group.checked)

/** '1 of 5 groups, 29 of 160 providers': how far the choice reaches. */
export function describeChoice(model: Choice): string {
  const all = Object.values(model.pgGroupMap)
  const chosen = chosenGroups(model)
  const providersOf = (groups: Group[]) => new Set(groups.flatMap(({ npiList }) => npiList.map(({ id }) => id))).size
  return `${ofAll(chosen.length, all.length, 'group')}, ${ofAll(providersOf(chosen), providersOf(all), 'provider')}`
}

const ofAll = (some: number, all: number, what: string): string => `${some} of ${all} ${what}${all === 1 ? '' : 's'}`

/** The checked groups, in the order shown. */
export function chosenGroups(model: Choice): Group[] {
  return model.pgGroupKeys.flatMap((id) => model.pgGroupMap[id] ?? []).filter((group) => group.checked)
}

/** A group that already has an SAA carries '*' (behaviour 3.4). */
export const groupLabel = (group: Group): string => (group.registerdGroup ? `${group.name}*` : group.name)

/** The chosen groups whose SAA steps down when this registration completes; regChoice says so. */
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

/** What every chosen entity's SAA holds: the permissions common to all lists, in the first list's order. */
export function intersectPermissions(lists: PermissionItem[][]): PermissionItem[] {
  const [first = [], ...others] = lists
  return first.filter((item) => others.every((list) => list.some((other) => other.referenceId === item.referenceId)))
}

/** Two columns, the first holding half the rows, rounded up. */
export function splitColumns<Item>(items: Item[]): [Item[], Item[]] {
  const half = Math.ceil(items.length / 2)
  return [items.slice(0, half), items.slice(half)]
}
