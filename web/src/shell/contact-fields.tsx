import { EMAIL_MAX, NAME_MAX } from '@portico/core/constants'
import { filterExtension, formatPhone } from '@portico/core/forms/formats'
import { FilteredField, TextField } from '../kit/text-field.tsx'
import { useFormAround } from './screen-form.ts'

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
type FieldsProps = { somebodyElse?: boolean }

/** One's own details. */
export function ContactFields({ withNames }: { withNames: boolean }) {
  const form = useFormAround<Contact>()
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
  const form = useFormAround<Contact>()
  return (
    <>
      <NameFields somebodyElse />
      <TextField
        label="Email"
        hint="Their own work address: whoever reads it can complete the account."
        type="email"
        maxLength={EMAIL_MAX}
        autoComplete="off"
        {...form.field('email')}
      />
      <PhoneFields somebodyElse />
    </>
  )
}

export function NameFields({ somebodyElse = false }: FieldsProps) {
  const form = useFormAround<Contact>()
  return (
    <div className="pair">
      <TextField
        label="First name"
        maxLength={NAME_MAX}
        autoComplete={somebodyElse ? 'off' : 'given-name'}
        {...form.field('firstName')}
      />
      <TextField
        label="Last name"
        maxLength={NAME_MAX}
        autoComplete={somebodyElse ? 'off' : 'family-name'}
        {...form.field('lastName')}
      />
    </div>
  )
}

export function PhoneFields({ somebodyElse = false }: FieldsProps) {
  const form = useFormAround<Pick<Contact, 'phone' | 'phoneExt'>>()
  return (
    <div className="pair phone">
      {/* The mask is put on when the field is left: any other way corrupts a pasted number. */}
      <TextField
        label={somebodyElse ? 'Phone (optional)' : 'Phone'}
        type="tel"
        inputMode="tel"
        requirements="10 digits, as (xxx) xxx-xxxx"
        autoComplete={somebodyElse ? 'off' : 'tel-national'}
        {...form.field('phone', { onBlur: (event) => form.setValue('phone', formatPhone(event.target.value)) })}
      />
      <FilteredField
        label="Extension (optional)"
        inputMode="numeric"
        clean={filterExtension}
        autoComplete={somebodyElse ? 'off' : 'tel-extension'}
        {...form.field('phoneExt')}
      />
    </div>
  )
}
