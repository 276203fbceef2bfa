import { permissionLabel } from '@portico/core/access/permissions'
import type { ExportPeopleQuery, PersonGrant } from '@portico/core/access/shapes'
import { planDayOf } from '@portico/core/forms/calendar-day'
import { ROLE_NAMES } from '@portico/core/forms/messages'
import { formatCalendarDay } from '@portico/core/forms/moments'
import type { FileReply } from '#platform/calls/mount.ts'
import type { SignedIn } from '#platform/context.ts'
import type { Outcome } from '#platform/outcome.ts'
import { csvFile, dateColumns } from '../../../plan-data/plan-data.ts'
import { findFewNamed, findPeople, type Place } from '../../store/people/people.ts'
import { administeredEntities, findCaller } from '../acting.ts'
import { withinReach } from './people.ts'

/**
 * Exports the whole list in its order. Each part of the file checks rights again and continues after the last row read,
 * even if users were added or removed.
 */
export function exportPeople(context: SignedIn, query: ExportPeopleQuery): Promise<Outcome<FileReply>> {
  const { entity, search, ...order } = query
  let after: Place | undefined
  const readOn = async (_last: PersonGrant | undefined, limit: number): Promise<PersonGrant[]> => {
    const inside = { ...context, caller: await findCaller(context) }
    const within = administeredEntities(inside.caller)
    const among = await findFewNamed(context.db, search)
    const found: PersonGrant[] = []
    while (found.length < limit) {
      const people = await findPeople(context.db, { within, entity, search, among }, { ...order, limit, after })
      if (people.length === 0) break
      after = people.at(-1)?.place
      found.push(...(await withinReach(inside, people)))
    }
    return found
  }
  return csvFile('people.csv', readOn, {
    'First name': (row) => row.firstName,
    'Last name': (row) => row.lastName,
    Email: (row) => row.email,
    Role: (row) => ROLE_NAMES[row.role],
    'Access to': (row) => row.scope.name,
    Permissions: (row) => row.permissions.map(permissionLabel).join('; '),
    State: stateOf,
    ...dateColumns('Since', (row: PersonGrant) => dayOf(row.since), formatCalendarDay),
    ...dateColumns('Last sign-in', (row: PersonGrant) => dayOf(row.lastSignIn), formatCalendarDay),
  })
}

function stateOf({ state, accountState }: PersonGrant): string {
  if (accountState === 'INVITED') return 'Invited'
  return accountState === 'ACTIVE' && state === 'ACTIVE' ? 'Active' : 'Suspended'
}

const dayOf = (iso: string): string => (iso === '' ? '' : planDayOf(new Date(iso)))
