import { type ComponentProps, type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button, LinkButton } from '#kit/button.tsx'
import { Note } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { CheckedForm } from '#shell/forms/checked-form.tsx'
import type { Save } from '#shell/gateway/use-save.ts'
import { useAreaPages, usePage } from '#shell/router/pages.ts'

/** Shows the form, then the confirmation; `again` returns to an empty form. */
export function RequestThenSent(props: {
  form: (onSent: () => void) => ReactNode
  sent: (again: () => void) => ReactNode
}) {
  const [sent, setSent] = useState(false)
  return sent ? props.sent(() => setSent(false)) : props.form(() => setSent(true))
}

type RequestFormProps<Values extends FieldValues> = Omit<ComponentProps<typeof CheckedForm<Values>>, 'message'> & {
  save: Pick<Save<never>, 'busy' | 'refusal'>
  /** Button label. */
  label: string
  /** Link to the other recovery page. */
  other: { href: string; label: string } | undefined
}

export function RequestForm<Values extends FieldValues>(props: RequestFormProps<Values>) {
  const { save, label, other, children, ...form } = props
  return (
    <>
      <PageHeading bad={form.form.bad || save.refusal !== null}>{usePage().title}</PageHeading>
      <CheckedForm {...form} message={save.refusal?.entity.message}>
        {children}
        <div className="row">
          <Button type="submit" busy={save.busy}>
            {label}
          </Button>
          <a href={useAreaPages().area.login}>Back to sign in</a>
        </div>
      </CheckedForm>
      {other && (
        <ul className="links">
          <li>
            <a href={other.href}>{other.label}</a>
          </li>
        </ul>
      )}
    </>
  )
}

type MailSentProps = { message: string; again: { label: string; onAgain: () => void }; children: ReactNode }

/** The same for known and unknown accounts. */
export function MailSent({ message, again, children }: MailSentProps) {
  return (
    <>
      <PageHeading>Check your email</PageHeading>
      <Note>
        <p>{message}</p>
      </Note>
      <p>{children}</p>
      <div className="row">
        <LinkButton href={useAreaPages().area.login}>Back to sign in</LinkButton>
        <Button look="line" onClick={again.onAgain}>
          {again.label}
        </Button>
      </div>
    </>
  )
}
