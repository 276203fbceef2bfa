import { GENERIC, SELECT_GROUP, SELECT_OPTION } from '@portico/core/forms/messages'
import type { RegistrationBody } from '@portico/core/registration/model-shapes'
import type { Level } from '@portico/core/registration/shapes'
import { type Outcome, refuse } from '#platform/outcome.ts'
import type { RequestedScope } from '../../../access/access.ts'
import type { ProviderScopes, ScopeGroup } from '../../store/provider-scopes.ts'

/** The level that the visitor chose, validated against the directory. */
export type ChosenLevel = {
  regType: Level
  orgId: string | undefined
  scopes: RequestedScope[]
  /** One of the chosen entities has an SAA, whom the new one replaces. */
  replaces: boolean
  /** The entities whose SAA permissions can be requested, with the ids that getSaaActivePerms uses. */
  entityIds: string[]
}

/** Accepts only the NPI itself, its groups, or the groups of its organization. */
export function readLevel(body: RegistrationBody, scopes: ProviderScopes): Outcome<ChosenLevel> {
  if (body.regType === 'NPI') return { entity: npiLevel(scopes) }
  if (body.regType !== 'PG' && body.regType !== 'PO') return refuse(407, SELECT_OPTION, 'level')
  const asked = Object.values(body.pgGroupMap ?? {}).filter((group) => group.checked)
  const known = new Set(scopes.groups.map((group) => group.id))
  if (asked.some((group) => !known.has(group.id))) return refuse(400, GENERIC, 'foreign-group')
  const askedIds = new Set(asked.map((group) => group.id))
  if (body.regType === 'PG') return groupLevel(scopes.groups.filter((group) => askedIds.has(group.id)))
  // At PO level the groups of the entered NPI cannot be left out (behaviour 3.4).
  return organizationLevel(
    scopes,
    scopes.groups.filter((group) => group.isOwn || askedIds.has(group.id)),
  )
}

export function npiLevel(scopes: ProviderScopes): ChosenLevel {
  return {
    regType: 'NPI',
    orgId: undefined,
    scopes: [{ kind: 'NPI', id: scopes.npi }],
    replaces: scopes.npi_has_saa,
    entityIds: [scopes.npi],
  }
}

function groupLevel(groups: ScopeGroup[]): Outcome<ChosenLevel> {
  if (groups.length === 0) return refuse(407, SELECT_GROUP, 'level')
  return {
    entity: {
      regType: 'PG',
      orgId: undefined,
      scopes: groups.map((group) => ({ kind: group.kind, id: group.id })),
      replaces: groups.some((group) => group.hasSaa),
      entityIds: groups.map((group) => group.id),
    },
  }
}

function organizationLevel(scopes: ProviderScopes, groups: ScopeGroup[]): Outcome<ChosenLevel> {
  const orgId = scopes.org_id
  if (!orgId) return refuse(400, GENERIC, 'no-organization')
  if (groups.length === 0) return refuse(407, SELECT_GROUP, 'level')
  return {
    entity: {
      regType: 'PO',
      orgId,
      scopes: groups.map((group) => ({ kind: 'PO', id: orgId, groupId: group.id })),
      replaces: groups.some((group) => group.hasSaa),
      entityIds: [orgId],
    },
  }
}
