import { NAME_MAX, SIGNATORY_EMAIL_MAX } from '@portico/core/constants'
import type { RegistrationModel, SIGNATORY_FIELDS } from '@portico/core/registration/model'
import { TextField } from '#kit/text-field.tsx'
import { brand } from '#shell/brands/brand.ts'
import { useEnclosingForm } from '#shell/forms/screen-form.ts'

type Signatory = Pick<RegistrationModel, keyof typeof SIGNATORY_FIELDS>

/** A provider who registers alone gets the names from the NPI data (behaviour 5.8). */
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

const NAME = { maxLength: NAME_MAX, autoComplete: 'off' }
const EMAIL = { type: 'email', maxLength: SIGNATORY_EMAIL_MAX, autoComplete: 'off' }

/** On behalf: the provider who gets the request by email. */
export function SignatoryFields() {
  const form = useEnclosingForm<Signatory>()
  return (
    <>
      <h2>The {brand.physicianTerm} who will be asked</h2>
      <p>We’ll email this person a link to accept or reject your request.</p>
      <div className="pair">
        <TextField label={`${brand.physicianTitle}’s first name`} {...NAME} {...form.field('contactFirstName')} />
        <TextField label={`${brand.physicianTitle}’s last name`} {...NAME} {...form.field('contactLastName')} />
      </div>
      <div className="pair">
        <TextField label={`${brand.physicianTitle}’s email`} {...EMAIL} {...form.field('signatoryEmail')} />
        <TextField label={`Confirm ${brand.physicianTerm}’s email`} {...EMAIL} {...form.field('signatoryConfEmail')} />
      </div>
    </>
  )
}
