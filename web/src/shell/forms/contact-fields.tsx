import { EMAIL_MAX, NAME_MAX, PHONE_DIGITS } from '@portico/core/constants'
import { filterExtension, formatPhone, stripPhone } from '@portico/core/forms/formats'
import { PHONE_TOO_LONG } from '@portico/core/forms/sentences'
import { FilteredField, TextField } from '../../kit/text-field.tsx'
import { useEnclosingForm } from './screen-form.ts'

/** How a person is reached; the same on every account form, inside a CheckedForm. */
export type Contact = {
  firstName: string
  lastName: string
  email: string
  confirmEmail: string
  phone: string
  phoneExt: string
}

/** Somebody else's details are not the browser's to fill in with one's own. */
type FieldsProps = { forAnotherPerson?: boolean }

/** One's own details. */
export function ContactFields({ withNames }: { withNames: boolean }) {
  const form = useEnclosingForm<Contact>()
  return (
    <>
      {withNames && <NameFields />}
      <div className="pair">
        <TextField
          label="Email"
          type="email"
          requirements="We send the confirmation here. Use an address you can open now."
          maxLength={EMAIL_MAX}
          autoComplete="email"
          {...form.field('email')}
        />
        <TextField
          label="Confirm email"
          type="email"
          maxLength={EMAIL_MAX}
          autoComplete="off"
          {...form.field('confirmEmail')}
        />
      </div>
      <PhoneFields />
    </>
  )
}

/** The details of somebody who is invited; they can add a phone themselves. */
export function InvitedContactFields() {
  const form = useEnclosingForm<Contact>()
  return (
    <>
      <NameFields forAnotherPerson />
      <TextField
        label="Email"
        hint="Use their own work address. Anyone who can read that mailbox can complete the account."
        type="email"
        maxLength={EMAIL_MAX}
        autoComplete="off"
        {...form.field('email')}
      />
      <PhoneFields forAnotherPerson />
    </>
  )
}

export function NameFields({ forAnotherPerson = false }: FieldsProps) {
  const form = useEnclosingForm<Contact>()
  return (
    <div className="pair">
      <TextField
        label="First name"
        maxLength={NAME_MAX}
        autoComplete={forAnotherPerson ? 'off' : 'given-name'}
        {...form.field('firstName')}
      />
      <TextField
        label="Last name"
        maxLength={NAME_MAX}
        autoComplete={forAnotherPerson ? 'off' : 'family-name'}
        {...form.field('lastName')}
      />
    </div>
  )
}

export function PhoneFields({ forAnotherPerson = false }: FieldsProps) {
  const form = useEnclosingForm<Pick<Contact, 'phone' | 'phoneExt'>>()
  const tooLong = stripPhone(form.watch('phone')).length > PHONE_DIGITS
  return (
    <div className="pair phone">
      <FilteredField
        label={forAnotherPerson ? 'Phone (optional)' : 'Phone'}
        type="tel"
        inputMode="tel"
        requirements="10 digits, as (xxx) xxx-xxxx"
        note={tooLong && form.errors.phone !== PHONE_TOO_LONG && PHONE_TOO_LONG}
        clean={formatPhone}
        masked
        autoComplete={forAnotherPerson ? 'off' : 'tel'}
        {...form.field('phone')}
      />
      <FilteredField
        label="Extension (optional)"
        inputMode="numeric"
        clean={filterExtension}
        autoComplete={forAnotherPerson ? 'off' : 'tel-extension'}
        {...form.field('phoneExt')}
      />
    </div>
  )
}
