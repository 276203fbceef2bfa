import { permissionLabel } from '@portico/core/access/permissions'
import { INTERNAL_PATHS } from '@portico/core/constants'
import { formatMoment } from '@portico/core/forms/moments'
import type { Application, ApplicationSaved } from '@portico/core/sign-on-hub/application-shapes'
import {
  disableApplication,
  enableApplication,
  openApplication,
  rotateApplicationSecret,
} from '@portico/core/sign-on-hub/calls'
import { useState } from 'react'
import { Button, LinkButton } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import { type SummaryItem, SummaryList } from '#kit/summary-list.tsx'
import { LabelTag } from '#kit/tag.tsx'
import { findBrandName } from '#shell/brands/brand-names.ts'
import { WAITS_FOR_APPROVAL } from '#shell/console/approver-help.ts'
import { changeApplicationAddress } from '#shell/console/console-addresses.ts'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { SecretDialog } from '#shell/console/secret-dialog.tsx'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { useCall } from '#shell/gateway/use-call.ts'
import { FailedLogouts, FailedSignIns, SignInsPerDay } from './application-use.tsx'
import { KIND_LABELS, SCOPE_TEXTS, STATE_LABELS } from './labels.ts'

const BACK = { href: INTERNAL_PATHS.applications, label: 'Back to applications' }

/** One application: how it is registered, how it is used and what fails. */
export function ApplicationPage({ clientId }: { clientId: string }) {
  const loaded = useCall(openApplication, { query: { clientId } })
  const [done, setDone] = useState('')
  return (
    <ConsolePage heading={loaded.state === 'ready' ? loaded.entity.name : 'Application'} back={BACK}>
      {done && (
        <Alert key={done} tone="ok">
          {done}
        </Alert>
      )}
      <Loading of={loaded} label="Loading the application" lines={8}>
        {(application) => (
          <div className="side-by-side even">
            <div className="stack">
              <TitledCard id="registration" heading="Registration">
                <SummaryList items={factsOf(application)} />
                <Actions application={application} onDone={setDone} />
              </TitledCard>
            </div>
            <div className="stack">
              <SignInsPerDay application={application} />
              <FailedSignIns application={application} />
              <FailedLogouts application={application} />
            </div>
          </div>
        )}
      </Loading>
    </ConsolePage>
  )
}

const linesOf = (lines: readonly string[]) =>
  lines.length === 0 ? (
    'None'
  ) : (
    <ul className="plain-lines">
      {lines.map((line) => (
        <li key={line} className="break">
          {line}
        </li>
      ))}
    </ul>
  )

function factsOf(application: Application): SummaryItem[] {
  const { clientId, brand, state, disabledOn, createdOn, lastUsed, kinds, scopes, permissions } = application
  return [
    { term: 'Client ID', value: <code className="break">{clientId}</code> },
    {
      term: 'State',
      value: (
        <>
          <LabelTag of={STATE_LABELS[state]} /> {disabledOn && `since ${formatMoment(disabledOn)}`}
        </>
      ),
    },
    { term: 'Brand', value: findBrandName(brand)?.name ?? brand },
    { term: 'Registered', value: formatMoment(createdOn) },
    { term: 'Last used', value: formatMoment(lastUsed) || 'Never' },
    { term: 'Redirect addresses', value: linesOf(application.redirectUris) },
    { term: 'Logout address', value: linesOf(application.logoutUri ? [application.logoutUri] : []) },
    { term: 'Pages after sign-out', value: linesOf(application.postLogoutUris) },
    { term: 'Who can sign in', value: kinds.map((kind) => KIND_LABELS[kind]).join(', ') },
    { term: 'People who wait for access', value: application.allowsEmptyAccess ? 'Can sign in' : 'Cannot sign in' },
    { term: 'It learns', value: linesOf(scopes.map((scope) => SCOPE_TEXTS[scope])) },
    { term: 'Permissions it can ask for', value: permissions.map(permissionLabel).join(', ') || 'None' },
    { term: 'Consent', value: application.asksConsent ? 'The person must agree first' : 'Not asked' },
    { term: 'Tile on Home', value: describeTile(application) },
    { term: 'Signs in with', value: describeSecret(application) },
  ]
}

