import { AUDIT_ACTS } from '@portico/core/internal/audit-acts'
import { BELL_EVENTS, isBellEvent } from '#platform/bell/events.ts'
import { MAIL_KINDS } from '#platform/bell/mail-kinds.ts'
import { type AreaEvents, collectEvents, type EventCatalog } from '#platform/events/event.ts'
import * as requestEvents from './access/domain/decisions/events.ts'
import * as staffEvents from './access/domain/staff/events.ts'
import * as contentEvents from './content/domain/events.ts'
import * as contractEvents from './contracts/domain/events.ts'
import * as signingEvents from './contracts/domain/signing/events.ts'
import * as internalEvents from './internal/domain/events.ts'
import * as memberEvents from './members/domain/events.ts'
import * as directoryEvents from './provider-directory/domain/events.ts'
import * as hubEvents from './sign-on-hub/domain/events.ts'
import * as calendarEvents from './signon/domain/calendar/events.ts'
import * as profileEvents from './signon/domain/events.ts'
import * as factorEvents from './signon/domain/factors/events.ts'
import * as recoveryEvents from './signon/domain/recovery/events.ts'
import * as factorResetEvents from './signon/domain/recovery/reset-events.ts'
import * as sessionEvents from './signon/domain/sessions/events.ts'
import * as staffSignInEvents from './staff-sign-in/domain/events.ts'

/** Events of areas whose declarations are still apart. */
function findListed(): AreaEvents {
  const acts: Readonly<Record<string, string>> = AUDIT_ACTS
  const names = new Set<string>([...Object.keys(AUDIT_ACTS), ...Object.keys(BELL_EVENTS), ...MAIL_KINDS])
  const mails = new Set<string>(MAIL_KINDS)
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      {
        name,
        ...(acts[name] === undefined ? {} : { audit: acts[name] }),
        ...(isBellEvent(name) ? { bell: BELL_EVENTS[name] } : {}),
        ...(mails.has(name) ? { mail: () => ({ subject: '', paragraphs: [] }) } : {}),
      },
    ]),
  )
}

/** The events of all areas. */
export const events: EventCatalog = collectEvents([
  calendarEvents,
  contentEvents,
  contractEvents,
  factorEvents,
  factorResetEvents,
  directoryEvents,
  hubEvents,
  internalEvents,
  memberEvents,
  profileEvents,
  recoveryEvents,
  requestEvents,
  sessionEvents,
  signingEvents,
  staffEvents,
  staffSignInEvents,
  findListed(),
])
