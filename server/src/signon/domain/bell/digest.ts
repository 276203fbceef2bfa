import { planClockOf, planDayOf } from '@portico/core/forms/calendar-day'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { type InTransaction, systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import type { EventTexts } from '#platform/deps.ts'
import { queueMail } from '#platform/mail/mail.ts'
import { renderMail } from '#platform/mail/mail-body.ts'
import type { ScheduledJob } from '#platform/operations/scheduled-job.ts'
import { AREA_PATHS, areaOfAccount } from '#platform/pages/portal-addresses.ts'
import {
  type DigestEntry,
  type DigestReader,
  findDigestAccounts,
  isDigestQueued,
  lockDigestReader,
  takeDigestEntries,
} from '../../store/bell/digests.ts'

const BATCH = 500
const LINES_MAX = 20

/** One mail a person at 7 a.m. plan time, about what they chose to read in the daily digest and have not read. */
export const sendDigests: ScheduledJob = {
  name: 'send-digests',
  async run(deps, now) {
    const context = systemContext(deps, now)
    const before = lastDigestTime(now)
    let sent = 0
    for (const accountId of await findDigestAccounts(context.db, before, BATCH))
      if (await transact(context, (inside) => sendDigest(inside, accountId, before))) {
        sent += 1
        deps.metrics.digests.inc()
      }
    return sent
  },
}

/** The message's id is of the person and the day, so that a day has one digest, however often the job runs. */
async function sendDigest(inside: InTransaction, accountId: string, before: Date): Promise<boolean> {
  const { db, now } = inside
  const reader = await lockDigestReader(db, accountId)
  if (!reader) return false
  const messageId = `digest-${planDayOf(before)}-${reader.publicId}`
  if (await isDigestQueued(db, messageId)) return false
  const entries = await takeDigestEntries(db, accountId, { before, now })
  if (entries.length === 0) return false
  await queueDigest(inside, reader, { messageId, entries })
  return true
}

async function queueDigest(
  inside: InTransaction,
  reader: DigestReader,
  { messageId, entries }: { messageId: string; entries: DigestEntry[] },
): Promise<void> {
  const { brand, kind } = reader
  const lines = entries.slice(0, LINES_MAX).map((entry) => lineOf(inside.events, entry, reader))
  const more = entries.length - lines.length
  const subject = `Your daily summary: ${writeCount(entries.length)}`
  await queueMail(inside, {
    kind: 'account.digest',
    brand,
    to: reader.email,
    subject,
    body: renderMail(brand, {
      subject,
      greeting: `${reader.firstName} ${reader.lastName}`,
      paragraphs: [
        'This is new for you in the portal; please see whether there is something for you to do.',
        'You chose this daily summary in your profile, and can change it there.',
      ],
      list: more > 0 ? [...lines, `And ${more} more.`] : lines,
      action: {
        sentence: 'See all entries under the bell:',
        url: portalUrl(inside.settings, brand, AREA_PATHS[areaOfAccount(kind)].home),
      },
      reader: kind,
    }),
    accountId: reader.id,
    messageId,
  })
}

const writeCount = (count: number) => (count === 1 ? 'one new entry' : `${count} new entries`)

function lineOf(events: EventTexts, { event, reference, summary }: DigestEntry, { kind }: DigestReader): string {
  return events.bellLine(event).says({ reader: kind, reference, summary })
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SENT_AT_MS = 7 * HOUR_MS

/** The last 7 a.m. in the plan's time zone. Entries from before it are due; later ones wait for the next day. */
export function lastDigestTime(now: Date): Date {
  const clock = planClockOf(now.getTime())
  const today = Math.floor(clock / DAY_MS) * DAY_MS + SENT_AT_MS
  const wanted = today <= clock ? today : today - DAY_MS
  // Daylight saving time begins and ends at 2 a.m., so 7 a.m. exists once on every day.
  const inSummer = wanted + 4 * HOUR_MS
  return new Date(planClockOf(inSummer) === wanted ? inSummer : wanted + 5 * HOUR_MS)
}
