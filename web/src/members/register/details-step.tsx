import { MEMBER_PATHS, NAME_MAX } from '@portico/core/constants'
import { planDayOf } from '@portico/core/forms/calendar-day'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { beginRegistration } from '@portico/core/members/calls'
import { checkMemberDetails } from '@portico/core/members/forms'
import { MEMBER_ID_MAX } from '@portico/core/members/limits'
import type { MemberDetails } from '@portico/core/members/shapes'
import { Button } from '../../kit/button.tsx'
import { ErrorSummary } from '../../kit/error-summary.tsx'
import { Alert } from '../../kit/note.tsx'
import { PageHeading } from '../../kit/page-heading.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { usePage } from '../../shell/pages.ts'
import { useScreenForm } from '../../shell/screen-form.ts'
import { useSave } from '../../shell/use-save.ts'

const EMPTY: MemberDetails = { memberId: '', firstName: '', lastName: '', birthDate: '' }

/** `message` says why a registration had to begin again. */
export function DetailsStep({ message, onSent }: { message: string; onSent: () => void }) {
  const save = useSave(beginRegistration, onSent)
  const form = useScreenForm<MemberDetails>(EMPTY, (values) => checkMemberDetails(values, planDayOf(new Date())))
  const refusal = save.refusal?.entity.message ?? message
  return (
    <>
      <PageHeading bad={form.bad || refusal !== ''}>{usePage().title}</PageHeading>
      <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
      {refusal && !form.bad && !save.busy && <Alert key={refusal}>{refusal}</Alert>}
      <p>Tell us who you are, just as it is printed on your ID card.</p>
      <form noValidate onSubmit={form.onValid((values) => void save.send(values))}>
        <TextField
          label="Member ID"
          hint="The letters and digits on the front of your card. Capital and small letters are different."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MEMBER_ID_MAX}
          error={form.errors.memberId}
          {...form.register('memberId')}
        />
        <div className="pair">
          <TextField
            label="First name"
            autoComplete="given-name"
            maxLength={NAME_MAX}
            error={form.errors.firstName}
            {...form.register('firstName')}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            maxLength={NAME_MAX}
            error={form.errors.lastName}
            {...form.register('lastName')}
          />
        </div>
        <TextField
          label="Birth date"
          type="date"
          className="day"
          autoComplete="bday"
          error={form.errors.birthDate}
          {...form.register('birthDate')}
        />
        <div className="actions">
          <a className="start" href={MEMBER_PATHS.login}>
            Cancel
          </a>
          <Button type="submit" busy={save.busy}>
            Send me a code
          </Button>
        </div>
      </form>
    </>
  )
}
