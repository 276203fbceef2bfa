import type { Deps } from '../deps.ts'

/**
 * Everything that falls due by the calendar. Due dates are columns; an area hands in handlers that act on what is due
 * at `now`. Each is safe to repeat and safe in several processes; the scheduler and the tests call the same sweep.
 */
export type DueHandler = { name: string; run(deps: Deps, now: Date): Promise<number> }

/** Runs every handler and tells how much each did. One that fails does not keep the others from running. */
export async function sweep(deps: Deps, now: Date, handlers: readonly DueHandler[]): Promise<Record<string, number>> {
  const done: Record<string, number> = {}
  for (const handler of handlers) done[handler.name] = await runHandler(deps, now, handler)
  return done
}

async function runHandler(deps: Deps, now: Date, handler: DueHandler): Promise<number> {
  try {
    const done = await handler.run(deps, now)
    const did = done > 0 ? { did_at: now } : {}
    await insertRun(deps, handler, { ran_at: now, done, ...did })
    return done
  } catch (error) {
    deps.log.error({ err: error, handler: handler.name }, 'sweep handler failed')
    // A database that is away takes no note of it either.
    const failure = error instanceof Error ? error.name : 'unknown'
    await insertRun(deps, handler, { ran_at: now, done: 0, failed_at: now, failure }).catch(() => {})
    return 0
  }
}

type Run = { ran_at: Date; done: number; did_at?: Date; failed_at?: Date; failure?: string }

async function insertRun({ db }: Deps, { name }: DueHandler, run: Run): Promise<void> {
  await db
    .insertInto('sweep_run')
    .values({ handler: name, ...run })
    .onConflict((conflict) => conflict.column('handler').doUpdateSet(run))
    .execute()
}

const DAY_MS = 86_400_000

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

/** One that was guessed at stays until the next code of its provider counts it as failed (behaviour 7.17). */
const deleteOldCodes = (db: Deps['db'], before: Date) =>
  db
    .deleteFrom('identity_code')
    .where('expires_at', '<', before)
    .where((where) => where.or([where('status', '!=', 'PENDING'), where('tries', '=', 0)]))
    .executeTakeFirst()

/** What nobody needs any more: left registrations, counters, spent captchas, long-gone sessions and browsers. */
export const cleanUp: DueHandler = {
  name: 'clean-up',
  async run({ db, settings }, now) {
    const { registrationAbsolute, registrationIdle } = settings.lifetimes
    const idle = new Date(now.getTime() - registrationAbsolute * 1000 - DAY_MS)
    // What was typed goes as soon as nobody can go on with it.
    await db
      .updateTable('registration')
      .set({ draft: null })
      .where('draft', 'is not', null)
      .where((where) =>
        where.or([
          where('touched_at', '<', new Date(now.getTime() - registrationIdle * 1000)),
          where('created_at', '<', new Date(now.getTime() - registrationAbsolute * 1000)),
        ]),
      )
      .execute()
    const results = [
      await db.deleteFrom('registration').where('touched_at', '<', idle).executeTakeFirst(),
      await db.deleteFrom('member_registration').where('created_at', '<', idle).executeTakeFirst(),
      await db.deleteFrom('flood_counter').where('window_start', '<', daysBefore(now, 1)).executeTakeFirst(),
      await db.deleteFrom('sign_in_tally').where('touched_at', '<', daysBefore(now, 1)).executeTakeFirst(),
      await db.deleteFrom('account_device').where('expires_at', '<', now).executeTakeFirst(),
      await db.deleteFrom('passkey_challenge').where('expires_at', '<', now).executeTakeFirst(),
      await db.deleteFrom('email_code').where('expires_at', '<', now).executeTakeFirst(),
      await db.deleteFrom('held_decision').where('ended_at', '<', daysBefore(now, 30)).executeTakeFirst(),
      await db.deleteFrom('captcha_spent').where('expires_at', '<', now).executeTakeFirst(),
      await deleteOldCodes(db, daysBefore(now, 1)),
      await db.deleteFrom('identity_attempt').where('at', '<', daysBefore(now, 31)).executeTakeFirst(),
    ]
    return results.reduce((sum, result) => sum + Number(result.numDeletedRows), 0)
  },
}
