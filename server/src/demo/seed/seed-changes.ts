import { endOfBusinessDay } from '@portico/core/forms/business-days'
import { DAY_MS } from '@portico/core/forms/calendar-day'
import type { ChangeKind } from '@portico/core/plan-data/change-kinds'
import type { Transaction } from 'kysely'
import type { Database } from '#platform/database/schema.ts'
import { insertChanges } from '../../provider-directory/provider-directory.ts'

type Report = { npi: string; kind: ChangeKind; details: string; accountId: string; now: Date }

/** A report in words of two days ago. */
export async function insertDemoReport(
  trx: Transaction<Database>,
  { npi, kind, details, accountId, now }: Report,
): Promise<void> {
  const reportedAt = new Date(now.getTime() - 2 * DAY_MS)
  const change = { npi, practice_id: null, location_id: null, field: 'other' as const, value_before: null }
  await insertChanges(trx, [{ ...change, value_after: { kind, details }, is_automatic: false }], {
    accountId,
    scope: undefined,
    source: 'REPORT',
    verificationId: undefined,
    now: reportedAt,
    dueAt: endOfBusinessDay(reportedAt, 2),
  })
}

type DemoChange = {
  field: 'phone' | 'address' | 'specialty' | 'hours'
  after: unknown
  daysAgo: number
  state?: 'ACCEPTED' | 'RETURNED'
  answer?: string
  isDisputed?: true
}

const street = { line1: '48 Lantern Street', line2: 'Suite 2', city: 'Salem', state: 'MA', zip: '01970' }

/** What Tidewater's office sent: some wait, one is overdue, one is disputed, some are decided. */
const changes: readonly DemoChange[] = [
  { field: 'phone', after: '6175550188', daysAgo: 0 },
  { field: 'specialty', after: ['207R00000X'], daysAgo: 1 },
  { field: 'address', after: street, daysAgo: 9 },
  { field: 'hours', after: 'Mon-Thu 8-5', daysAgo: 3, isDisputed: true },
  { field: 'phone', after: '6175550189', daysAgo: 12, state: 'ACCEPTED' },
  {
    field: 'address',
    after: { ...street, line1: 'Lantern Street' },
    daysAgo: 14,
    state: 'RETURNED',
    answer: 'Please send the complete address with street, city, state and ZIP code.',
  },
]

type DemoPractice = {
  id: string
  npi: string
  location_id: string
  specialty: string | null
  phone: string | null
  hours: string | null
}
type People = { officeId: string; officeEmail: string; staffId: string }

const scope = { scope_kind: 'PG' as const, scope_id: 'PG1002' }

/** Needs the practices of the demo plan and its accounts. */
export async function seedChanges(trx: Transaction<Database>, now: Date): Promise<void> {
  const account = trx.selectFrom('account').select(['id', 'email'])
  const office = await account.where('public_id', '=', 'demosaa').executeTakeFirstOrThrow()
  const staff = await account.where('kind', '=', 'internal').orderBy('id').executeTakeFirstOrThrow()
  const people = { officeId: office.id, officeEmail: office.email, staffId: staff.id }
  const practices = await trx
    .selectFrom('practice as r')
    .innerJoin('practice_location as l', 'l.location_id', 'r.location_id')
    .select(['r.id', 'r.npi', 'r.location_id', 'r.specialty', 'l.phone', 'l.hours'])
    .where('r.group_id', '=', scope.scope_id)
    .orderBy('r.id')
    .limit(changes.length)
    .execute()
  for (const [at, change] of changes.entries()) {
    const practice = practices[at]
    if (practice) await insertDemoChange(trx, change, { practice, people, now })
  }
}

type Around = { practice: DemoPractice; people: People; now: Date }

async function insertDemoChange(trx: Transaction<Database>, change: DemoChange, around: Around): Promise<void> {
  const { practice, people, now } = around
  const { field, after, daysAgo, isDisputed } = change
  const sentAt = new Date(now.getTime() - daysAgo * DAY_MS)
  const isOfPractice = field === 'specialty'
  await trx
    .insertInto('practice_change')
    .values({
      ...scope,
      npi: practice.npi,
      practice_id: isOfPractice ? practice.id : null,
      location_id: isOfPractice ? null : practice.location_id,
      field,
      value_before: valueBefore(field, practice),
      value_after: JSON.stringify(after),
      source: 'PAGE',
      account_id: people.officeId,
      reported_at: sentAt,
      due_at: endOfBusinessDay(isDisputed ? now : sentAt, 2),
      ...stateOf(change, sentAt, around),
    })
    .execute()
  if (isDisputed)
    await trx
      .updateTable('practice_location')
      .set({ hours: String(after) })
      .where('location_id', '=', practice.location_id)
      .execute()
}

function valueBefore(field: DemoChange['field'], { phone, hours, specialty }: DemoPractice): string | null {
  const value = { phone, hours, specialty: specialty?.split(';') ?? null, address: null }[field]
  return value === null ? null : JSON.stringify(value)
}

function stateOf({ state, answer, isDisputed }: DemoChange, sentAt: Date, { people, now }: Around) {
  const dayAfter = new Date(sentAt.getTime() + DAY_MS)
  if (state) return { state, answer: answer ?? null, decided_by: people.staffId, decided_at: dayAfter }
  if (!isDisputed) return { state: 'WAITING' as const }
  return {
    state: 'WAITING' as const,
    is_automatic: true,
    decided_at: sentAt,
    disputed_at: new Date(now.getTime() - DAY_MS),
    disputed_email: people.officeEmail,
    dispute_note: 'The office closes at 4 on Thursdays.',
  }
}
