import { listScopes } from '@portico/core/access/calls'
import type { InviteForm } from '@portico/core/access/forms'
import { ACCESS_PAGES } from '@portico/core/access/pages'
import { completePermissions } from '@portico/core/access/permissions'
import type { AdministeredScope } from '@portico/core/access/shapes'
import { fullName } from '@portico/core/forms/full-name'
import { FIX_ERRORS, ROLE_HELP, roleWithShortName } from '@portico/core/forms/messages'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { Button, LinkButton } from '#kit/button.tsx'
import { RadioCards } from '#kit/choice.tsx'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { Alert } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { SelectField } from '#kit/select-field.tsx'
import { InvitedContactFields } from '#shell/forms/contact-fields.tsx'
import { PermissionChoice } from '#shell/forms/permission-choice.tsx'
import type { ScreenForm } from '#shell/forms/screen-form.ts'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { useNavigateWithMessage } from '#shell/layout/done-message.tsx'
import { AdministrationSubpage } from '../people/administration-subpage.tsx'
import { SameAccess } from './same-access.tsx'
import { scopeOptions } from './scope-options.ts'
import { useInvitation } from './use-invitation.ts'

/** Invites one AA or AU, who chooses a user name and password with the mailed link. */
export function Invite() {
  const scopes = useCall(listScopes)
  return (
    <AdministrationSubpage>
      <Loading of={scopes} label="Loading your providers and groups">
        {(found) => <InviteFields scopes={found} />}
      </Loading>
    </AdministrationSubpage>
  )
}

function InviteFields({ scopes }: { scopes: readonly AdministeredScope[] }) {
  const go = useNavigateWithMessage()
  const [chosen, setChosen] = useState<string[]>([])
  const { form, busy, refusal, submit } = useInvitation(startOf(scopes), ({ email, ...person }) =>
    go(ACCESS_PAGES.people, `${fullName(person)} is invited. We emailed the link to ${email.trim()}.`),
  )
  const scope = scopes.find((one) => one.entity === form.watch('entity'))
  const givable = scope?.permissions ?? []
  const send = submit(({ role }) => ({
    role: role === 'AA' ? 'AA' : 'AU',
    permissions: completePermissions(chosen.filter((id) => givable.includes(id))),
  }))
  return (
    <>
      <PageHeading bad={form.bad}>Invite a person</PageHeading>
      <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
      {refusal && !form.bad && <Alert>{refusal.entity.message}</Alert>}
      <p>We’ll email them a link to choose their user name and password.</p>
      <FormProvider {...form}>
        <form noValidate onSubmit={send}>
          <InvitedContactFields />
          {scopes.length > 1 && (
            <SelectField
              label="Access to"
              placeholder="Please choose"
              options={scopeOptions(scopes)}
              {...form.field('entity', { onChange: () => form.setValue('role', '') })}
            />
          )}
          {scope && (
            <SameAccess
              key={scope.entity}
              scope={scope}
              onPick={({ role, permissions }) => {
                form.setValue('role', role, { shouldValidate: form.bad })
                setChosen(permissions)
              }}
            />
          )}
          <RoleChoice form={form} roles={scope?.invites ?? ['AU']} />
          <PermissionChoice
            legend="What should they be able to use?"
            offered={givable}
            chosen={chosen}
            onChange={setChosen}
          />
          <div className="actions">
            <LinkButton look="line" href={ACCESS_PAGES.people}>
              Cancel
            </LinkButton>
            <Button type="submit" busy={busy}>
              Send the invitation
            </Button>
          </div>
        </form>
      </FormProvider>
    </>
  )
}

function RoleChoice({ form, roles }: { form: ScreenForm<InviteForm>; roles: AdministeredScope['invites'] }) {
  return (
    <RadioCards
      legend="Role"
      hint={roles.length === 1 ? 'Only a Senior Access Administrator can invite Access Administrators.' : undefined}
      {...form.field('role')}
      options={roles.map((role) => ({ value: role, label: roleWithShortName(role), description: ROLE_HELP[role] }))}
    />
  )
}

/** Preselects the only scope and the only role. */
function startOf(scopes: readonly AdministeredScope[]): { entity: string; role: string } {
  const [only, more] = scopes
  if (!only || more) return { entity: '', role: '' }
  const [role, another] = only.invites
  return { entity: only.entity, role: another ? '' : (role ?? '') }
}
