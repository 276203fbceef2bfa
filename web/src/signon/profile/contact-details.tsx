import { formatPhone, sameIgnoringCase, stripPhone } from '@portico/core/forms/formats'
import { mapPerson } from '@portico/core/forms/person-fields'
import { updateContact } from '@portico/core/signon/calls'
import { type ContactForm, checkContactForm } from '@portico/core/signon/forms'
import type { Me } from '@portico/core/signon/shapes'
import { SummaryList } from '#kit/summary-list.tsx'
import { ContactFields } from '#shell/forms/contact-fields.tsx'
import { CurrentPasswordField, ProfileForm } from './profile-form.tsx'
import { type Part, ProfileSection } from './profile-section.tsx'

type ContactDetailsProps = { part: Part; me: Me; withNames: boolean; onChanged: () => void }

export function ContactDetails({ part, me, withNames, onChanged }: ContactDetailsProps) {
  const phone = me.phone ? formatPhone(me.phone) : 'Not given'
  const isNew = (email: string) => !sameIgnoringCase(email, me.email)
  return (
    <ProfileSection
      part={part}
      heading="Contact details"
      changeLabel="Change contact details"
      savedMessage="Your contact details are saved."
      onSaved={onChanged}
      form={(end) => (
        <ProfileForm
          {...end}
          call={updateContact}
          values={startingValues(me)}
          check={(values) => checkContactForm(values, me.email)}
          buildBody={({ currentPassword, ...contact }) => ({
            ...contact,
            phone: stripPhone(contact.phone),
            ...(isNew(contact.email) ? { currentPassword } : {}),
          })}
          label="Save contact details"
        >
          {(form) => (
            <>
              <ContactFields withNames={withNames} />
              {isNew(form.watch('email')) && (
                <CurrentPasswordField hint="Needed to change your email address. We’ll also send a notice to your old address." />
              )}
            </>
          )}
        </ProfileForm>
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

function startingValues(me: Me): ContactForm {
  const person = mapPerson((field) => me[field])
  return { ...person, phone: formatPhone(me.phone), confirmEmail: me.email, currentPassword: '' }
}
