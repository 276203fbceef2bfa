import { returnContract, validateContract } from '@portico/core/contracts/calls'
import { RETURN_REASON_NEEDED } from '@portico/core/contracts/limits'
import type { ReceivedContract } from '@portico/core/contracts/shapes'
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { Alert } from '../kit/note.tsx'
import { ReasonDialog } from '../shell/reason-dialog.tsx'
import { useSave } from '../shell/use-save.ts'

type DecisionProps = { reference: string; contract: ReceivedContract; onDone: (message: string) => void }

/** Validate, or return with a reason. Both are asked for once more: they send mail and change who has access. */
export function ContractDecision({ reference, contract, onDone }: DecisionProps) {
  const [asking, setAsking] = useState<'validate' | 'return' | null>(null)
  const close = () => setAsking(null)
  const finish = (message: string) => {
    close()
    onDone(message)
  }
  const validate = useSave(
    validateContract,
    () => finish('The contract is validated. The access is active and everybody concerned was told by email.'),
    close,
  )
  const giveBack = useSave(
    returnContract,
    () => finish('The contract is returned. The registrant was told why by email.'),
    close,
  )
  const refusal = validate.refusal ?? giveBack.refusal
  const decision = { reference, contractId: contract.id }
  return (
    <Card>
      <h2>Your decision</h2>
      {refusal && <Alert>{refusal.entity.message}</Alert>}
      <p>Is it signed by somebody who may sign, and does it name what was asked for?</p>
      <div className="row">
        <Button onClick={() => setAsking('validate')}>VALIDATE</Button>
        <Button look="line" onClick={() => setAsking('return')}>
          RETURN WITH A REASON
        </Button>
      </div>
      {asking === 'validate' && (
        <ReasonDialog
          heading="Validate this contract?"
          save={validate}
          bodyOf={() => decision}
          label="VALIDATE"
          onClose={close}
        >
          <p>
            The registrant becomes the Senior Access Administrator at once, and a former one becomes an Access
            Administrator.
          </p>
        </ReasonDialog>
      )}
      {asking === 'return' && (
        <ReasonDialog
          heading="Return this contract?"
          save={giveBack}
          bodyOf={(reason) => ({ ...decision, reason })}
          label="RETURN"
          reason="required"
          hint="The registrant reads this."
          missing={RETURN_REASON_NEEDED}
          onClose={close}
        />
      )}
    </Card>
  )
}
