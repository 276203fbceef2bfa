import { isPermissionId } from '@portico/core/access/permissions'
import { STATUS } from '@portico/core/constants'
import type { Application, ApplicationRow } from '@portico/core/sign-on-hub/application-shapes'
import type { Context } from '#platform/context.ts'
import { isoTime } from '#platform/database/paged-list.ts'
import { daysBefore } from '#platform/operations/scheduled-job.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findApplications, findFailedLogouts, findFailures, findSignIns } from '../../store/applications.ts'
import { findClient, type HubClient } from '../../store/clients.ts'
import { CLIENT_UNKNOWN } from '../clients/register-client.ts'

const FAILED_DAYS = 7
const PLOT_DAYS = 30
const LOGOUTS_SHOWN = 50

const stateOf = ({ disabledAt }: { disabledAt: Date | null }): ApplicationRow['state'] =>
  disabledAt ? 'DISABLED' : 'ACTIVE'

export async function listApplications({ db, now }: Context): Promise<Outcome<ApplicationRow[]>> {
  const rows = await findApplications(db, daysBefore(now, FAILED_DAYS))
  return {
    entity: rows.map(({ disabledAt, lastUsedAt, ...row }) => ({
      ...row,
      state: stateOf({ disabledAt }),
      lastUsed: isoTime(lastUsedAt),
    })),
  }
}

export async function openApplication(
  { db, now }: Context,
  { clientId }: { clientId: string },
): Promise<Outcome<Application>> {
  const client = await findClient(db, clientId)
  if (!client) return refuse(STATUS.notFound, CLIENT_UNKNOWN)
  const days = Array.from({ length: PLOT_DAYS }, (_, index) => dayOf(daysBefore(now, PLOT_DAYS - 1 - index)))
  const signIns = new Map((await findSignIns(db, clientId, days[0] ?? '')).map(({ day, count }) => [day, count]))
  const failures = await findFailures(db, clientId)
  const logouts = await findFailedLogouts(db, clientId, LOGOUTS_SHOWN)
  return {
    entity: {
      ...describeClient(client, now),
      signIns: days.map((day) => ({ day, count: signIns.get(day) ?? 0 })),
      failures: failures.map(({ reason, minute, count }) => ({ reason, count, at: minute.toISOString() })),
      logouts: logouts.map(({ queuedAt, dueAt, gaveUpAt, attempts, error }) => ({
        queuedOn: queuedAt.toISOString(),
        error: error ?? '',
        attempts,
        nextAttempt: gaveUpAt ? '' : dueAt.toISOString(),
      })),
    },
  }
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

/** Without the secret's hashes and the salt. */
const describeClient = (client: HubClient, now: Date) => ({
  clientId: client.clientId,
  version: client.version,
  name: client.name,
  brand: client.brand,
  state: stateOf(client),
  redirectUris: client.redirectUris,
  logoutUri: client.logoutUri ?? '',
  postLogoutUris: client.postLogoutUris,
  tileUri: client.tileUri ?? '',
  tilePermission:
    client.tilePermission && isPermissionId(client.tilePermission) ? client.tilePermission : ('' as const),
  kinds: client.kinds,
  scopes: client.scopes,
  permissions: client.permissions.filter(isPermissionId),
  asksConsent: client.asksConsent,
  allowsEmptyAccess: client.allowsEmptyAccess,
  keySet: client.jwks ? JSON.stringify(client.jwks, null, 2) : '',
  hasLogo: client.hasLogo,
  createdOn: client.createdAt.toISOString(),
  disabledOn: isoTime(client.disabledAt),
  lastUsed: isoTime(client.lastUsedAt),
  oldSecretUntil:
    client.retiredSecretUntil && client.retiredSecretUntil > now ? isoTime(client.retiredSecretUntil) : '',
})
