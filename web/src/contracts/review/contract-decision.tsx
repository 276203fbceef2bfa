import { returnContract, validateContract } from '@portico/core/contracts/calls'
import { RETURN_REASON_NEEDED } from '@portico/core/contracts/limits'
import type { ContractReview, ReceivedContract } from '@portico/core/contracts/shapes'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { CompetingRequestLines } from '#shell/console/competing-requests.tsx'
import { DECISION_DELAY_SECONDS } from '#shell/console/delayed-decisions.tsx'
import { WarningLines } from '#shell/console/warnings.tsx'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { useSave } from '#shell/gateway/use-save.ts'
import { useOpenNext } from '#shell/lists/queue-keys.tsx'
import { useShortcuts } from '#shell/lists/shortcuts.tsx'
import { CONTRACT_QUEUE } from './review-keys.tsx'

/** The decision keys work only while the document or the decision has the focus. */
const KEYS_WITHIN = '.document, .decision-bar'

/** Validates or returns a contract. The decision can be undone for ten seconds, and the next contract opens. */
export function ContractDecision({ review, contract }: { review: ContractReview; contract: ReceivedContract }) {
  const { reference, competing } = review
  const [asking, setAsking] = useState<'validate' | 'return' | null>(null)
  const close = () => setAsking(null)
  const goNext = useOpenNext(CONTRACT_QUEUE, reference)
  // After a refusal the page keeps the data that the user decided about.
  const validate = useSave(validateContract, () => void goNext())
  const sendBack = useSave(returnContract, () => void goNext())
  const decision = { reference, contractId: contract.id, holdSeconds: DECISION_DELAY_SECONDS }
  const isOnHold = review.onHoldSince !== ''
  useShortcuts(
    {
      ...(isOnHold ? {} : { v: { label: 'Validate', run: () => setAsking('validate') } }),
      r: { label: 'Return with a reason', run: () => setAsking('return') },
    },
    KEYS_WITHIN,
  )
  return (
    <Card as="section" className="decision-bar" aria-labelledby="decision">
      <h2 id="decision">Your decision</h2>
      <p>Is it signed by an authorized person, and does it match the request?</p>
      <div className="row">
        {!isOnHold && <Button onClick={() => setAsking('validate')}>Validate and next</Button>}
        <Button look="line" onClick={() => setAsking('return')}>
          Return with a reason
        </Button>
      </div>
      {asking === 'validate' && (
        <ReasonDialog
          heading="Validate this contract?"
          save={validate}
          buildBody={() => decision}
          label="Validate and next"
          onClose={close}
        >
          <p>{WHAT_VALIDATING_DOES}</p>
          <CompetingRequestLines requests={competing} />
          <WarningLines about={review} />
        </ReasonDialog>
      )}
      {asking === 'return' && (
        <ReasonDialog
          heading="Return this contract?"
          save={sendBack}
          buildBody={(reason) => ({ ...decision, reason })}
          label="Return and next"
          reason="required"
          hint="The registrant will see this."
          missing={RETURN_REASON_NEEDED}
          templates={RETURN_REASONS}
          onClose={close}
        />
      )}
    </Card>
  )
}

const WHAT_VALIDATING_DOES =
  'The registrant becomes the Senior Access Administrator. The current one, if any, becomes an Access Administrator.'

/** Suggested reasons. Staff can edit them before sending. */
const RETURN_REASONS = [
  'The contract is not signed.',
  'A page is missing. Please send all pages again.',
  'The scan cannot be read. Please send a clearer copy.',
  'The person who signed is not authorized to sign for this provider.',
  'The provider or group in the contract does not match your request.',
]
