import { type Kysely, sql } from 'kysely'

/** Links of mails about sign-ins and second factors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table link
      drop constraint link_purpose_check,
      add constraint link_purpose_check check (purpose in
        ('REQUEST', 'ACTIVATION', 'PASSWORD_RESET', 'MEMBER_CODE', 'SIGNING', 'SIGNED_COPY',
         'NOT_ME', 'FACTOR_RESET', 'FACTOR_OBJECTION'));
  `.execute(db)
}
