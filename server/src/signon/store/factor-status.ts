import type { Context, InTransaction } from '#platform/context.ts'
import { runPrepared } from '#platform/database/prepared.ts'
import type { AccountState } from '#platform/database/schema.ts'
import { type FactorFacts, factorFactsSql } from '#platform/identity/factor-facts.ts'
import { updateAccountDetails } from '../../access/access.ts'
import { NO_PASSWORD } from './accounts.ts'
import { insertFormerValue } from './former-values.ts'

/** Factor facts and account data, read in one statement. */
export type FactorRow = FactorFacts & {
  id: string
  publicId: string
  state: AccountState
  brand: string
  email: string
  username: string | null
  firstName: string
  lastName: string
  passwordHash: string | null
  hasActiveGrant: boolean
  offerAwayAt: Date | null
}

export async function findFactorRow(context: Pick<Context, 'db'>, accountId: string): Promise<FactorRow> {
  const values = [accountId, NO_PASSWORD]
  const [row] = await runPrepared<FactorRow>(context.db, factorStatusSql, values)
  if (!row) throw new Error('The account of a session no longer exists')
  return row
}

const factorStatusSql = `
  select a.id, a.public_id as "publicId", a.kind, a.state, a.brand, a.email, a.username,
    a.first_name as "firstName", a.last_name as "lastName", nullif(a.password_hash, $2) as "passwordHash",
    exists (select from access_grant g where g.account_id = a.id and g.state = 'ACTIVE') as "hasActiveGrant",
    f.*, a.factor_offer_dismissed_at as "offerAwayAt"
  from account a cross join lateral (${factorFactsSql}) f where a.id = $1`

/** Keeps the replaced value. Leaves a factor alone that was set up before `ifSince`. */
export async function updateEmailFactor(
  { db, now }: InTransaction,
  accountId: string,
  since: Date | null,
  ifSince = new Date(0),
): Promise<void> {
  const account = db.selectFrom('account').select('email_factor_since as former').where('id', '=', accountId)
  const { former } = await account.executeTakeFirstOrThrow()
  if (since === former || (former && former < ifSince)) return
  await insertFormerValue({ db, now }, accountId, 'EMAIL_FACTOR', former?.toISOString() ?? null)
  await updateAccountDetails(db, accountId, { email_factor_since: since })
}

/** Serializes changes to the factors of one account. */
export async function lockFactors({ db }: InTransaction, accountId: string): Promise<void> {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}
