import { formatPhone, sameIgnoringCase, stripPhone } from '@portico/core/forms/formats'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { updateContact } from '@portico/core/signon/calls'
import { type ContactForm, checkContactForm } from '@portico/core/signon/forms'
import type { Me } from '@portico/core/signon/shapes'
import { FormProvider } from 'react-hook-form'
import { ErrorSummary } from '../../kit/error-summary.tsx'
import { Alert } from '../../kit/note.tsx'
import { SummaryList } from '../../kit/summary-list.tsx'
import { PasswordField } from '../../kit/text-field.tsx'
import { ContactFields } from '../../shell/contact-fields.tsx'
import { useScreenForm } from '../../shell/screen-form.ts'
import { useSave } from '../../shell/use-save.ts'
import { useRefused } from './password-refusal.ts'
import { FormActions, type Part, ProfileSection } from './profile-section.tsx'

type ContactDetailsProps = { part: Part; me: Me; withNames: boolean; onChanged: () => void }

export function ContactDetails({ part, me, withNames, onChanged }: ContactDetailsProps) {
  const phone = me.phone ? formatPhone(me.phone) : 'Not given'
  return (
    <ProfileSection
      part={part}
      heading="Contact details"
      changeLabel="Change contact details"
      savedMessage="Your contact details are saved."
      form={({ onDone, onCancel }) => (
        <ContactDetailsForm
          me={me}
          withNames={withNames}
          onCancel={onCancel}
          onDone={() => {
            onChanged()
            onDone()
          }}
        />
      )}
    >
      <SummaryList
        across
        items={[
          { term: 'Name', value: `${me.firstName} ${me.lastName}` },
          { term: 'Email', value: me.email },
          { term: 'Phone', value: me.phoneExt ? `${phone} ext. ${me.phoneExt}` : phone },
        ]}
      />
    </ProfileSection>
  )
}

type FormProps = { me: Me; withNames: boolean; onDone: () => void; onCancel: () => void }

function ContactDetailsForm({ me, withNames, onDone, onCancel }: FormProps) {
  const save = useSave(updateContact, onDone)
  const refused = useRefused(save.refusal)
  const form = useScreenForm<ContactForm>(
    startingValues(me),
    (values) => checkContactForm(values, me.email),
    refused.fields,
  )
  const newAddress = !sameIgnoringCase(form.watch('email'), me.email)
  const submit = form.onValid(
    ({ currentPassword, ...contact }) =>
      void save.send({ ...contact, phone: stripPhone(contact.phone), ...(newAddress ? { currentPassword } : {}) }),
  )
  return (
    <>
      <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
      {refused.message && !form.bad && <Alert>{refused.message}</Alert>}
      <FormProvider {...form}>
        <form noValidate onSubmit={submit}>
          <ContactFields errors={form.errors} withNames={withNames} />
          {newAddress && (
            <PasswordField
              label="Current password"
              hint="Needed because the email address changes. We also tell the old address."
              autoComplete="current-password"
              error={form.errors.currentPassword}
              {...form.register('currentPassword')}
            />
          )}
          <FormActions busy={save.busy} label="Save contact details" onCancel={onCancel} />
        </form>
      </FormProvider>
    </>
  )
}

function startingValues(me: Me): ContactForm {
  const { firstName, lastName, email, phoneExt } = me
  return {
    firstName,
    lastName,
    email,
    confirmEmail: email,
    phone: formatPhone(me.phone),
    phoneExt,
    currentPassword: '',
  }
}
