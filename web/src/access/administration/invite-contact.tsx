import type { InviteForm } from '@portico/core/access/administration-forms'
import { EMAIL_MAX, NAME_MAX } from '@portico/core/constants'
import { filterExtension, formatPhone } from '@portico/core/registration/formats'
import { useFormContext } from 'react-hook-form'
import { FilteredField, TextField } from '../../kit/text-field.tsx'

/** Somebody else's details: nothing here is the browser's to fill in with one's own. */
export function InviteContact({ errors }: { errors: Partial<Record<string, string | undefined>> }) {
  const form = useFormContext<InviteForm>()
  return (
    <>
      <div className="pair">
        <TextField
          label="First name"
          maxLength={NAME_MAX}
          autoComplete="off"
          error={errors.firstName}
          {...form.register('firstName')}
        />
        <TextField
          label="Last name"
          maxLength={NAME_MAX}
          autoComplete="off"
          error={errors.lastName}
          {...form.register('lastName')}
        />
      </div>
      <TextField
        label="Email"
        hint="Their own work address: whoever reads it can complete the account."
        type="email"
        maxLength={EMAIL_MAX}
        autoComplete="off"
        error={errors.email}
        {...form.register('email')}
      />
      <div className="pair phone">
        <TextField
          label="Phone (optional)"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          error={errors.phone}
          {...form.register('phone', {
            onBlur: (event) => form.setValue('phone', formatPhone(event.target.value)),
          })}
        />
        <FilteredField
          label="Extension (optional)"
          inputMode="numeric"
          clean={filterExtension}
          autoComplete="off"
          error={errors.phoneExt}
          {...form.register('phoneExt')}
        />
      </div>
    </>
  )
}
