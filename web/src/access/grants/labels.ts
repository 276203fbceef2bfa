import type { Scope } from '@portico/core/access/parts'
import type { AdministeredScope } from '@portico/core/access/shapes'
import type { MyGrant } from '@portico/core/signon/shapes'

const KINDS: Record<Scope['kind'], string> = {
  NPI: 'NPI',
  PG: 'Provider group',
  IPA: 'Independent practice association',
  SG: 'Specialty group',
  PO: 'Provider organization',
}

/** 'NPI 1100000011' or 'Provider group PG1002': what a scope is beside its name. */
export const scopeDetail = (scope: Scope): string => `${KINDS[scope.kind]} ${scope.id}`

/** Only an SAA confirms access, so scopes of an AA are not counted. */
export const countToConfirm = (scopes: readonly AdministeredScope[]): number =>
  scopes.filter(({ actions }) => actions.includes('confirm')).reduce((sum, { confirmDue }) => sum + confirmDue, 0)

export const isPending = (state: MyGrant['state']): boolean => state.startsWith('PENDING')
