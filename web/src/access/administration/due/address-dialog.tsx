import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { Note } from '#kit/note.tsx'

/** Shows a new address, once. Escape does not close it, so that it is not lost by accident. */
export function AddressDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const [copied, setCopied] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setCopied('The address is copied.'),
      () => setCopied('Your browser did not copy it. Please select the address and copy it.'),
    )
  const close = () => {
    setCopied('')
    onClose()
  }
  return (
    <Dialog
      open={address !== ''}
      heading="Your private address"
      actions={
        <>
          <Button look="line" onClick={copy}>
            Copy the address
          </Button>
          <Button onClick={close}>I’ve saved it</Button>
        </>
      }
    >
      <Note tone="warn">
        <p>Copy the address now. We show it only once. Anyone who has it sees your due dates, so don’t share it.</p>
      </Note>
      <p>
        <code className="private-address">{address}</code>
      </p>
      <p>In your calendar program, subscribe to a calendar from the internet, and paste the address.</p>
      <p className="soft small">
        It stops when your password changes, or when you are no longer a Senior Access Administrator. Then make a new
        one.
      </p>
      <p role="status" className="small">
        {copied}
      </p>
    </Dialog>
  )
}
