import { commonPermissions, PERMISSIONS } from '@portico/core/access/permissions'
import type { PermissionItem } from '@portico/core/access/shapes'
import type { Db } from '../../platform/context.ts'
import { findSaaPermissions } from '../store/people/saa-permissions.ts'

/** What an SAA of that type receives (behaviour 13.2): every function the portal has, at each level. */
export function getDefaultPerms(_providerType: 'NPI' | 'PG' | 'PO'): PermissionItem[] {
  return toItems(PERMISSIONS.map((permission) => permission.referenceId))
}

/** What the SAA of an entity holds; where several share it, what all of them hold. Empty when there is none. */
export async function getSaaActivePerms(db: Db, entityId: string): Promise<PermissionItem[]> {
  return toItems(commonPermissions(await findSaaPermissions(db, entityId)))
}

/** Items as the wizard shows them: nothing checked but what cannot be unchecked. */
function toItems(ids: readonly string[]): PermissionItem[] {
  return PERMISSIONS.filter((permission) => ids.includes(permission.referenceId)).map((permission) => ({
    ...permission,
    checked: permission.readOnly === 'TRUE',
  }))
}
