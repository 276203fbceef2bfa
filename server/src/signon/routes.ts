import * as bell from '@portico/core/bell/calls'
import * as calendar from '@portico/core/signon/calendar/calls'
import * as calls from '@portico/core/signon/calls'
import type { FastifyInstance } from 'fastify'
import type { Mount } from '#platform/calls/mount.ts'
import type { SignedIn } from '#platform/context.ts'
import type { AccountKind } from '#platform/database/schema.ts'
import type { Deps } from '#platform/deps.ts'
import { listEntries, readAllEntries, readEntry } from './domain/bell/entries.ts'
import { listPreferences, savePreferences } from './domain/bell/preferences.ts'
import { listDueDates } from './domain/calendar/due-dates.ts'
import { makeFeed, withdrawFeed } from './domain/calendar/feed.ts'
import { changeContact, changePassword, changeSecurityQuestions, saveShortcuts } from './domain/profile.ts'
import { findResetQuestions, forgotPassword, forgotUsername, resetPassword } from './domain/recovery/recovery.ts'
import { describeMe, endOwnSession, listSessions, trackUser } from './domain/who-am-i.ts'
import { endCurrentSession, registerSignOnAgent } from './routes/agent.ts'
import { registerCalendarFeeds } from './routes/calendar-feeds.ts'
import { factorRoutes } from './routes/factors.ts'
import { findSecurityAnswers } from './store/accounts.ts'

/** The sign-on form, the logout addresses, and the calendar feeds. */
export async function registerSignOn(app: FastifyInstance, deps: Deps): Promise<void> {
  await registerSignOnAgent(app, deps)
  await registerCalendarFeeds(app, deps)
}

/** Sessions and the current user (behaviour 11.10), account recovery, and the profile. */
export function signonRoutes(mount: Mount): void {
  factorRoutes(mount)
  mountBell(mount)
  mountDueDates(mount)
  mount(calls.isProviderUser, isOf('provider'))
  mount(calls.isMemberUser, isOf('member'))
  mount(calls.isInternalUser, isOf('internal'))
  // The request itself renews the session.
  mount(calls.keepAliveProvider, () => ({ entity: true }))
  mount(calls.keepAliveMember, () => ({ entity: true }))
  mount(calls.getGTM, ({ settings: { gtmId } }) => ({
    entity: { enabled: gtmId !== undefined, containerId: gtmId ?? '' },
  }))
  mount(calls.staffSignIn, ({ settings }) => ({ entity: settings.staffSignIn }))
  mount(calls.trackUser, trackUser)
  mount(calls.me, describeMe)
  mount(calls.logout, async (context, _nothing, http) => {
    await endCurrentSession(context, http)
    return { entity: true }
  })
  mount(calls.sessions, listSessions)
  mount(calls.endSession, endOwnSession)

  mount(calls.forgotPassword, forgotPassword)
  mount(calls.forgotUsername, forgotUsername)
  mount(calls.resetQuestions, findResetQuestions)
  mount(calls.resetPassword, resetPassword)

  mount(calls.updateContact, changeContact)
  mount(calls.changePassword, changePassword)
  mount(calls.saveShortcuts, saveShortcuts)
  mount(calls.securityQuestions, async ({ db, session }) => ({
    entity: (await findSecurityAnswers(db, session.accountId)).map(({ question }) => question),
  }))
  mount(calls.changeSecurityQuestions, changeSecurityQuestions)
}

/** The bell of the current user, and how this person wants to hear of its entries (behaviour 23.2). */
function mountBell(mount: Mount): void {
  mount(bell.bellEntries, listEntries)
  mount(bell.readBellEntry, readEntry)
  mount(bell.readAllBellEntries, readAllEntries)
  mount(bell.bellPreferences, listPreferences)
  mount(bell.saveBellPreferences, savePreferences)
}

/** What is due for an SAA, and the feed of it for calendars (behaviour 23.3). */
function mountDueDates(mount: Mount): void {
  mount(calendar.dueDates, listDueDates)
  mount(calendar.makeFeed, makeFeed)
  mount(calendar.withdrawFeed, withdrawFeed)
}

const isOf =
  (kind: AccountKind) =>
  ({ session }: SignedIn) => ({ entity: session.kind === kind })
