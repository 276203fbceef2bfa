import * as calls from '@portico/core/signon/calls'
import type { Mount } from '#platform/calls/mount.ts'
import type { SignedIn } from '#platform/context.ts'
import type { AccountKind } from '#platform/database/schema.ts'
import { changeContact, changePassword, changeSecurityQuestions, saveShortcuts } from './domain/profile.ts'
import { findResetQuestions, forgotPassword, forgotUsername, resetPassword } from './domain/recovery/recovery.ts'
import { describeMe, endOwnSession, listSessions, trackUser } from './domain/who-am-i.ts'
import { endCurrentSession } from './routes/agent.ts'
import { bellRoutes } from './routes/bell.ts'
import { calendarRoutes } from './routes/calendar.ts'
import { factorRoutes } from './routes/factors.ts'
import { findSecurityAnswers } from './store/accounts.ts'

/** Sessions and the current user (behaviour 11.10), account recovery, and the profile. */
export function signonRoutes(mount: Mount): void {
  factorRoutes(mount)
  bellRoutes(mount)
  calendarRoutes(mount)
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

const isOf =
  (kind: AccountKind) =>
  ({ session }: SignedIn) => ({ entity: session.kind === kind })
