import { openClaim } from '@portico/core/directory/calls'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { formatLongCalendarDay } from '../kit/format-day.ts'
import { SummaryList } from '../kit/summary-list.tsx'
import { Loading } from '../shell/loading.tsx'
import { useCall } from '../shell/use-call.ts'
import { StatusTag } from './columns.tsx'
import { formatAmount } from './formats.ts'

type ClaimDetailDialogProps = { claimNumber: string; onClose: () => void }

/** Everything the plan holds about one claim, over the list it was opened from. */
export function ClaimDetailDialog({ claimNumber, onClose }: ClaimDetailDialogProps) {
  return (
    <Dialog
      open={claimNumber !== ''}
      heading={`Claim ${claimNumber}`}
      onClose={onClose}
      actions={
        <Button look="line" onClick={onClose}>
          CLOSE
        </Button>
      }
    >
      <Facts claimNumber={claimNumber} />
    </Dialog>
  )
}

function Facts({ claimNumber }: { claimNumber: string }) {
  const loaded = useCall(openClaim, { query: { claimNumber } })
  return (
    <Loading of={loaded} label="Loading the claim" lines={8}>
      {(claim) => (
        <SummaryList
          across
          items={[
            { term: 'Status', value: <StatusTag status={claim.status} /> },
            { term: 'Service date', value: formatLongCalendarDay(claim.serviceDate) },
            { term: 'Provider', value: claim.providerName },
            { term: 'NPI', value: <span className="num">{claim.npi}</span> },
            { term: 'Member', value: claim.memberName || 'Not in our member file' },
            { term: 'Member ID', value: <span className="num">{claim.memberId}</span> },
            { term: 'Plan', value: claim.planName || '—' },
            { term: 'Billed', value: formatAmount(claim.billed) },
            { term: 'Paid', value: claim.paid === '' ? 'Not decided yet' : formatAmount(claim.paid) },
          ]}
        />
      )}
    </Loading>
  )
}
