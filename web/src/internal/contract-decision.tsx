import { INTERNAL_CALLS } from '@portico/core/internal/calls'
import type { ReceivedContract } from '@portico/core/internal/contracts-api'
import { useRef, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Alert } from '../kit/note.tsx'
import { TextAreaField } from '../kit/text-area-field.tsx'
import { useSave } from '../shell/use-save.ts'

type DecisionProps = { reference: string; contract: ReceivedContract; onDone: (message: string) => void }

/** Validate, or return with a reason. Both are asked for once more: they send mail and change who has access. */
export function ContractDecision({ reference, contract, onDone }: DecisionProps) {
  const [asking, setAsking] = useState<'validate' | 'return' | null>(null)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const close = () => setAsking(null)
  const finish = (message: string) => {
    close()
    onDone(message)
  }
  const validate = useSave<{ reference: string; contractId: string }>(
    INTERNAL_CALLS.validateContract,
    () => finish('The contract is validated. The access is active and everybody concerned was told by email.'),
    close,
  )
  const giveBack = useSave<{ reference: string; contractId: string; reason: string }>(
    INTERNAL_CALLS.returnContract,
    () => finish('The contract is returned. The registrant was told why by email.'),
    close,
  )
  const refusal = validate.refusal ?? giveBack.refusal
  const decision = { reference, contractId: contract.id }

  const sendBack = () => {
    const wrong = reason.trim() === '' ? 'Please say why the contract is returned.' : undefined
    setProblem(wrong)
    if (wrong) field.current?.focus()
    else void giveBack.send({ ...decision, reason })
  }
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
      <Dialog
        open={asking === 'validate'}
        heading="Validate this contract?"
        onClose={close}
        actions={
          <>
            <Button look="line" onClick={close}>
              CANCEL
            </Button>
            <Button busy={validate.busy} onClick={() => void validate.send(decision)}>
              VALIDATE
            </Button>
          </>
        }
      >
        <p>
          The registrant becomes the Senior Access Administrator at once, and a former one becomes an Access
          Administrator.
        </p>
      </Dialog>
      <Dialog
        open={asking === 'return'}
        heading="Return this contract?"
        onClose={close}
        actions={
          <>
            <Button look="line" onClick={close}>
              CANCEL
            </Button>
            <Button busy={giveBack.busy} onClick={sendBack}>
              RETURN
            </Button>
          </>
        }
      >
        <TextAreaField
          label="Reason"
          name="reason"
          ref={field}
          hint="The registrant reads this."
          maxLength={500}
          value={reason}
          error={problem}
          onChange={(event) => setReason(event.target.value)}
        />
      </Dialog>
    </Card>
  )
}
