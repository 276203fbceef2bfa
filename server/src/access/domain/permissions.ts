import { commonPermissions, PERMISSIONS } from '@portico/core/access/permissions'
import type { PermissionItem } from '@portico/core/access/shapes'
import type { Db } from '#platform/context.ts'
import { findSaaPermissions } from '../store/people/administrators.ts'

/** Permissions of a new SAA of that type (behaviour 13.2): all of them, at each level. */
export function getDefaultPerms(_providerType: 'NPI' | 'PG' | 'PO'): PermissionItem[] {
  return toItems(PERMISSIONS.map((permission) => permission.referenceId))
}

/** Permissions of the entity's SAA. With several SAAs, the permissions they share. Empty without an SAA. */
export async function getSaaActivePerms(db: Db, entityId: string): Promise<PermissionItem[]> {
  return toItems(commonPermissions(await findSaaPermissions(db, entityId)))
}

/** Items for the wizard: only mandatory permissions are checked. */
function toItems(ids: readonly string[]): PermissionItem[] {
  return PERMISSIONS.filter((permission) => ids.includes(permission.referenceId)).map((permission) => ({
    ...permission,
    checked: permission.readOnly === 'TRUE',
  }))
}
