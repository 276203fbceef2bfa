import { type Kysely, sql } from 'kysely'

/** Everybody's access as a file, by the last sign-in: each part begins where the one before ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index account_signed_in on account
      (coalesce(last_sign_in_at, '-infinity') desc, lower(last_name), lower(first_name))
  `.execute(db)
}
