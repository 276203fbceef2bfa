import { cancelRequest, sendRequestAgain } from '@portico/core/access/calls'
import type { MyRequest } from '@portico/core/access/request-shapes'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { Alert } from '#kit/note.tsx'
import { useSave } from '#shell/gateway/use-save.ts'

type RequestActionsProps = { request: MyRequest; onChanged: (message: string) => void }

/** Cancels a request, or sends the mail to the provider again. */
export function RequestActions({ request, onChanged }: RequestActionsProps) {
  const [asking, setAsking] = useState(false)
  const again = useSave(sendRequestAgain, () =>
    onChanged(
      `We sent the email again${request.askedOf ? ` to ${request.askedOf}` : ''}. The earlier link no longer works.`,
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
      <CancelDialog open={asking} request={request} onClose={() => setAsking(false)} onCanceled={onChanged} />
    </>
  )
}

type CancelDialogProps = {
  open: boolean
  request: MyRequest
  onClose: () => void
  onCanceled: (message: string) => void
}

function CancelDialog({ open, request, onClose, onCanceled }: CancelDialogProps) {
  const cancel = useSave(cancelRequest, () => {
    onClose()
    onCanceled(`Your request ${request.reference} is canceled.`)
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
        No one will be able to accept it, and links we sent for it will stop working. You can make a new request at any
        time.
      </p>
    </Dialog>
  )
}
