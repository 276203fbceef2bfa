import type { Insertable } from 'kysely'
import type { Db, InTransaction, Trx } from '#platform/context.ts'
import type { PersonRow } from '#platform/database/person-columns.ts'
import type { Tables } from '#platform/database/tables.ts'

/** Columns that grant and narrow nothing: who the person is, and settings of the account. */
type Detail =
  | 'email_factor_since'
  | 'factor_offer_dismissed_at'
  | 'factor_policy_since'
  | 'owner_check_since'
  | 'uses_shortcuts'

export type AccountDetails = Partial<PersonRow & Pick<Insertable<Tables['account']>, Detail>>

export async function updateAccountDetails(db: Db, accountId: string, details: AccountDetails): Promise<void> {
  await db.updateTable('account').set(details).where('id', '=', accountId).execute()
}

export async function updateAccountPassword(
  { db, now }: InTransaction,
  accountId: string,
  hash: string,
): Promise<void> {
  const change = { password_hash: hash, password_changed_at: now }
  await db.updateTable('account').set(change).where('id', '=', accountId).execute()
}

export type HashedAnswer = { question: string; answerHash: string }

export async function insertAnswers(trx: Trx, accountId: string, answers: HashedAnswer[]): Promise<void> {
  const rows = answers.map(({ question, answerHash }, index) => ({
    account_id: accountId,
    slot: index + 1,
    question,
    answer_hash: answerHash,
  }))
  await trx.insertInto('security_answer').values(rows).execute()
}

export async function replaceAnswers(trx: Trx, accountId: string, answers: HashedAnswer[]): Promise<void> {
  await trx.deleteFrom('security_answer').where('account_id', '=', accountId).execute()
  await insertAnswers(trx, accountId, answers)
}
