import { PHONE_DIGITS } from '@portico/core/constants'
import { filterExtension, formatPhone, stripPhone } from '@portico/core/forms/formats'
import { PERSON_FIELDS, type PersonField, type PersonForm } from '@portico/core/forms/person-fields'
import { PHONE_TOO_LONG } from '@portico/core/forms/sentences'
import { FilteredField, TextField } from '#kit/text-field.tsx'
import { useEnclosingForm } from './screen-form.ts'

/** Contact data of a person. The same on every account form. */
type Contact = PersonForm & { confirmEmail: string }

type FieldsProps = { forAnotherPerson?: boolean }

/** Label and attributes of an input. For another person, the browser must not autofill the user's own data. */
function inputOf(field: PersonField, { forAnotherPerson = false }: FieldsProps = {}) {
  const { label, input } = PERSON_FIELDS[field]
  return { label, ...input, ...(forAnotherPerson && { autoComplete: 'off' }) }
}

/** The user's own contact data. */
export function ContactFields({ withNames }: { withNames: boolean }) {
  const form = useEnclosingForm<Contact>()
  return (
    <>
      {withNames && <NameFields />}
      <div className="pair">
        <TextField
          {...inputOf('email')}
          type="email"
          requirements="We send the confirmation here. Use an address you can open now."
          {...form.field('email')}
        />
        <TextField
          {...inputOf('email', { forAnotherPerson: true })}
          label="Confirm email"
          type="email"
          {...form.field('confirmEmail')}
        />
      </div>
      <PhoneFields />
    </>
  )
}

/** Contact data of an invited person, who can add a phone later. */
export function InvitedContactFields() {
  return (
    <>
      <InvitedNameFields />
      <PhoneFields forAnotherPerson />
    </>
  )
}

export function InvitedNameFields() {
  const form = useEnclosingForm<Contact>()
  return (
    <>
      <NameFields forAnotherPerson />
      <TextField
        {...inputOf('email', { forAnotherPerson: true })}
        hint="Use their own work address. Anyone who can read that mailbox can complete the account."
        type="email"
        {...form.field('email')}
      />
    </>
  )
}

export function NameFields(props: FieldsProps) {
  const form = useEnclosingForm<Contact>()
  return (
    <div className="pair">
      <TextField {...inputOf('firstName', props)} {...form.field('firstName')} />
      <TextField {...inputOf('lastName', props)} {...form.field('lastName')} />
    </div>
  )
}

export function PhoneFields(props: FieldsProps) {
  const form = useEnclosingForm<Pick<Contact, 'phone' | 'phoneExt'>>()
  const tooLong = stripPhone(form.watch('phone')).length > PHONE_DIGITS
  const { label, ...phone } = inputOf('phone', props)
  return (
    <div className="pair phone">
      <FilteredField
        {...phone}
        label={props.forAnotherPerson ? `${label} (optional)` : label}
        type="tel"
        inputMode="tel"
        requirements="10 digits, as (xxx) xxx-xxxx"
        note={tooLong && form.errors.phone !== PHONE_TOO_LONG && PHONE_TOO_LONG}
        clean={formatPhone}
        masked
        {...form.field('phone')}
      />
      <FilteredField
        {...inputOf('phoneExt', props)}
        label={`${PERSON_FIELDS.phoneExt.label} (optional)`}
        inputMode="numeric"
        clean={filterExtension}
        {...form.field('phoneExt')}
      />
    </div>
  )
}
