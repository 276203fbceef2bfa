import { createHash } from 'node:crypto'
import { DAY_S, planDayOf } from '@portico/core/forms/calendar-day'
import { readNpi } from '@portico/core/provider-directory/read-roster-cells'
import type {
  ApplyRosterBody,
  PreviewRosterBody,
  RosterHeadings,
  RosterPreview,
  RosterRow,
} from '@portico/core/provider-directory/roster-shapes'
import {
  NOT_YOUR_SCOPE,
  ROSTER_LIMIT,
  ROSTER_MOVED,
  ROSTER_NO_CHANGE,
} from '@portico/core/provider-directory/sentences'
import type { ScopeQuery, Verified, VerifyRow } from '@portico/core/provider-directory/verify-shapes'
import type { InTransaction, SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { requireRecentProof } from '#platform/identity/step-up.ts'
import { hitMany } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { hasScope } from '../../../store/scope.ts'
import { findHeadings, findUnnamedProviders, saveHeadings } from '../../../store/verification/roster-file.ts'
import { findRowsOf } from '../../../store/verification/to-verify.ts'
import { findStoredResult, scopeOf, verifyRows } from '../verify.ts'
import { type FilePlan, itemsOf, type PlannedLine, planFile } from './plan-file.ts'

/** Verification from an office's spreadsheet: a preview first, then the same rows with the preview's hash. */

export async function openRosterHeadings(context: SignedIn, query: ScopeQuery): Promise<Outcome<RosterHeadings>> {
  const scope = scopeOf(query)
  if (!(await hasScope(context.db, context.session.accountId, scope))) return refuse(404, NOT_YOUR_SCOPE)
  return { entity: { headings: await findHeadings(context.db, scope) } }
}

/** Changes nothing in the directory. Remembers the headings for the next file of the scope. */
export async function previewRoster(context: SignedIn, body: PreviewRosterBody): Promise<Outcome<RosterPreview>> {
  const scope = scopeOf(body)
  if (!(await hasScope(context.db, context.session.accountId, scope))) return refuse(404, NOT_YOUR_SCOPE)
  if (!(await countRows(context, body.rows.length))) return refuse(407, ROSTER_LIMIT)
  const plan = await planRows(context, body)
  const unnamed = await findUnnamedProviders(context.db, scope, npisOf(body.rows))
  if (body.headings.length > 0) await saveHeadings(context, scope, body.headings)
  return { entity: describePlan(body, plan, unnamed) }
}

/** Applies a file as its preview showed it, in one transaction, or not at all. */
export async function applyRoster(context: SignedIn, body: ApplyRosterBody): Promise<Outcome<Verified>> {
  const sent = createHash('sha256')
    .update(JSON.stringify([body.scopeKind, body.scopeId, body.hash, body.rows]))
    .digest()
  const stored = await findStoredResult(context, body.requestKey, sent)
  if (stored) return stored
  await requireRecentProof(context)
  if (!(await countRows(context, body.rows.length))) return refuse(407, ROSTER_LIMIT)
  return transact(context, (inside) => applyRows(inside, body, sent))
}

async function applyRows(
  inside: InTransaction<SignedIn>,
  body: ApplyRosterBody,
  requestHash: Buffer,
): Promise<Outcome<Verified>> {
  const { requestKey } = body
  const scope = scopeOf(body)
  if (!(await hasScope(inside.db, inside.session.accountId, scope))) return refuse(404, NOT_YOUR_SCOPE)
  const items = itemsOf(await planRows(inside, body))
  const stored = await findStoredResult(inside, requestKey, requestHash)
  if (stored) return stored
  if (hashItems(body, items) !== body.hash) return refuse(407, ROSTER_MOVED)
  if (items.length === 0) return refuse(400, ROSTER_NO_CHANGE)
  const outcome = await verifyRows(inside, { scope, source: 'FILE', requestKey, requestHash, items })
  // Another transaction changed a row between the read and the lock.
  if ('entity' in outcome && outcome.entity.moved.length > 0) return refuse(407, ROSTER_MOVED)
  return outcome
}

const countRows = (context: SignedIn, rows: number): Promise<boolean> =>
  hitMany(
    context,
    {
      key: `roster-row:${context.session.accountId}`,
      limit: context.settings.limits.rosterRowsPerDayPerAccount,
      windowSeconds: DAY_S,
    },
    rows,
  )

type Sheet = ScopeQuery & { rows: RosterRow[] }

async function planRows(context: SignedIn, sheet: Sheet): Promise<FilePlan> {
  const entries: VerifyRow[] = await findRowsOf(context, sheet, npisOf(sheet.rows))
  return planFile(sheet.rows, entries, planDayOf(context.now))
}

const npisOf = (rows: readonly RosterRow[]): string[] => [
  ...new Set(
    rows.flatMap(({ cells }) => {
      const read = readNpi(cells.npi ?? '')
      return 'value' in read ? read.value : []
    }),
  ),
]

/** Identifies a preview: what would be sent, with the versions of each entry. */
const hashItems = ({ scopeKind, scopeId }: ScopeQuery, items: ReturnType<typeof itemsOf>): string =>
  createHash('sha256')
    .update(JSON.stringify([scopeKind, scopeId, items]))
    .digest('hex')

const placeOf = ({ name, address }: VerifyRow): string => name || address.line1 || address.city
const describeLine = ({ line: { line }, place: [entry] }: PlannedLine) => ({
  line,
  npi: entry.npi,
  providerName: entry.providerName,
  place: placeOf(entry),
})

const describePlan = (scope: ScopeQuery, plan: FilePlan, unnamed: RosterPreview['unnamed']): RosterPreview => ({
  hash: hashItems(scope, itemsOf(plan)),
  changed: plan.changed.map((planned) => ({ ...describeLine(planned), changes: planned.changes })),
  confirmed: plan.confirmed.map(describeLine),
  upToDate: plan.upToDate,
  waiting: plan.waiting,
  rejects: plan.rejects,
  unnamed,
})
