import { permissionLabel } from '@portico/core/access/permissions'
import type { HubClient } from '../../store/clients.ts'
import type { CheckedClient } from './check-client.ts'

type Described = Omit<CheckedClient, 'brand'> & Partial<Pick<HubClient, 'hasLogo'>>

const KIND_NAMES = { provider: 'provider offices', internal: 'plan staff', member: 'members' }
const yesNo = (value: boolean) => (value ? 'yes' : 'no')

/** The registration in words, for approvers and the audit trail. Keys are counted, not shown. */
const factsOf = (client: Described): Record<string, string> => ({
  Name: client.name,
  'Redirect addresses': client.redirectUris.join(', '),
  'Logout address': client.logoutUri ?? '',
  'Pages after sign-out': client.postLogoutUris.join(', '),
  'Tile opens': client.tileUri ?? '',
  'Tile only with': client.tilePermission === null ? '' : permissionLabel(client.tilePermission),
  'Who can sign in': client.kinds.map((kind) => KIND_NAMES[kind]).join(', '),
  Scopes: client.scopes.join(', '),
  Permissions: client.permissions.map(permissionLabel).join(', '),
  'Asks for consent': yesNo(client.asksConsent),
  'Allows waiting people': yesNo(client.allowsEmptyAccess),
  'Signs in with': client.jwks ? 'a key set' : 'a secret',
})

/** What a new application would have. */
export const describeNew = (client: Described): string[] =>
  Object.entries(factsOf(client)).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]))

/** What a change replaces; empty if nothing. */
export function describeChanges(before: Described, after: Described, logo: Buffer | null | undefined): string[] {
  const old = factsOf(before)
  const changed = Object.entries(factsOf(after)).flatMap(([name, value]) =>
    value === old[name] ? [] : [`${name}: ${old[name] || 'none'} → ${value || 'none'}`],
  )
  const hasNewKeys = before.jwks && after.jwks && JSON.stringify(before.jwks) !== JSON.stringify(after.jwks)
  return [
    ...changed,
    ...(hasNewKeys ? ['Key set: replaced'] : []),
    ...(logo ? ['Logo: replaced'] : []),
    ...(logo === null && before.hasLogo ? ['Logo: removed'] : []),
  ]
}

/** True if users of the application lose access or data by the change. */
export function isNarrower(before: Described, after: Described): boolean {
  const lost = <Item>(had: readonly Item[], has: readonly Item[]) => had.some((item) => !has.includes(item))
  return (
    lost(before.kinds, after.kinds) ||
    lost(before.scopes, after.scopes) ||
    lost(before.permissions, after.permissions) ||
    (before.allowsEmptyAccess && !after.allowsEmptyAccess) ||
    (!before.asksConsent && after.asksConsent)
  )
}
