import { isPermissionId, type PermissionId } from '@portico/core/access/permissions'
import type { GroupOption, LookupQuery, ProviderOption } from '@portico/core/plan-data/shapes'
import type { SignedIn } from '#platform/context.ts'
import type { Outcome } from '#platform/outcome.ts'
import { findCoveredGroups, findCoveredProviders } from '../store/covered-lists.ts'

/** `usually` is the default permission; some look-ups accept another one (behaviour 13.3). */
type Covered = ({ usually: PermissionId } | { always: PermissionId }) & { region?: string }

/** What the session's grants cover with a permission; an unknown permission covers nothing. */
export const coveredProviders =
  ({ region, ...covered }: Covered) =>
  async (context: SignedIn, { permId, search, page }: LookupQuery): Promise<Outcome<ProviderOption[]>> => {
    const permission = 'always' in covered ? covered.always : asked(permId, covered.usually)
    return { entity: await findCoveredProviders(context, { permission, region, search, page }) }
  }

export const coveredGroups =
  (kind: 'IPA' | 'SG') =>
  async (context: SignedIn, { permId, page }: LookupQuery): Promise<Outcome<GroupOption[]>> => ({
    entity: await findCoveredGroups(context, { permission: asked(permId, 'HOME'), kind, page }),
  })

const asked = (permId: string | undefined, usual: PermissionId): PermissionId | '' => {
  if (permId === undefined) return usual
  return isPermissionId(permId) ? permId : ''
}
