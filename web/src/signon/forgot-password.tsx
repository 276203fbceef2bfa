import { MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { forgotPassword } from '@portico/core/signon/calls'
import { checkForgotPasswordForm } from '@portico/core/signon/forms'
import { RESET_MAIL_SENT } from '@portico/core/signon/sentences'
import { useEffect, useState } from 'react'
import { Card } from '#kit/card.tsx'
import { TextField } from '#kit/text-field.tsx'
import { useScreenForm } from '#shell/forms/screen-form.ts'
import { useSave } from '#shell/gateway/use-save.ts'
import { Page } from '#shell/layout/layout.tsx'
import { clearMailedLink, readMailedLink } from '#shell/router/mailed-link.ts'
import { findPage, useAreaPages } from '#shell/router/pages.ts'
import { MailSent, RequestForm, RequestThenSent } from './forgot-form.tsx'
import { ResetPassword } from './reset-password.tsx'

/** Requests the link. The mailed link opens this page with `resetId`. */
export function ForgotPassword() {
  const [resetId, setResetId] = useState(() => readMailedLink('resetId'))
  useEffect(() => clearMailedLink, [])
  return (
    <Page narrow>
      <Card>
        {resetId ? (
          <ResetPassword resetId={resetId} onAskAgain={() => setResetId('')} />
        ) : (
          <RequestThenSent
            form={(onSent) => <RequestLinkForm onSent={onSent} />}
            sent={(onAgain) => (
              <MailSent message={RESET_MAIL_SENT} again={{ label: 'Try another user name', onAgain }}>
                If you don’t get an email within a few minutes, check your spam folder and make sure the user name is
                correct.
              </MailSent>
            )}
          />
        )}
      </Card>
    </Page>
  )
}

function RequestLinkForm({ onSent }: { onSent: () => void }) {
  const { pages } = useAreaPages()
  const forgotUsername = findPage(pages, PROVIDER_PATHS.forgotUsername) ?? findPage(pages, MEMBER_PATHS.forgotUsername)
  const save = useSave(forgotPassword, onSent)
  const form = useScreenForm({ userName: '' }, checkForgotPasswordForm)
  return (
    <RequestForm
      form={form}
      save={save}
      intro={
        <p>
          Enter your user name. We’ll email you a link. It opens a page where you answer two of your security questions
          and choose a new password.
        </p>
      }
      onSend={(values) => void save.send(values)}
      label="Send the link"
      other={forgotUsername && { href: forgotUsername.path, label: 'Forgot your user name too?' }}
    >
      <TextField
        label="User name"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        {...form.field('userName')}
      />
    </RequestForm>
  )
}
