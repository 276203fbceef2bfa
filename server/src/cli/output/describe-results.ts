import { writeCount } from '@portico/core/forms/amounts'
import type { AuditProof } from '#platform/audit/verify.ts'
import type { ImportReport } from '../../plan-data/import/import-file.ts'

/** The summary of an import. Network rows are counted as providers, because one provider may have several rows. */
export function describeImport(kind: string, file: string, report: ImportReport, seconds: number): string {
  const lines = [
    `Imported ${kind} from ${file}: ${writeCount(report.rows)} rows in ${seconds.toFixed(1)} s.`,
    `  new        ${writeCount(report.inserted)}`,
    `  changed    ${writeCount(report.updated)}`,
    `  unchanged  ${writeCount(report.unchanged)}`,
    ...(report.left ? [`  left       ${writeCount(report.left)} (no longer in the file)`] : []),
    `  rejected   ${writeCount(report.rejected)}`,
    ...(report.suspended ? [`Access suspended: ${writeCount(report.suspended)}. Its owners get mail in a day.`] : []),
    ...(report.restored ? [`Access restored, because its rows are back: ${writeCount(report.restored)}.`] : []),
    ...(report.deactivated
      ? [`Access suspended, because its NPIs are deactivated: ${writeCount(report.deactivated)}. Its owners get mail.`]
      : []),
    ...(report.activeAgain
      ? [`NPIs that are active again and still have suspended access: ${writeCount(report.activeAgain)}.`]
      : []),
    ...(report.rejectsFile ? [`The rejected rows, with the reason for each: ${report.rejectsFile}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

const reasons = {
  changed: 'was changed after it was written',
  missing: 'is missing',
  unsealed: 'was added without a seal',
  chain: 'does not follow from the one before it',
  unsigned: 'has a seal without a signature',
  forged: 'has a seal that this portal did not sign',
  cut: 'was sealed before and no longer is: the end of the trail was cut off or rewritten',
}

export function describeAuditProof(proof: AuditProof): string {
  const waiting = proof.waiting ? `, ${proof.waiting} newer ones not sealed yet` : ''
  if (!proof.firstBroken)
    return `The audit trail is complete: ${proof.rows} rows sealed${waiting}.\nNewest seal: ${proof.head}\n${describeAnchors(proof)}`
  return `The audit trail is broken at row ${proof.firstBroken.id}, which ${reasons[proof.firstBroken.why]}.\n`
}

function describeAnchors({ anchored: { seals, unreadable } }: AuditProof): string {
  const passedOver = unreadable ? ` ${unreadable} lines of the file were not written by this portal.` : ''
  return seals + unreadable ? `${seals} anchored seals were all found.${passedOver}\n` : ''
}
