import { returnContract, validateContract } from '@portico/core/contracts/calls'
import { RETURN_REASON_NEEDED } from '@portico/core/contracts/limits'
import type { ContractReview, ReceivedContract } from '@portico/core/contracts/shapes'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Alert } from '../../kit/note.tsx'
import { CompetingRequestLines } from '../../shell/console/competing-requests.tsx'
import { DECISION_DELAY_SECONDS } from '../../shell/console/delayed-decisions.tsx'
import { hasWarnings, WarningLines } from '../../shell/console/warnings.tsx'
import { ReasonDialog } from '../../shell/forms/reason-dialog.tsx'
import { useSave } from '../../shell/gateway/use-save.ts'
import { useOpenNext } from '../../shell/lists/queue-keys.tsx'
import { useShortcuts } from '../../shell/lists/shortcuts.tsx'
import { CONTRACT_QUEUE } from './review-keys.tsx'

type DecisionProps = {
  review: ContractReview
  contract: ReceivedContract
  /** Everything about it was verified: one key validates it. */
  sound: boolean
}

/** Validate, or return with a reason: it can be undone for ten seconds, and the next contract opens meanwhile. */
export function ContractDecision({ review, contract, sound }: DecisionProps) {
  const { reference, rivals } = review
  const [asking, setAsking] = useState<'validate' | 'return' | null>(null)
  const close = () => setAsking(null)
  const goNext = useOpenNext(CONTRACT_QUEUE, reference)
  // A refusal stays where it was asked: what it is about is not read again under it.
  const validate = useSave(validateContract, () => void goNext())
  const giveBack = useSave(returnContract, () => void goNext())
  const refusal = asking ? null : (validate.refusal ?? giveBack.refusal)
  const decision = { reference, contractId: contract.id, holdSeconds: DECISION_DELAY_SECONDS }
  const isOnHold = review.onHoldSince !== ''
  // Where others are concerned somebody is asked once more, whatever was verified.
  const isPlain = sound && rivals.length === 0 && !hasWarnings(review)
  const press = () => (isPlain ? void validate.send(decision) : setAsking('validate'))
  useShortcuts({
    ...(isOnHold ? {} : { v: { label: 'Validate', run: press } }),
    r: { label: 'Return with a reason', run: () => setAsking('return') },
  })
  return (
    <Card>
      <h2>Your decision</h2>
      {refusal && <Alert>{refusal.entity.message}</Alert>}
      <p>Is it signed by somebody who may sign, and does it name what was asked for?</p>
      <div className="row">
        {!isOnHold && <ValidateButton focused={isPlain} busy={validate.busy} onPress={press} />}
        <Button look="line" onClick={() => setAsking('return')}>
          Return with a reason
        </Button>
      </div>
      {isPlain && <p className="soft small">Enter is enough: the button has the focus.</p>}
      {asking === 'validate' && (
        <ReasonDialog
          heading="Validate this contract?"
          save={validate}
          buildBody={() => decision}
          label="Validate and next"
          onClose={close}
        >
          <p>{WHAT_VALIDATING_DOES}</p>
          <CompetingRequestLines rivals={rivals} />
          <WarningLines about={review} />
        </ReasonDialog>
      )}
      {asking === 'return' && (
        <ReasonDialog
          heading="Return this contract?"
          save={giveBack}
          buildBody={(reason) => ({ ...decision, reason })}
          label="Return and next"
          reason="required"
          hint="The registrant reads this."
          missing={RETURN_REASON_NEEDED}
          templates={RETURN_REASONS}
          onClose={close}
        />
      )}
    </Card>
  )
}

const WHAT_VALIDATING_DOES =
  'The registrant becomes the Senior Access Administrator, and a former one becomes an Access Administrator.'

/** What is most often wrong, as the registrant reads it; it can be changed before it is sent. */
const RETURN_REASONS = [
  'The contract is not signed.',
  'A page is missing. Please send all pages again.',
  'The scan cannot be read. Please send a clearer copy.',
  'The contract is signed by somebody who may not sign for this provider.',
  'The contract names another provider or group than the request.',
]

type ValidateButtonProps = { focused: boolean; busy: boolean; onPress: () => void }

function ValidateButton({ focused, busy, onPress }: ValidateButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  // After the heading took the focus that a new page gives it.
  useEffect(() => {
    if (!focused) return
    const later = setTimeout(() => button.current?.focus({ preventScroll: true }))
    return () => clearTimeout(later)
  }, [focused])
  return (
    <Button ref={button} busy={busy} onClick={onPress}>
      Validate and next
    </Button>
  )
}
