import { EMAIL_MAX, PROVIDER_PATHS } from '@portico/core/constants'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { forgotUsername } from '@portico/core/signon/calls'
import { checkForgotUsernameForm } from '@portico/core/signon/forms'
import { USER_NAME_MAIL_SENT } from '@portico/core/signon/sentences'
import { useState } from 'react'
import { Button, LinkButton } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { Alert, Note } from '../kit/note.tsx'
import { PageHeading } from '../kit/page-heading.tsx'
import { TextField } from '../kit/text-field.tsx'
import { Page } from '../shell/layout.tsx'
import { usePage } from '../shell/pages.ts'
import { useScreenForm } from '../shell/screen-form.ts'
import { useSave } from '../shell/use-save.ts'

export function ForgotUsername() {
  const [sent, setSent] = useState(false)
  return (
    <Page narrow>
      <Card>{sent ? <NamesSent onAgain={() => setSent(false)} /> : <AskForm onSent={() => setSent(true)} />}</Card>
    </Page>
  )
}

function AskForm({ onSent }: { onSent: () => void }) {
  const save = useSave(forgotUsername, onSent)
  const form = useScreenForm({ email: '' }, checkForgotUsernameForm)
  return (
    <>
      <PageHeading bad={form.bad || save.refusal !== null}>{usePage().title}</PageHeading>
      <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
      {save.refusal && !form.bad && <Alert>{save.refusal.entity.message}</Alert>}
      <p>Enter the email address of your account. We send all user names that belong to it there.</p>
      <form noValidate onSubmit={form.onValid(({ email }) => void save.send({ email: email.trim() }))}>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX}
          error={form.errors.email}
          {...form.register('email')}
        />
        <div className="row">
          <Button type="submit" busy={save.busy}>
            Send my user name
          </Button>
          <a href={PROVIDER_PATHS.login}>Back to sign in</a>
        </div>
      </form>
      <ul className="links">
        <li>
          <a href={PROVIDER_PATHS.forgotPassword}>Forgot your password?</a>
        </li>
      </ul>
    </>
  )
}

/** The same whether or not there is such an account. */
function NamesSent({ onAgain }: { onAgain: () => void }) {
  return (
    <>
      <PageHeading>Look into your mailbox</PageHeading>
      <Note>
        <p>{USER_NAME_MAIL_SENT}</p>
      </Note>
      <p>
        If nothing arrives within a few minutes, look into the spam folder, or try another address you may have used.
      </p>
      <div className="row">
        <LinkButton href={PROVIDER_PATHS.login}>Back to sign in</LinkButton>
        <Button look="line" onClick={onAgain}>
          Try another address
        </Button>
      </div>
    </>
  )
}
