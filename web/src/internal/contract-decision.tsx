import { REASON_MAX } from '@portico/core/access/administration-limits'
import { INTERNAL_CALLS } from '@portico/core/internal/calls'
import { RETURN_REASON_NEEDED } from '@portico/core/internal/console-limits'
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
      <ValidateDialog
        open={asking === 'validate'}
        busy={validate.busy}
        onClose={close}
        onValidate={() => void validate.send(decision)}
      />
      <ReturnDialog
        open={asking === 'return'}
        busy={giveBack.busy}
        onClose={close}
        onReturn={(reason) => void giveBack.send({ ...decision, reason })}
      />
    </Card>
  )
}

type AskProps = { open: boolean; busy: boolean; onClose: () => void }

function ValidateDialog({ open, busy, onClose, onValidate }: AskProps & { onValidate: () => void }) {
  return (
    <Dialog
      open={open}
      heading="Validate this contract?"
      onClose={onClose}
      actions={
        <>
          <Button look="line" onClick={onClose}>
            CANCEL
          </Button>
          <Button busy={busy} onClick={onValidate}>
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
  )
}

function ReturnDialog({ open, busy, onClose, onReturn }: AskProps & { onReturn: (reason: string) => void }) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const sendBack = () => {
    const missing = reason.trim() === ''
    setProblem(missing ? RETURN_REASON_NEEDED : undefined)
    if (missing) field.current?.focus()
    else onReturn(reason)
  }
  return (
    <Dialog
      open={open}
      heading="Return this contract?"
      onClose={onClose}
      actions={
        <>
          <Button look="line" onClick={onClose}>
            CANCEL
          </Button>
          <Button busy={busy} onClick={sendBack}>
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
        maxLength={REASON_MAX}
        value={reason}
        error={problem}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  )
}
