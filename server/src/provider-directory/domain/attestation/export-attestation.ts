import { formatPhone } from '@portico/core/forms/formats'
import { formatCalendarDay, formatMoment } from '@portico/core/forms/moments'
import { FINDING_TEXTS } from '@portico/core/provider-directory/attestation/finding-kinds'
import { SAMPLE_FIELD_LABELS, SAMPLE_FIELDS } from '@portico/core/provider-directory/attestation/sample-fields'
import type { AttestationRow, FindingsFilter, SampledRow } from '@portico/core/provider-directory/attestation/shapes'
import { ACCEPTING_LABELS } from '@portico/core/provider-directory/change-fields'
import type { FileReply } from '#platform/calls/mount.ts'
import type { SignedIn } from '#platform/context.ts'
import type { Outcome } from '#platform/outcome.ts'
import { csvFile, dateColumns } from '../../../plan-data/plan-data.ts'
import { findAttestations } from '../../store/attestation/attestations.ts'
import { findingsAfter } from '../../store/attestation/findings.ts'
import { toAttestationRow } from './attest.ts'
import { openSample } from './samples.ts'

export const exportFindings = (context: SignedIn, filter: FindingsFilter): Promise<Outcome<FileReply>> =>
  csvFile(`directory-${filter.kind.toLowerCase().replaceAll('_', '-')}.csv`, findingsAfter(context.db, filter), {
    Finding: () => FINDING_TEXTS[filter.kind].label,
    NPI: (row) => row.npi,
    'Location ID': (row) => row.locationId,
    Name: (row) => row.name,
    Address: (row) => row.place,
    Phone: (row) => row.phone,
    Entries: (row) => String(row.entries || ''),
    'Since (ISO 8601)': (row) => row.since,
    'Group, network or location IDs': (row) => row.others,
  })

const RESULT_LABELS = { REACHED: 'Reached', NOT_REACHED: 'Could not reach', '': '' } as const

/** The worksheet of a sample has an empty cell for each answer that is not entered yet. */
export async function exportSample(context: SignedIn, { id }: { id: string }): Promise<Outcome<FileReply>> {
  const opened = await openSample(context, { id })
  if ('refusal' in opened) return opened
  const { rows } = opened.entity
  const answers = SAMPLE_FIELDS.map((field): [string, (row: SampledRow) => string] => [
    `${SAMPLE_FIELD_LABELS[field]}: correct?`,
    (row) => (row.outcome === 'REACHED' ? (row.wrongFields.includes(field) ? 'No' : 'Yes') : ''),
  ])
  return csvFile(`sample-${id}.csv`, async () => rows, {
    Call: (row) => String(row.position),
    NPI: (row) => row.npi,
    Name: (row) => row.shown.name,
    Location: (row) => row.shown.locationName,
    Address: (row) => row.shown.address,
    Phone: (row) => formatPhone(row.shown.phone),
    Specialty: (row) => row.shown.specialty,
    'Accepting new patients': ({ shown }) => shown.acceptingNewPatients && ACCEPTING_LABELS[shown.acceptingNewPatients],
    Network: (row) => row.shown.network,
    Plans: (row) => row.shown.plans.join('; '),
    Result: (row) => RESULT_LABELS[row.outcome],
    ...Object.fromEntries(answers),
    Note: (row) => row.note,
    'Entered by': (row) => row.enteredBy,
    'Entered at': (row) => formatMoment(row.enteredAt),
  })
}

export function exportAttestations(context: SignedIn): Promise<Outcome<FileReply>> {
  const readAfter = async (last: AttestationRow | undefined, limit: number) =>
    (await findAttestations(context.db, limit, last?.id)).map(toAttestationRow)
  return csvFile('directory-attestations.csv', readAfter, {
    Officer: (row) => row.officerName,
    Title: (row) => row.officerTitle,
    ...dateColumns('Attested on', (row: AttestationRow) => row.attestedOn, formatCalendarDay),
    'Manifest SHA-256': (row) => row.manifestSha256,
    ...dateColumns('Published at', (row: AttestationRow) => row.publishedAt, formatMoment),
    Statement: (row) => row.statement,
    ...dateColumns('Recorded at', (row: AttestationRow) => row.recordedAt, formatMoment),
    'Recorded by': (row) => row.recordedBy,
    ...dateColumns('Withdrawn at', (row: AttestationRow) => row.withdrawnAt, formatMoment),
    'Withdrawn by': (row) => row.withdrawnBy,
    'Reason for withdrawal': (row) => row.reason,
  })
}
