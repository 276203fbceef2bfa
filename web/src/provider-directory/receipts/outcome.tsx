import { formatMoment } from '@portico/core/forms/moments'
import { receiptAddress } from '@portico/core/provider-directory/pages'
import type { MovedRow, Verified } from '@portico/core/provider-directory/verify-shapes'
import { capitalize, countOf } from '#kit/count-of.ts'
import { Alert } from '#kit/note.tsx'

/** What became of a verification: the receipt, and the rows that need another look. */
export function Outcome({ of: { receipt, verified, accepted, waiting, moved, incomplete } }: { of: Verified }) {
  return (
    <>
      {receipt && (
        <Alert tone="ok">
          <p>
            Thank you. {capitalize(countOf(verified, 'entry is', 'entries are'))} verified
            {accepted > 0 && `, ${countOf(accepted, 'change is', 'changes are')} published`}
            {waiting > 0 && `, ${countOf(waiting, 'change waits', 'changes wait')} for the plan`}.{' '}
            <a href={receiptAddress(receipt)}>See the receipt</a>
          </p>
        </Alert>
      )}
      {moved.length > 0 && (
        <Alert tone="warn">
          <p>
            {capitalize(countOf(moved.length, 'entry', 'entries'))} changed while you worked and{' '}
            {moved.length === 1 ? 'was' : 'were'} not sent. Your marks are still here. Please look again.
          </p>
          <ul>
            {moved.map((row) => (
              <li key={`${row.npi} ${row.id ?? ''}`}>{describeMoved(row)}</li>
            ))}
          </ul>
        </Alert>
      )}
      {incomplete.length > 0 && (
        <Alert tone="warn">
          <p>{capitalize(countOf(incomplete.length, 'entry needs', 'entries need'))} a street or a phone first.</p>
        </Alert>
      )}
    </>
  )
}

function describeMoved({ npi, what, by, at }: MovedRow): string {
  if (what === 'GONE') return `NPI ${npi} is no longer part of this practice.`
  if (what === 'VERIFIED') return `${by || 'Someone else'} verified NPI ${npi} on ${formatMoment(at)}.`
  return `NPI ${npi} has other values now.`
}
