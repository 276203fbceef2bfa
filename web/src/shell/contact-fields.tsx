import { EMAIL_MAX, NAME_MAX } from '@portico/core/constants'
import { filterExtension, formatPhone } from '@portico/core/registration/formats'
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

export function ContactFields({ errors, withNames }: { errors: Texts; withNames: boolean }) {
  const form = useFormContext<Contact>()
  return (
    <>
      {withNames && (
        <div className="pair">
          <TextField
            label="First name"
            maxLength={NAME_MAX}
            autoComplete="given-name"
            error={errors.firstName}
            {...form.register('firstName')}
          />
          <TextField
            label="Last name"
            maxLength={NAME_MAX}
            autoComplete="family-name"
            error={errors.lastName}
            {...form.register('lastName')}
          />
        </div>
      )}
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

export function PhoneFields({ errors }: { errors: Texts }) {
  const form = useFormContext<Pick<Contact, 'phone' | 'phoneExt'>>()
  return (
    <div className="pair phone">
      {/* The mask is put on when the field is left: any other way corrupts a pasted number. */}
      <TextField
        label="Phone"
        type="tel"
        inputMode="tel"
        requirements="10 digits, as (xxx) xxx-xxxx"
        autoComplete="tel-national"
        error={errors.phone}
        {...form.register('phone', {
          onBlur: (event) => form.setValue('phone', formatPhone(event.target.value)),
        })}
      />
      <FilteredField
        label="Extension (optional)"
        inputMode="numeric"
        clean={filterExtension}
        autoComplete="tel-extension"
        error={errors.phoneExt}
        {...form.register('phoneExt')}
      />
    </div>
  )
}
