import { DECISION_LABELS } from '@portico/core/contracts/sentences'
import type { DecidedFileQuery, DecidedRow } from '@portico/core/contracts/shapes'
import { formatMoment } from '@portico/core/forms/moments'
import type { FileReply } from '#platform/calls/mount.ts'
import type { SignedIn } from '#platform/context.ts'
import type { Outcome } from '#platform/outcome.ts'
import { csvFile, dateColumns } from '../../plan-data/plan-data.ts'
import { decidedAfter } from '../store/decided.ts'

/** Exports the decided list as CSV. */
export function saveDecided(context: SignedIn, query: DecidedFileQuery): Promise<Outcome<FileReply>> {
  return csvFile('decided.csv', decidedAfter(context, query), {
    ...dateColumns('Decided on', (row: DecidedRow) => row.decidedOn, formatMoment),
    Decision: (row) => DECISION_LABELS[row.decision],
    'Decided by': (row) => row.decidedBy,
    ...dateColumns('Came on', (row: DecidedRow) => row.cameOn, formatMoment),
    Reference: (row) => row.reference,
    Registrant: (row) => row.registrant,
    For: (row) => row.scopeName,
    NPI: (row) => row.npi,
    Reason: (row) => row.reason,
  })
}
