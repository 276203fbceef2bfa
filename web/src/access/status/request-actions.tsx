import { cancelRequest, sendRequestAgain } from '@portico/core/access/calls'
import type { MyRequest } from '@portico/core/access/request-shapes'
import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Alert } from '../../kit/note.tsx'
import { useSave } from '../../shell/gateway/use-save.ts'

type RequestActionsProps = { request: MyRequest; onChanged: (message: string) => void }

/** Taking a request back, and sending the provider's mail again. */
export function RequestActions({ request, onChanged }: RequestActionsProps) {
  const [asking, setAsking] = useState(false)
  const again = useSave(sendRequestAgain, () =>
    onChanged(
      `We have sent the email again${request.askedOf ? ` to ${request.askedOf}` : ''}. The earlier link no longer works.`,
    ),
  )
  if (!request.canCancel && !request.canSendAgain) return null
  return (
    <>
      {again.refusal && <Alert>{again.refusal.entity.message}</Alert>}
      <div className="actions">
        {request.canCancel && (
          <Button look="line" onClick={() => setAsking(true)}>
            Cancel this request
          </Button>
        )}
        {request.canSendAgain && (
          <Button busy={again.busy} onClick={() => void again.send({ reference: request.reference })}>
            Send the email again
          </Button>
        )}
      </div>
      <CancelDialog open={asking} request={request} onClose={() => setAsking(false)} onCancelled={onChanged} />
    </>
  )
}

type CancelDialogProps = {
  open: boolean
  request: MyRequest
  onClose: () => void
  onCancelled: (message: string) => void
}

function CancelDialog({ open, request, onClose, onCancelled }: CancelDialogProps) {
  const cancel = useSave(cancelRequest, () => {
    onClose()
    onCancelled(`Your request ${request.reference} is cancelled.`)
  })
  return (
    <Dialog
      open={open}
      heading="Cancel this request?"
      onClose={onClose}
      actions={
        <>
          <Button look="line" onClick={onClose}>
            Keep it
          </Button>
          <Button look="danger" busy={cancel.busy} onClick={() => void cancel.send({ reference: request.reference })}>
            Cancel the request
          </Button>
        </>
      }
    >
      {cancel.refusal && <Alert>{cancel.refusal.entity.message}</Alert>}
      <p>
        Nobody can accept it any more, and links we have sent for it stop working. You can make a new request at any
        time.
      </p>
    </Dialog>
  )
}
