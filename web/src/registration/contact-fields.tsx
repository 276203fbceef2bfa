import { EMAIL_MAX, NAME_MAX, SIGNATORY_EMAIL_MAX } from '@portico/core/constants'
import { filterExtension, formatPhone } from '@portico/core/registration/formats'
import type { RegistrationModel } from '@portico/core/registration/model'
import { useFormContext } from 'react-hook-form'
import { FilteredField, TextField } from '../kit/text-field.tsx'
import { brand } from '../shell/brand.ts'

type Texts = Partial<Record<string, string | undefined>>
type Contact = Pick<RegistrationModel, 'firstName' | 'lastName' | 'email' | 'confirmEmail' | 'phone' | 'phoneExt'>
type Signatory = Pick<
  RegistrationModel,
  'contactFirstName' | 'contactLastName' | 'signatoryEmail' | 'signatoryConfEmail'
>

/** A provider registering alone has the names of the NPI data (spec section 5). */
export function NamesFromNpi({ model }: { model: RegistrationModel }) {
  return (
    <div className="field">
      <p className="label">First and last name</p>
      <p className="fixed-value">
        {model.npiFirstName} {model.npiLastName} <span className="soft">from the NPI registry</span>
      </p>
    </div>
  )
}

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
    </>
  )
}

/** On behalf: the provider who will be asked by email. */
export function SignatoryFields({ errors }: { errors: Texts }) {
  const form = useFormContext<Signatory>()
  return (
    <>
      <h2>The {brand.physicianTerm} who will be asked</h2>
      <p>We send this person an email with a link to accept or reject your request.</p>
      <div className="pair">
        <TextField
          label={`${brand.physicianTitle}’s first name`}
          maxLength={NAME_MAX}
          autoComplete="off"
          error={errors.contactFirstName}
          {...form.register('contactFirstName')}
        />
        <TextField
          label={`${brand.physicianTitle}’s last name`}
          maxLength={NAME_MAX}
          autoComplete="off"
          error={errors.contactLastName}
          {...form.register('contactLastName')}
        />
      </div>
      <div className="pair">
        <TextField
          label={`${brand.physicianTitle}’s email`}
          type="email"
          maxLength={SIGNATORY_EMAIL_MAX}
          autoComplete="off"
          error={errors.signatoryEmail}
          {...form.register('signatoryEmail')}
        />
        <TextField
          label={`Confirm ${brand.physicianTerm}’s email`}
          type="email"
          maxLength={SIGNATORY_EMAIL_MAX}
          autoComplete="off"
          error={errors.signatoryConfEmail}
          {...form.register('signatoryConfEmail')}
        />
      </div>
    </>
  )
}
