import { isPermissionId } from '@portico/core/access/permissions'
import { DAY_S } from '@portico/core/forms/calendar-day'
import { checkNpi } from '@portico/core/forms/npi'
import type Provider from 'oidc-provider'
import type { Context } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import { hit } from '#platform/limits/limits.ts'
import { findClient } from '../store/clients.ts'
import { mayActFor } from '../store/people.ts'
import { mayAsked } from './events.ts'

type MayReply = { status: 200; body: { may: boolean } } | { status: 400 | 401 | 429; body: { error: string } }

/** Answers whether the owner of an access token may act for an NPI now, and counts the answer. */
export async function answerMay(context: Context, provider: Provider, question: Question): Promise<MayReply> {
  const reply = await findAnswer(context, provider, question)
  context.metrics.applicationMay.inc({ answer: 'may' in reply.body ? String(reply.body.may) : String(reply.status) })
  return reply
}

type Question = { bearer: string | undefined; npi: unknown; permission: unknown }

async function findAnswer(
  context: Context,
  provider: Provider,
  { bearer, npi, permission }: Question,
): Promise<MayReply> {
  const token = bearer ? await provider.AccessToken.find(bearer) : undefined
  const client =
    token?.clientId && token.scopes.has('access') ? await findClient(context.db, token.clientId) : undefined
  const grant = token?.grantId ? await provider.Grant.find(token.grantId) : undefined
  if (!token || !grant || !client || client.disabledAt) return refuseCall(401, 'invalid_token')
  if (typeof npi !== 'string' || checkNpi(npi)) return refuseCall(400, 'malformed_npi')
  if (typeof permission !== 'string' || !isPermissionId(permission)) return refuseCall(400, 'unknown_permission')
  const { accountId } = token
  const { clientId } = client
  const limit = context.settings.limits.mayPerMinutePerPerson
  if (!(await hit(context, { key: `may:${clientId}:${accountId}`, limit, windowSeconds: 60 })))
    return refuseCall(429, 'too_many_requests')
  const may = client.permissions.includes(permission) && (await mayActFor(context.db, { accountId, npi, permission }))
  await recordOncePerDay(context, {
    tokenHash: hashToken(token.jti).toString('base64url'),
    accountId,
    clientId,
    npi,
    permission,
    may,
  })
  return { status: 200, body: { may } }
}

const refuseCall = (status: 400 | 401 | 429, error: string): MayReply => ({ status, body: { error } })

type Asked = { tokenHash: string; accountId: string; clientId: string; npi: string; permission: string; may: boolean }

async function recordOncePerDay(context: Context, { tokenHash, accountId, npi, ...details }: Asked): Promise<void> {
  const key = `may-audit:${tokenHash}:${npi}` as const
  if (!(await hit(context, { key, limit: 1, windowSeconds: DAY_S }))) return
  await transact(context, (inside) => announce(inside, mayAsked, { npi, subjectAccountId: accountId, details }))
}
