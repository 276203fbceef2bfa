import { PERMISSIONS } from '@portico/core/access/permissions'
import { INTERNAL_PATHS } from '@portico/core/constants'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import {
  APPLICATION_NAME_MAX,
  APPLICATION_TEXTS,
  checkApplicationForm,
  KEY_SET_MAX,
} from '@portico/core/sign-on-hub/application-form'
import type { Application, ApplicationSaved } from '@portico/core/sign-on-hub/application-shapes'
import { addApplication, changeApplication, openApplication } from '@portico/core/sign-on-hub/calls'
import { type ReactNode, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { Button, LinkButton, TextButton } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { Alert } from '#kit/note.tsx'
import { SelectField } from '#kit/select-field.tsx'
import { TextAreaField } from '#kit/text-area-field.tsx'
import { TextField } from '#kit/text-field.tsx'
import { brandNames } from '#shell/brands/brand-names.ts'
import { WAITS_FOR_APPROVAL } from '#shell/console/approver-help.ts'
import { applicationAddress } from '#shell/console/console-addresses.ts'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { SecretDialog } from '#shell/console/secret-dialog.tsx'
import { type ScreenForm, useScreenForm } from '#shell/forms/screen-form.ts'
import { Loading } from '#shell/gateway/loading.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { useCall } from '#shell/gateway/use-call.ts'
import type { Save } from '#shell/gateway/use-save.ts'
import { useNavigateWithMessage } from '#shell/layout/done-message.tsx'
import { BLANK, bodyOf, type Values, valuesOf } from './application-values.ts'
import { EntitlementFields, SecretFields } from './entitlement-fields.tsx'
import { LogoField } from './logo-field.tsx'

/** Undefined: the logo stays. Empty: none. Otherwise a PNG in Base64. */
type Logo = string | undefined

export function NewApplication() {
  const form = useScreenForm<Values>(BLANK, checkApplicationForm)
  const [logo, setLogo] = useState<Logo>()
  const leave = useLeave()
  const save = useAction(addApplication, (saved) =>
    leave.after(saved, `${form.getValues('name').trim()} is registered.`),
  )
  return (
    <FormPage
      heading="Register an application"
      back={{ href: INTERNAL_PATHS.applications, label: 'Back to applications' }}
      form={form}
      save={save}
      secret={leave.secret}
      label="Register"
      onSend={(values) => void save.send({ ...bodyOf(values), brand: values.brand, ...(logo ? { logo } : {}) })}
    >
      <SelectField
        label="Brand"
        hint="People of this brand can sign in. It can’t be changed later."
        placeholder="Choose a brand"
        options={brandNames.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.field('brand')}
      />
      <Fields form={form} />
      <LogoField hasLogo={false} onChange={setLogo} />
    </FormPage>
  )
}

export function ChangeApplication({ clientId }: { clientId: string }) {
  const loaded = useCall(openApplication, { query: { clientId } })
  // Refetching in the background must not replace the user's input; only reopening loads the new version.
  const [opened, setOpened] = useState<Application>()
  if (loaded.state === 'ready' && !opened) setOpened(loaded.entity)
  if (!opened)
    return (
      <ConsolePage back={{ href: INTERNAL_PATHS.applications, label: 'Back to applications' }}>
        <Card>
          <Loading of={loaded} label="Loading the application" lines={8}>
            {() => null}
          </Loading>
        </Card>
      </ConsolePage>
    )
  const reopen = () => {
    if (loaded.state === 'ready') setOpened(loaded.entity)
  }
  return <ChangeForm key={opened.version} application={opened} onReopen={reopen} />
}

function ChangeForm({ application, onReopen }: { application: Application; onReopen: () => void }) {
  const { clientId, version, name, hasLogo } = application
  const form = useScreenForm<Values>(valuesOf(application), checkApplicationForm)
  const [logo, setLogo] = useState<Logo>()
  const leave = useLeave()
  const save = useAction(changeApplication, (saved) => leave.after(saved, 'The application is saved.'))
  return (
    <FormPage
      heading={`Change ${name}`}
      back={{ href: applicationAddress(clientId), label: 'Back to the application' }}
      form={form}
      save={save}
      secret={leave.secret}
      label="Save"
      onReopen={onReopen}
      onSend={(values) =>
        void save.send({ ...bodyOf(values), clientId, version, ...(logo === undefined ? {} : { logo }) })
      }
    >
      <Fields form={form} />
      <LogoField hasLogo={hasLogo} onChange={setLogo} />
    </FormPage>
  )
}

/** Shows a new secret, then leads to the application. A request that waits leads to the list. */
function useLeave() {
  const go = useNavigateWithMessage()
  const [issued, setIssued] = useState<{ saved: ApplicationSaved; said: string }>()
  const leave = ({ clientId }: ApplicationSaved, said: string) => go(applicationAddress(clientId), said)
  const after = (saved: ApplicationSaved, said: string) => {
    if (saved.waiting) go(INTERNAL_PATHS.applications, WAITS_FOR_APPROVAL)
    else if (saved.clientSecret) setIssued({ saved, said })
    else leave(saved, said)
  }
  const secret = issued && <SecretDialog secret={issued.saved} onClose={() => leave(issued.saved, issued.said)} />
  return { after, secret }
}

type FormPageProps = {
  heading: string
  back: { href: string; label: string }
  form: ScreenForm<Values>
  save: Pick<Save<never>, 'busy' | 'refusal'>
  secret: ReactNode
  label: string
  /** Loads the current version after a colleague changed it. */
  onReopen?: () => void
  onSend: (values: Values) => void
  children: ReactNode
}

function FormPage({ heading, back, form, save, secret, label, onReopen, onSend, children }: FormPageProps) {
  const message = save.refusal?.entity.message
  return (
    <ConsolePage heading={heading} back={back} bad={form.bad}>
      <Card>
        <FormProvider {...form}>
          <form noValidate onSubmit={form.onValid(onSend)}>
            <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
            {message && !form.bad && (
              <Alert>
                <p className="break">{message}</p>
                {message === APPLICATION_TEXTS.changed && (
                  <p>
                    Copy what you need, then <TextButton onClick={onReopen}>open the current version</TextButton>.
                  </p>
                )}
              </Alert>
            )}
            {children}
            <div className="actions">
              <LinkButton look="line" href={back.href}>
                Cancel
              </LinkButton>
              <Button type="submit" busy={save.busy}>
                {label}
              </Button>
            </div>
          </form>
        </FormProvider>
      </Card>
      {secret}
    </ConsolePage>
  )
}

const TILE_OPTIONS = PERMISSIONS.map(({ referenceId, referenceShortDesc }) => ({
  value: referenceId,
  label: `People with ${referenceShortDesc}`,
}))

function Fields({ form }: { form: ScreenForm<Values> }) {
  return (
    <>
      <TextField
        label="Name"
        hint="As people see it on Home and when they agree to share data"
        wide
        maxLength={APPLICATION_NAME_MAX}
        {...form.field('name')}
      />
      <TextAreaField
        label="Redirect addresses"
        hint="Where people return after signing in. One on each line, exactly as the application sends it."
        wide
        rows={3}
        {...form.field('redirectUris')}
      />
      <TextField
        label="Logout address (optional)"
        hint="Receives back-channel logouts"
        wide
        {...form.field('logoutUri')}
      />
      <TextAreaField
        label="Pages after sign-out (optional)"
        hint="Where people can return after signing out. One on each line."
        wide
        rows={2}
        {...form.field('postLogoutUris')}
      />
      <EntitlementFields form={form} />
      <TextField label="Tile on Home opens (optional)" hint="Leave blank for no tile" wide {...form.field('tileUri')} />
      <SelectField
        label="Who sees the tile"
        placeholder="Everyone who can sign in"
        options={TILE_OPTIONS}
        {...form.field('tilePermission')}
      />
      <SecretFields form={form} keySetMax={KEY_SET_MAX} />
    </>
  )
}
