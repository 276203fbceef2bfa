import { INTERNAL_PATHS } from '@portico/core/constants'
import { reviewContract } from '@portico/core/contracts/calls'
import type { ContractReview as Review } from '@portico/core/contracts/shapes'
import { endWithPeriod } from '@portico/core/forms/formats'
import { formatMoment } from '@portico/core/forms/moments'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { TextButton } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { Alert, Note } from '#kit/note.tsx'
import { CompetingRequestNote } from '#shell/console/competing-requests.tsx'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { StaffNotes } from '#shell/console/staff-notes.tsx'
import { WarningNote } from '#shell/console/warnings.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { ContractDecision } from './contract-decision.tsx'
import { ContractFile } from './contract-file.tsx'
import { FactLine } from './fact-line.tsx'
import { CAME_BY_LABELS } from './labels.ts'
import { RecordContract } from './record-contract.tsx'
import { ReviewKeys } from './review-keys.tsx'
import { SignedOnline } from './signed-online.tsx'

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
      <Loading of={loaded} label="Loading the contract">
        {(review) => <ReviewBody review={review} onDone={finish} />}
      </Loading>
      <ReviewKeys reference={reference} />
    </ConsolePage>
  )
}

function ReviewBody({ review, onDone }: { review: Review; onDone: (message: string) => void }) {
  const newest = review.contracts[0]
  const [shownId, setShownId] = useState('')
  const shown = review.contracts.find((contract) => contract.id === shownId) ?? newest
  const signed = review.signings.find(({ contractId }) => contractId === shown?.id)
  return (
    <>
      <FactLine review={review} />
      <div className="review">
        <ShownDocument key={review.reference}>
          {shown && shown !== newest && <Note tone="warn">This is not the newest copy.</Note>}
          {shown?.hasFile ? <ContractFile key={shown.id} contract={shown} /> : <p>{noFileWords(review, shown)}</p>}
        </ShownDocument>
        <div className="stack">
          {review.stage === 'RECEIVED' &&
            newest &&
            (review.delayed ? (
              <Note heading="Just decided">The decision takes effect in a few seconds unless it is undone.</Note>
            ) : (
              <ContractDecision review={review} contract={newest} />
            ))}
          <Replacements review={review} />
          <CompetingRequestNote requests={review.competing} act="Validating" />
          <WarningNote about={review} act="validated" />
          {signed && <SignedOnline facts={signed} />}
          <StaffNotes reference={review.reference} />
          {review.state === 'PENDING_CONTRACT' && !signed && (
            <RecordContract reference={review.reference} onDone={onDone} />
          )}
          <History review={review} shown={shown?.id ?? ''} onShow={setShownId} />
        </div>
      </div>
    </>
  )
}

/** The document takes the focus when it opens. The page never moves the focus to a decision. */
function ShownDocument({ children }: { children: ReactNode }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // Runs after a new page has moved the focus to its heading. A user who is already elsewhere stays there.
    const later = setTimeout(() => {
      if (document.activeElement?.matches('body, h1')) section.current?.focus({ preventScroll: true })
    })
    return () => clearTimeout(later)
  }, [])
  return (
    <section ref={section} className="card document" tabIndex={-1} aria-labelledby="document">
      <h2 id="document">The signed contract</h2>
      {children}
    </section>
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
