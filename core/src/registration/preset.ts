import type { PermissionItem } from '../access/shapes.ts'
import type { Group } from './shapes.ts'

/** Preset selections. Separate from selection.ts, because the flow needs them in the first download. */

export type GroupMap = Record<string, Group>

/** pgGroupKeys: the ids of the groups, sorted by name. */
export function sortGroupKeys(groups: GroupMap): string[] {
  return Object.values(groups)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id.localeCompare(b.id, 'en'))
    .map((group) => group.id)
}

export const mapGroups = (groups: GroupMap, checked: (group: Group) => boolean): GroupMap =>
  Object.fromEntries(Object.entries(groups).map(([id, group]) => [id, { ...group, checked: checked(group) }]))

/** The groups of the entered NPI (selectedNpiGroup) are preselected. */
export const presetGroups = (groups: GroupMap): GroupMap => mapGroups(groups, (group) => group.selectedNpiGroup)

export const isReadOnly = (item: PermissionItem): boolean => item.readOnly === 'TRUE'

/** Read-only permissions are preselected. */
export const presetPermissions = (items: PermissionItem[]): PermissionItem[] =>
  items.map((item) => ({ ...item, checked: isReadOnly(item) || item.checked === true }))
