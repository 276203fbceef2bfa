import type { PermissionItem } from '../../access/shapes.ts'
import type { Group } from '../shapes.ts'

/** What is chosen before anybody chose: the flow needs it at once, the rest of choosing (selection.ts) later. */

export type GroupMap = Record<string, Group>

/** pgGroupKeys: the groups' ids in the order of their names. */
export function sortGroupKeys(groups: GroupMap): string[] {
  return Object.values(groups)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id.localeCompare(b.id, 'en'))
    .map((group) => group.id)
}

export const mapGroups = (groups: GroupMap, checked: (group: Group) => boolean): GroupMap =>
  Object.fromEntries(Object.entries(groups).map(([id, group]) => [id, { ...group, checked: checked(group) }]))

/** Checkbox selections follow selectedNpiGroup: the groups of the entered NPI start checked. */
export const presetGroups = (groups: GroupMap): GroupMap => mapGroups(groups, (group) => group.selectedNpiGroup)

export const isReadOnly = (item: PermissionItem): boolean => item.readOnly === 'TRUE'

/** Read-only permissions are pre-checked. */
export const presetPermissions = (items: PermissionItem[]): PermissionItem[] =>
  items.map((item) => ({ ...item, checked: isReadOnly(item) || item.checked === true }))
