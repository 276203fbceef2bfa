import { answerFactorNotice, factorNotice } from '@portico/core/factors/calls'
import type { FactorNotice } from '@portico/core/factors/shapes'
import { useEffect, useState } from 'react'
import { Button, LinkButton } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Alert, Note } from '../../kit/note.tsx'
import { PageHeading } from '../../kit/page-heading.tsx'
import { Loading } from '../../shell/gateway/loading.tsx'
import { useCall } from '../../shell/gateway/use-call.ts'
import { useSave } from '../../shell/gateway/use-save.ts'
import { Page } from '../../shell/layout/layout.tsx'
import { clearMailedLink, readMailedLink } from '../../shell/router/mailed-link.ts'
import { useAreaPages } from '../../shell/router/pages.ts'

type NoticeTexts = { heading: string; explanation: string; label: string }

const TEXTS: Record<FactorNotice['about'], NoticeTexts> = {
  notMe: {
    heading: 'This was not me',
    explanation:
      'If someone else signed in or set up a second factor, press the button. We’ll end every session, remove anything set up since then, and turn off your password. We’ll email you a link to set a new one.',
    label: 'This was not me',
  },
  confirm: {
    heading: 'Reset your second factor',
    explanation:
      'Press the button if you lost your second factor and want to reset it. The reset takes effect in 24 hours. After that, you sign in with your password and can set up a new one.',
    label: 'Reset my second factor',
  },
  object: {
    heading: 'Stop the reset',
    explanation: 'Press the button to keep your second factor. Nothing will change.',
    label: 'Stop the reset',
  },
}

/**
 * Opened from a mail. Opening it changes nothing, because mail scanners open links too; only the button does (behaviour
 * 11.26).
 */
export function SecureAccount() {
  const [factorId] = useState(() => readMailedLink('factorId'))
  useEffect(() => clearMailedLink, [])
  const { area } = useAreaPages()
  const notice = useCall(factorNotice, { query: { factorId } })
  const [answered, setAnswered] = useState('')
  const save = useSave(answerFactorNotice, ({ says }) => setAnswered(says))
  const texts = TEXTS[notice.state === 'ready' ? notice.entity.about : 'notMe']
  return (
    <Page narrow>
      <Card>
        <PageHeading bad={save.refusal !== null}>{texts.heading}</PageHeading>
        {answered ? (
          <>
            <Alert tone="ok">{answered}</Alert>
            <p>
              <LinkButton href={area.login}>Go to sign in</LinkButton>
            </p>
          </>
        ) : (
          <Loading of={notice} label="Loading the notice">
            {({ userName }) => (
              <>
                {save.refusal && <Alert>{save.refusal.entity.message}</Alert>}
                <p>
                  This is about the account with the user name <b>{userName}</b>.
                </p>
                <Note>
                  <p>{texts.explanation}</p>
                </Note>
                <p>
                  <Button busy={save.busy} onClick={() => void save.send({ factorId })}>
                    {texts.label}
                  </Button>
                </p>
              </>
            )}
          </Loading>
        )}
      </Card>
    </Page>
  )
}
