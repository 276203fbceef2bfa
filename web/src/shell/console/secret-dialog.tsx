import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { Note } from '#kit/note.tsx'
import { SummaryList } from '#kit/summary-list.tsx'

type Secret = { clientId: string; clientSecret: string }

/** Shows a new secret of an application, once. Escape does not close it, so that it is not lost by accident. */
export function SecretDialog({ secret: { clientId, clientSecret }, onClose }: { secret: Secret; onClose: () => void }) {
  const [copied, setCopied] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(clientSecret).then(
      () => setCopied('The secret is copied.'),
      () => setCopied('Your browser did not copy it. Please select the secret and copy it.'),
    )
  return (
    <Dialog
      open
      heading="The application’s new secret"
      actions={
        <>
          <Button look="line" onClick={copy}>
            Copy the secret
          </Button>
          <Button onClick={onClose}>I’ve stored it</Button>
        </>
      }
    >
      <Note tone="warn">
        <p>Copy the secret now. We show it only once. Give it only to the engineer of the application.</p>
      </Note>
      <SummaryList
        items={[
          { term: 'Client ID', value: <code className="issued-value">{clientId}</code> },
          { term: 'Client secret', value: <code className="issued-value">{clientSecret}</code> },
        ]}
      />
      <p role="status" className="small">
        {copied}
      </p>
    </Dialog>
  )
}
