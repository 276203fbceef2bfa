import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'

/** Counts one attempt and returns the count; undefined if no attempts are left or the link has ended. */
export async function updateWrongAnswers(
  { db, now }: Context,
  linkId: string,
  max: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ tries: number }>`
    update link set wrong_answers = wrong_answers + 1
    where id = ${linkId} and wrong_answers < ${max} and used_at is null and ended_at is null and expires_at > ${now}
    returning wrong_answers as tries`.execute(db)
  return rows[0]?.tries
}
