import { INTERNAL_PATHS } from '@portico/core/constants'
import { reviewContract } from '@portico/core/contracts/calls'
import type { ContractReview as Review } from '@portico/core/contracts/shapes'
import { endWithPeriod, formatPhone } from '@portico/core/forms/formats'
import { LEVEL_NAMES } from '@portico/core/forms/messages'
import { formatMoment } from '@portico/core/forms/moments'
import { useState } from 'react'
import { TextButton } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Alert, Note } from '../../kit/note.tsx'
import { SummaryList } from '../../kit/summary-list.tsx'
import { Tag } from '../../kit/tag.tsx'
import { CompetingRequestNote } from '../../shell/console/competing-requests.tsx'
import { ConsolePage } from '../../shell/console/console-page.tsx'
import { AgeAndDue } from '../../shell/console/due.tsx'
import { StaffNotes } from '../../shell/console/staff-notes.tsx'
import { WarningNote } from '../../shell/console/warnings.tsx'
import { Loading } from '../../shell/gateway/loading.tsx'
import { useCall } from '../../shell/gateway/use-call.ts'
import { CAME_BY_LABELS, STAGE_LABELS } from '../labels.ts'
import { ContractDecision } from './contract-decision.tsx'
import { ContractFile } from './contract-file.tsx'
import { RecordContract } from './record-contract.tsx'
import { ReviewKeys } from './review-keys.tsx'
import { isVerified, SignedOnline } from './signed-online.tsx'

const BACK = { href: INTERNAL_PATHS.contracts, label: 'Back to contracts' }

/** The document beside its request, with the decision. */
export function ContractReview({ reference }: { reference: string }) {
  const loaded = useCall(reviewContract, { query: { reference } })
  const [done, setDone] = useState('')
  const finish = (message: string) => {
    setDone(message)
    loaded.reload()
  }
  return (
    <ConsolePage heading={`Contract ${reference}`} back={BACK} wide>
      {done && <Alert tone="ok">{done}</Alert>}
      <ReviewKeys reference={reference} />
      <Loading of={loaded} label="Loading the contract">
        {(review) => <ReviewBody review={review} onDone={finish} />}
      </Loading>
    </ConsolePage>
  )
}

function ReviewBody({ review, onDone }: { review: Review; onDone: (message: string) => void }) {
  const newest = review.contracts[0]
  const [shownId, setShownId] = useState('')
  const shown = review.contracts.find((contract) => contract.id === shownId) ?? newest
  const signed = review.signings.find(({ contractId }) => contractId === shown?.id)
  return (
    <div className="side-by-side with-paper">
      <Card>
        <h2>The request</h2>
        <SummaryList items={requestFacts(review)} />
        <Replacements review={review} />
        <CompetingRequestNote requests={review.rivals} act="Validating" />
        <WarningNote about={review} act="validated" />
      </Card>
      <Card className="document">
        <h2>The signed contract</h2>
        {shown && shown !== newest && <Note tone="warn">This is not the newest copy.</Note>}
        {shown?.hasFile ? <ContractFile key={shown.id} contract={shown} /> : <p>{noFileWords(review, shown)}</p>}
      </Card>
      <div className="stack">
        {signed && <SignedOnline facts={signed} />}
        {review.stage === 'RECEIVED' &&
          newest &&
          (review.held ? (
            <Note heading="Just decided">The decision takes effect in a few seconds unless it is undone.</Note>
          ) : (
            <ContractDecision review={review} contract={newest} verified={shown === newest && isVerified(signed)} />
          ))}
        <StaffNotes reference={review.reference} />
        {review.state === 'PENDING_CONTRACT' && !signed && (
          <RecordContract reference={review.reference} onDone={onDone} />
        )}
        <History review={review} shown={shown?.id ?? ''} onShow={setShownId} />
      </div>
    </div>
  )
}

const NO_FILE = {
  recorded: 'Recorded without a scan. See the paper file.',
  old: 'There is no document for this contract.',
  closed: 'The request ended before a contract was received.',
  awaited: 'No contract received yet.',
}

function noFileWords({ stage }: Review, shown: unknown): string {
  if (shown) return NO_FILE.recorded
  if (stage === 'CLOSED') return NO_FILE.closed
  return stage === 'VALIDATED' ? NO_FILE.old : NO_FILE.awaited
}

/** The server sends the digits, then the extension as text. */
function phoneOf({ registrant: { phone } }: Review): string {
  const [digits = '', ...extension] = phone.split(' ')
  return [formatPhone(digits), ...extension].join(' ')
}

function requestFacts(review: Review) {
  return [
    {
      term: 'Status',
      value: <Tag tone={review.stage === 'VALIDATED' ? 'ok' : 'warn'}>{STAGE_LABELS[review.stage]}</Tag>,
    },
    ...(review.dueOn
      ? [
          {
            term: 'Waiting for',
            value: <AgeAndDue since={review.contracts[0]?.receivedAt ?? ''} dueOn={review.dueOn} />,
          },
          { term: 'Due by', value: formatMoment(review.dueOn) },
        ]
      : []),
    { term: 'Level', value: LEVEL_NAMES[review.level] },
    ...(review.organizationName ? [{ term: 'Provider organization', value: review.organizationName }] : []),
    {
      term: review.level === 'NPI' ? 'Provider' : 'Groups',
      value: (
        <ul className="names">
          {review.scopes.map((scope) => (
            <li key={scope.id}>
              {scope.name} <span className="soft num">{scope.id}</span>
            </li>
          ))}
        </ul>
      ),
    },
    { term: 'Started from', value: `${review.providerName}, NPI ${review.npi}` },
    { term: 'Registrant', value: review.registrant.name },
    { term: 'Email', value: review.registrant.email },
    ...(review.registrant.phone ? [{ term: 'Phone', value: phoneOf(review) }] : []),
    { term: 'Requested on', value: formatMoment(review.askedAt) },
  ]
}

function Replacements({ review }: { review: Review }) {
  const replaced = review.scopes.filter((scope) => scope.currentSaa !== '')
  if (replaced.length === 0) return null
  return (
    <Note tone="warn" heading="Validating replaces an SAA">
      <ul>
        {replaced.map((scope) => (
          <li key={scope.id}>
            {scope.currentSaa} becomes an Access Administrator (AA) of {endWithPeriod(scope.name)}
          </li>
        ))}
      </ul>
    </Note>
  )
}

type HistoryProps = { review: Review; shown: string; onShow: (id: string) => void }

function History({ review, shown, onShow }: HistoryProps) {
  if (review.contracts.length === 0) return null
  return (
    <Card>
      <h2>Received copies</h2>
      <ul className="bullets">
        {review.contracts.map((contract) => (
          <li key={contract.id}>
            {formatMoment(contract.receivedAt)} by {CAME_BY_LABELS[contract.cameBy].toLowerCase()}
            {contract.fileName && `, ${contract.fileName}`}: {STATE_WORDS[contract.state]}
            {contract.reason && `, ‘${contract.reason}’`}{' '}
            {contract.hasFile && contract.id !== shown && (
              <TextButton
                aria-label={`Show the copy of ${formatMoment(contract.receivedAt)}`}
                onClick={() => onShow(contract.id)}
              >
                Show
              </TextButton>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const STATE_WORDS: Record<Review['contracts'][number]['state'], string> = {
  RECEIVED: 'waiting for review',
  RETURNED: 'returned',
  VALIDATED: 'validated',
  SUPERSEDED: 'replaced by a newer copy',
  CLOSED: 'closed with its request',
}
