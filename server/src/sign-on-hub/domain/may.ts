import { PERMISSION_IDS } from '@portico/core/access/permissions'
import { isNpi } from '@portico/core/forms/npi'
import type Provider from 'oidc-provider'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { Context } from '../../platform/context.ts'
import { hit } from '../../platform/limits/limits.ts'
import { findClient } from '../store/clients.ts'
import { mayActFor } from '../store/people.ts'

type MayReply = { status: 200; body: { may: boolean } } | { status: 400 | 401 | 429; body: { error: string } }

const CALLS_PER_MINUTE = 600

/** Whether the owner of an access token may act for an NPI now. */
export async function answerMay(
  context: Context,
  provider: Provider,
  { bearer, npi, permission }: { bearer: string | undefined; npi: unknown; permission: unknown },
): Promise<MayReply> {
  const token = bearer ? await provider.AccessToken.find(bearer) : undefined
  const grant = token?.grantId ? await provider.Grant.find(token.grantId) : undefined
  if (!token || !grant || !token.scope?.split(' ').includes('access')) return { status: 401, body: { error: 'invalid_token' } }
  if (typeof npi !== 'string' || !isNpi(npi)) return { status: 400, body: { error: 'malformed_npi' } }
  if (typeof permission !== 'string' || !PERMISSION_IDS.some((id) => id === permission))
    return { status: 400, body: { error: 'unknown_permission' } }
  const { accountId, clientId = '' } = token
  const limit = { key: `may:${clientId}:${accountId}`, limit: CALLS_PER_MINUTE, windowSeconds: 60 }
  if (!(await hit(context, limit))) return { status: 429, body: { error: 'too_many_requests' } }
  const client = await findClient(context.db, clientId)
  const may =
    client?.permissions.includes(permission) === true && (await mayActFor(context.db, { accountId, npi, permission }))
  await recordOncePerDay(context, { tokenId: token.jti, accountId, clientId, npi, permission, may })
  return { status: 200, body: { may } }
}

type Asked = { tokenId: string; accountId: string; clientId: string; npi: string; permission: string; may: boolean }

/** One audit entry per token and NPI a day. */
async function recordOncePerDay(context: Context, { tokenId, accountId, npi, ...details }: Asked): Promise<void> {
  const isFirst = await hit(context, { key: `may-audit:${tokenId.slice(0, 8)}:${accountId}:${npi}`, limit: 1, windowSeconds: 86_400 })
  if (isFirst) await recordAudit(context, { action: 'client.asked', npi, subjectAccountId: accountId, details })
}