function describeTile({ tileUri, tilePermission }: Application) {
  if (tileUri === '') return 'None'
  const audience = tilePermission ? `people with ${permissionLabel(tilePermission)}` : 'everyone who can sign in'
  return linesOf([tileUri, `Shown to ${audience}`])
}

function describeSecret({ keySet, oldSecretUntil }: Application): string {
  if (keySet !== '') return 'A key set'
  return oldSecretUntil ? `A secret. The old one is valid until ${formatMoment(oldSecretUntil)}.` : 'A secret'
}

type ActionProps = { application: Application; onDone: (done: string) => void }

function Actions({ application, onDone }: ActionProps) {
  const { clientId, state, keySet } = application
  const [open, setOpen] = useState<'rotate' | 'disable' | 'enable'>()
  const [secret, setSecret] = useState<ApplicationSaved>()
  const finish = (said: string) => {
    setOpen(undefined)
    onDone(said)
  }
  const rotated = (saved: ApplicationSaved) => {
    if (saved.clientSecret) setSecret(saved)
    finish(saved.waiting ? WAITS_FOR_APPROVAL : 'The application has a new secret. The old one stays valid for a day.')
  }
  const props = { application, onClose: () => setOpen(undefined), onDone: finish }
  return (
    <div className="actions">
      {state === 'ACTIVE' ? (
        <Button className="start" look="danger" onClick={() => setOpen('disable')}>
          Disable
        </Button>
      ) : (
        <Button className="start" look="line" onClick={() => setOpen('enable')}>
          Enable
        </Button>
      )}
      {keySet === '' && (
        <Button look="line" onClick={() => setOpen('rotate')}>
          Make a new secret
        </Button>
      )}
      <LinkButton href={changeApplicationAddress(clientId)}>Change</LinkButton>
      {open === 'rotate' && <RotateDialog {...props} onDone={rotated} />}
      {open === 'disable' && <DisableDialog {...props} />}
      {open === 'enable' && <EnableDialog {...props} />}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </div>
  )
}

type DialogProps<Done> = { application: Application; onClose: () => void; onDone: (done: Done) => void }

function RotateDialog({ application: { clientId, name }, onClose, onDone }: DialogProps<ApplicationSaved>) {
  const save = useAction(rotateApplicationSecret, onDone)
  return (
    <ReasonDialog
      heading={`Make a new secret for ${name}?`}
      save={save}
      buildBody={() => ({ clientId })}
      label="Make a new secret"
      onClose={onClose}
    >
      <p>The old secret stays valid for one day, so that the application can change without an outage.</p>
      <p>We show the new secret only once.</p>
    </ReasonDialog>
  )
}

function DisableDialog({ application: { clientId, name }, onClose, onDone }: DialogProps<string>) {
  const save = useAction(disableApplication, () => onDone(`${name} is disabled. Everyone was signed out of it.`))
  return (
    <ReasonDialog
      heading={`Disable ${name}?`}
      save={save}
      buildBody={() => ({ clientId })}
      label="Disable now"
      danger
      onClose={onClose}
    >
      <p>
        Everyone is signed out of it at once, and its tile disappears. No one can sign in until you enable it again.
      </p>
    </ReasonDialog>
  )
}

function EnableDialog({ application: { clientId, name }, onClose, onDone }: DialogProps<string>) {
  const save = useAction(enableApplication, ({ waiting }) =>
    onDone(waiting ? WAITS_FOR_APPROVAL : `${name} is enabled. People can sign in again.`),
  )
  return (
    <ReasonDialog
      heading={`Enable ${name}?`}
      save={save}
      buildBody={() => ({ clientId })}
      label="Enable"
      onClose={onClose}
    >
      <p>People can sign in to it again, with the registration as it is.</p>
    </ReasonDialog>
  )
}
