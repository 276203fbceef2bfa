import { PROVIDER_PATHS } from '@portico/core/constants'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { forgotPassword } from '@portico/core/signon/calls'
import { checkForgotPasswordForm } from '@portico/core/signon/forms'
import { RESET_MAIL_SENT } from '@portico/core/signon/sentences'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button, LinkButton } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { Alert, Note } from '../kit/note.tsx'
import { PageHeading } from '../kit/page-heading.tsx'
import { TextField } from '../kit/text-field.tsx'
import { useAddressQuery } from '../shell/address-router.tsx'
import { Page } from '../shell/layout.tsx'
import { findPage, useAreaPages, usePage } from '../shell/pages.ts'
import { useScreenForm } from '../shell/screen-form.ts'
import { useSave } from '../shell/use-save.ts'
import { ResetPassword } from './reset-password.tsx'

/** Asks for the link; the link itself comes back here with `resetId`. */
export function ForgotPassword() {
  const resetId = useAddressQuery().get('resetId')
  const navigate = useNavigate()
  return (
    <Page narrow>
      <Card>
        {resetId ? (
          <ResetPassword resetId={resetId} onAskAgain={() => navigate({ search: '' }, { replace: true })} />
        ) : (
          <AskForLink />
        )}
      </Card>
    </Page>
  )
}

function AskForLink() {
  const [sent, setSent] = useState(false)
  return sent ? <LinkSent onAgain={() => setSent(false)} /> : <AskForm onSent={() => setSent(true)} />
}

function AskForm({ onSent }: { onSent: () => void }) {
  const { area, pages } = useAreaPages()
  const forgotUsername = findPage(pages, PROVIDER_PATHS.forgotUsername)
  const save = useSave(forgotPassword, onSent)
  const form = useScreenForm({ userName: '' }, checkForgotPasswordForm)
  return (
    <>
      <PageHeading bad={form.bad || save.refusal !== null}>{usePage().title}</PageHeading>
      <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
      {save.refusal && !form.bad && <Alert>{save.refusal.entity.message}</Alert>}
      <p>
        Enter your user name. We send a link to the email address of your account; there you answer two of your security
        questions and choose a new password.
      </p>
      <form noValidate onSubmit={form.onValid((values) => void save.send(values))}>
        <TextField
          label="User name"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          error={form.errors.userName}
          {...form.register('userName')}
        />
        <div className="row">
          <Button type="submit" busy={save.busy}>
            Send the link
          </Button>
          <a href={area.login}>Back to sign in</a>
        </div>
      </form>
      {forgotUsername && (
        <ul className="links">
          <li>
            <a href={forgotUsername.path}>Forgot your user name too?</a>
          </li>
        </ul>
      )}
    </>
  )
}

/** The same whether or not there is such an account. */
function LinkSent({ onAgain }: { onAgain: () => void }) {
  const { area } = useAreaPages()
  return (
    <>
      <PageHeading>Look into your mailbox</PageHeading>
      <Note>
        <p>{RESET_MAIL_SENT}</p>
      </Note>
      <p>If nothing arrives within a few minutes, look into the spam folder and check that the user name is right.</p>
      <div className="row">
        <LinkButton href={area.login}>Back to sign in</LinkButton>
        <Button look="line" onClick={onAgain}>
          Try another user name
        </Button>
      </div>
    </>
  )
}
