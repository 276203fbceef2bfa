import { MEMBER_PATHS } from '@portico/core/constants'
import { planDayOf } from '@portico/core/forms/calendar-day'
import { beginRegistration } from '@portico/core/members/calls'
import { checkMemberDetails } from '@portico/core/members/forms'
import { MEMBER_ID_MAX } from '@portico/core/members/limits'
import type { MemberDetails } from '@portico/core/members/shapes'
import { Button } from '#kit/button.tsx'
import { now } from '#kit/clock.ts'
import { PageHeading } from '#kit/page-heading.tsx'
import { TextField } from '#kit/text-field.tsx'
import { CheckedForm } from '#shell/forms/checked-form.tsx'
import { NameFields } from '#shell/forms/contact-fields.tsx'
import { useScreenForm } from '#shell/forms/screen-form.ts'
import { useSave } from '#shell/gateway/use-save.ts'
import { usePage } from '#shell/router/pages.ts'

const EMPTY: MemberDetails = { memberId: '', firstName: '', lastName: '', birthDate: '' }

/** `message` says why the registration has to start again. */
export function DetailsStep({ message, onSent }: { message: string; onSent: () => void }) {
  const save = useSave(beginRegistration, onSent)
  const form = useScreenForm<MemberDetails>(EMPTY, (values) => checkMemberDetails(values, planDayOf(new Date(now()))))
  const refusal = save.refusal?.entity.message ?? message
  return (
    <>
      <PageHeading bad={form.bad || refusal !== ''}>{usePage().title}</PageHeading>
      <CheckedForm
        form={form}
        message={save.busy ? '' : refusal}
        intro={<p>Enter your member ID and name exactly as they appear on your ID card, and your birth date.</p>}
        onSend={(values) => void save.send(values)}
      >
        <TextField
          label="Member ID"
          hint="The letters and numbers on the front of your card. Capital letters don’t matter."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MEMBER_ID_MAX}
          {...form.field('memberId')}
        />
        <NameFields />
        <TextField label="Birth date" type="date" className="day" autoComplete="bday" {...form.field('birthDate')} />
        <div className="actions">
          <a className="start" href={MEMBER_PATHS.login}>
            Cancel
          </a>
          <Button type="submit" busy={save.busy}>
            Send me a code
          </Button>
        </div>
      </CheckedForm>
    </>
  )
}
