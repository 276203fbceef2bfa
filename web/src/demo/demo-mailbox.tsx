import { DEMO_PATH } from '@portico/core/constants'
import type { DemoMail } from '@portico/core/demo-book'
import { formatMoment } from '@portico/core/forms/moments'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import { loadDemoMails } from './demo-calls.ts'

/** All mail the portal sent. In demo mode, no mail leaves the machine. */
export function DemoMailbox() {
  const [mails, setMails] = useState<DemoMail[] | 'failed' | null>(null)
  const loadMail = useCallback(() => {
    loadDemoMails().then(setMails, () => setMails('failed'))
  }, [])
  useEffect(loadMail, [loadMail])
  return (
    <Card as="section" id="mailbox" aria-labelledby="mailbox-heading">
      <h2 id="mailbox-heading">Demo mailbox</h2>
      <p>
        <Button look="line" onClick={loadMail}>
          Check for new mail
        </Button>
      </p>
      {mails === 'failed' && <Alert>The mail could not be loaded. Please try again.</Alert>}
      {Array.isArray(mails) && mails.length === 0 && (
        <p>No mail has been sent yet. Register someone, and the mail will show up here.</p>
      )}
      {Array.isArray(mails) && mails.map((mail) => <Mail key={mail.id} mail={mail} />)}
    </Card>
  )
}

function Mail({ mail }: { mail: DemoMail }) {
  return (
    <details className="answer">
      <summary>
        {mail.subject}{' '}
        <span className="soft small">
          to {mail.to}, {formatMoment(mail.at)}
        </span>
      </summary>
      <p className="mail-text">
        {mail.body.split(/(https?:\/\/\S+)/).map((part, index) =>
          index % 2 === 1 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a mail never change
            <a key={index} href={part}>
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </p>
      <p>
        <a href={`${DEMO_PATH}/mail/${mail.id}`} target="_blank" rel="noreferrer">
          Show this mail as HTML
        </a>
      </p>
    </details>
  )
}
