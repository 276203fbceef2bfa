/** The portal functions that a grant can open (behaviour 13.1). */
export type PermissionId = 'ELIG' | 'CLAIM' | 'ROSTER' | 'SCOTRK' | 'SCOINV' | 'HOME'

export type Permission = {
  referenceId: PermissionId
  referenceShortDesc: string
  /** 'TRUE': every user with access has it, and it cannot be unchecked or removed. */
  readOnly: 'TRUE' | 'FALSE'
}

export const PERMISSIONS: readonly Permission[] = [
  { referenceId: 'HOME', referenceShortDesc: 'Portal home', readOnly: 'TRUE' },
  { referenceId: 'ELIG', referenceShortDesc: 'Member eligibility', readOnly: 'FALSE' },
  { referenceId: 'CLAIM', referenceShortDesc: 'Claim status', readOnly: 'FALSE' },
  { referenceId: 'ROSTER', referenceShortDesc: 'Provider roster', readOnly: 'FALSE' },
  { referenceId: 'SCOTRK', referenceShortDesc: 'SCO Trakker', readOnly: 'FALSE' },
  { referenceId: 'SCOINV', referenceShortDesc: 'SCO invoices', readOnly: 'FALSE' },
]

export const PERMISSION_IDS: readonly PermissionId[] = PERMISSIONS.map((permission) => permission.referenceId)

export const READ_ONLY_PERMISSIONS: readonly PermissionId[] = PERMISSIONS.filter(
  (permission) => permission.readOnly === 'TRUE',
).map((permission) => permission.referenceId)

export function isPermissionId(text: string): text is PermissionId {
  return PERMISSION_IDS.some((id) => id === text)
}

export function permissionLabel(id: string): string {
  return PERMISSIONS.find((permission) => permission.referenceId === id)?.referenceShortDesc ?? id
}

/** Returns the chosen permissions in catalog order. Adds the read-only ones and drops unknown ids. */
export function completePermissions(chosen: readonly string[]): PermissionId[] {
  return PERMISSION_IDS.filter((id) => chosen.includes(id) || READ_ONLY_PERMISSIONS.includes(id))
}

/** Returns the permissions that all lists share. The read-only ones are always included. */
export function commonPermissions(lists: readonly (readonly string[])[]): PermissionId[] {
  if (lists.length === 0) return []
  return completePermissions(PERMISSION_IDS.filter((id) => lists.every((list) => list.includes(id))))
}
