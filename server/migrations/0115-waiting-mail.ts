import { type Kysely, sql } from 'kysely'

/** What waits to be sent is listed by its age: the planner walked all that was ever sent to get to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index mail_message_waiting_since on mail_message (created_at, id) where sent_at is null and gave_up_at is null;
  `.execute(db)
}
