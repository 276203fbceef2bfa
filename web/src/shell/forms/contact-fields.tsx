import { EMAIL_MAX, NAME_MAX, PHONE_DIGITS } from '@portico/core/constants'
import { filterExtension, formatPhone, stripPhone } from '@portico/core/forms/formats'
import { PHONE_TOO_LONG } from '@portico/core/forms/sentences'
import { FilteredField, TextField } from '../../kit/text-field.tsx'
import { useEnclosingForm } from './screen-form.ts'

/** Contact data of a person. The same on every account form. */
export type Contact = {
  firstName: string
  lastName: string
  email: string
  confirmEmail: string
  phone: string
  phoneExt: string
}

/** For another person, the browser must not autofill the user's own data. */
type FieldsProps = { forAnotherPerson?: boolean }

/** The user's own contact data. */
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

/** Contact data of an invited person, who can add a phone later. */
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
