import { EMAIL_MAX, MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { forgotUsername } from '@portico/core/signon/calls'
import { checkForgotUsernameForm } from '@portico/core/signon/forms'
import { USER_NAME_MAIL_SENT } from '@portico/core/signon/sentences'
import { Card } from '#kit/card.tsx'
import { TextField } from '#kit/text-field.tsx'
import { useScreenForm } from '#shell/forms/screen-form.ts'
import { useSave } from '#shell/gateway/use-save.ts'
import { Page } from '#shell/layout/layout.tsx'
import { useAreaPages } from '#shell/router/pages.ts'
import { MailSent, RequestForm, RequestThenSent } from './forgot-form.tsx'

export function ForgotUsername() {
  return (
    <Page narrow>
      <Card>
        <RequestThenSent
          form={(onSent) => <RequestUserNameForm onSent={onSent} />}
          sent={(onAgain) => (
            <MailSent message={USER_NAME_MAIL_SENT} again={{ label: 'Try another address', onAgain }}>
              If you don’t get an email within a few minutes, check your spam folder, or try another address you may
              have used.
            </MailSent>
          )}
        />
      </Card>
    </Page>
  )
}

function RequestUserNameForm({ onSent }: { onSent: () => void }) {
  const { area } = useAreaPages()
  const save = useSave(forgotUsername, onSent)
  const form = useScreenForm({ email: '' }, checkForgotUsernameForm)
  return (
    <RequestForm
      form={form}
      save={save}
      intro={<p>Enter the email address of your account. We’ll email you every user name that uses it.</p>}
      onSend={({ email }) => void save.send({ email: email.trim() })}
      label="Send my user name"
      other={{
        href: (area.name === 'members' ? MEMBER_PATHS : PROVIDER_PATHS).forgotPassword,
        label: 'Forgot your password?',
      }}
    >
      <TextField label="Email" type="email" autoComplete="email" maxLength={EMAIL_MAX} {...form.field('email')} />
    </RequestForm>
  )
}
