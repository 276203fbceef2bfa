import { EMAIL_MAX, NAME_MAX } from '@portico/core/constants'
import { filterExtension, formatPhone } from '@portico/core/forms/formats'
import { useFormContext } from 'react-hook-form'
import { FilteredField, TextField } from '../kit/text-field.tsx'

/** How a person is reached; the same on every account form, which wraps them in a FormProvider. */
export type Contact = {
  firstName: string
  lastName: string
  email: string
  confirmEmail: string
  phone: string
  phoneExt: string
}

type Texts = Partial<Record<string, string | undefined>>
/** Somebody else's details are not the browser's to fill in with one's own. */
type FieldsProps = { errors: Texts; somebodyElse?: boolean }

/** One's own details. */
export function ContactFields({ errors, withNames }: { errors: Texts; withNames: boolean }) {
  const form = useFormContext<Contact>()
  return (
    <>
      {withNames && <NameFields errors={errors} />}
      <div className="pair">
        <TextField
          label="Email"
          type="email"
          requirements="We send the confirmation here. Use an address you can open now."
          maxLength={EMAIL_MAX}
          autoComplete="email"
          error={errors.email}
          {...form.register('email')}
        />
        <TextField
          label="Confirm email"
          type="email"
          maxLength={EMAIL_MAX}
          autoComplete="off"
          error={errors.confirmEmail}
          {...form.register('confirmEmail')}
        />
      </div>
      <PhoneFields errors={errors} />
    </>
  )
}

/** The details of somebody who is invited; they can add a phone themselves. */
export function InvitedContactFields({ errors }: { errors: Texts }) {
  const form = useFormContext<Contact>()
  return (
    <>
      <NameFields errors={errors} somebodyElse />
      <TextField
        label="Email"
        hint="Their own work address: whoever reads it can complete the account."
        type="email"
        maxLength={EMAIL_MAX}
        autoComplete="off"
        error={errors.email}
        {...form.register('email')}
      />
      <PhoneFields errors={errors} somebodyElse />
    </>
  )
}

function NameFields({ errors, somebodyElse = false }: FieldsProps) {
  const form = useFormContext<Contact>()
  return (
    <div className="pair">
      <TextField
        label="First name"
        maxLength={NAME_MAX}
        autoComplete={somebodyElse ? 'off' : 'given-name'}
        error={errors.firstName}
        {...form.register('firstName')}
      />
      <TextField
        label="Last name"
        maxLength={NAME_MAX}
        autoComplete={somebodyElse ? 'off' : 'family-name'}
        error={errors.lastName}
        {...form.register('lastName')}
      />
    </div>
  )
}

export function PhoneFields({ errors, somebodyElse = false }: FieldsProps) {
  const form = useFormContext<Pick<Contact, 'phone' | 'phoneExt'>>()
  return (
    <div className="pair phone">
      {/* The mask is put on when the field is left: any other way corrupts a pasted number. */}
      <TextField
        label={somebodyElse ? 'Phone (optional)' : 'Phone'}
        type="tel"
        inputMode="tel"
        requirements="10 digits, as (xxx) xxx-xxxx"
        autoComplete={somebodyElse ? 'off' : 'tel-national'}
        error={errors.phone}
        {...form.register('phone', {
          onBlur: (event) => form.setValue('phone', formatPhone(event.target.value)),
        })}
      />
      <FilteredField
        label="Extension (optional)"
        inputMode="numeric"
        clean={filterExtension}
        autoComplete={somebodyElse ? 'off' : 'tel-extension'}
        error={errors.phoneExt}
        {...form.register('phoneExt')}
      />
    </div>
  )
}
