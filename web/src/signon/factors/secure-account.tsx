import { formatMoment } from '@portico/core/forms/moments'
import { answerFactorNotice, factorNotice } from '@portico/core/signon/factors/calls'
import type { FactorNotice, NoticeRevert } from '@portico/core/signon/factors/shapes'
import { useEffect, useState } from 'react'
import { Button, LinkButton } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { Alert, Note } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { useSave } from '#shell/gateway/use-save.ts'
import { Page } from '#shell/layout/layout.tsx'
import { clearMailedLink, readMailedLink } from '#shell/router/mailed-link.ts'
import { useAreaPages } from '#shell/router/pages.ts'

type NoticeTexts = { heading: string; explanation: string; label: string }

const TEXTS: Record<FactorNotice['about'], NoticeTexts> = {
  notMe: {
    heading: 'This was not me',
    explanation: 'If someone else used or changed your account, press the button. Nothing changes until you do.',
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
            {({ userName, reverts }) => (
              <>
                {save.refusal && <Alert>{save.refusal.entity.message}</Alert>}
                <p>
                  This is about the account with the user name <b>{userName}</b>.
                </p>
                <Note>
                  <p>{texts.explanation}</p>
                </Note>
                {reverts && <Reverts {...reverts} />}
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

/** Names each change that the button reverts, and what the owner needs afterwards. */
function Reverts({ noticeOn, email, questions, removed, restored, kept, staff, sentTo }: NoticeRevert) {
  const effects = [
    'We sign out every browser, and your password stops working.',
    email && `Your email address is ${email} again.`,
    questions && 'Your security questions and answers are the earlier ones again.',
    removed.length > 0 && `These second factors stop working: ${removed.join(', ')}.`,
    restored.length > 0 && `These second factors work again: ${restored.join(', ')}.`,
  ].filter((effect): effect is string => Boolean(effect))
  const needed = kept.length > 0 ? ` To sign in, you then need one of these: ${kept.join(', ')}.` : ''
  return (
    <>
      <p>The button restores your account as it was before {formatMoment(noticeOn)}:</p>
      <ul>
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <p>
        {staff
          ? `Then please call us. After our staff confirm that the account is yours, we email you a link to set a new password.${needed}`
          : `Then we email a link to set a new password to ${sentTo}.${needed} If you don’t have it, open the link in our first email about these changes, or call us.`}
      </p>
    </>
  )
}
