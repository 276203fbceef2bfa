import { PERMISSIONS, permissionLabel } from '@portico/core/access/permissions'
import { DEMO_PATH } from '@portico/core/constants'
import {
  DEMO_APP_IDS,
  DEMO_APPS,
  type DemoAccess,
  type DemoAppId,
  type DemoAppState,
  type DemoMayReply,
} from '@portico/core/demo-book'
import { type FormEvent, useEffect, useState } from 'react'
import { Button, LinkButton } from '#kit/button.tsx'
import { Card, TitledCard } from '#kit/card.tsx'
import { type Column, DataTable } from '#kit/data-table.tsx'
import { Alert, Note } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { SelectField } from '#kit/select-field.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { DigitsField } from '#kit/text-field.tsx'
import { Hero, Page } from '#shell/layout/layout.tsx'
import { askMay, loadDemoApp, refreshDemoApp } from './demo-calls.ts'
import { type Loadable, Loaded } from './loaded.tsx'

type SignedIn = Extract<DemoAppState, { signedIn: true }>

/** A demo application: an ordinary OpenID client that shows what the portal sends it. */
export function DemoAppPage({ app }: { app: DemoAppId }) {
  const [state, setState] = useState<Loadable<DemoAppState>>(null)
  useEffect(() => {
    loadDemoApp(app).then(setState, () => setState('failed'))
  }, [app])
  return (
    <>
      <Hero>
        <PageHeading>{DEMO_APPS[app]}</PageHeading>
        <p>A demo application. It has no users of its own: the portal signs them in.</p>
      </Hero>
      <Page over>
        <div className="stack">
          <Loaded value={state} what="application" lines={4}>
            {(loaded) =>
              loaded.signedIn ? (
                <Person app={app} person={loaded} onRefreshed={setState} />
              ) : (
                <Welcome app={app} problem={loaded.problem} />
              )
            }
          </Loaded>
          <OtherPages app={app} />
        </div>
      </Page>
    </>
  )
}

function Welcome({ app, problem }: { app: DemoAppId; problem: string | null }) {
  return (
    <TitledCard id="sign-in" heading="You are not signed in here">
      {problem && <Alert tone="warn">{describeProblem(problem)}</Alert>}
      <ol>
        <li>This application sends your browser to the portal.</li>
        <li>You sign in there, unless you are signed in already. Your password stays with the portal.</li>
        <li>The portal sends you back, and tells this application who you are and which offices you act for.</li>
      </ol>
      <div className="row">
        <LinkButton href={`${DEMO_PATH}/${app}/sign-in`}>Sign in with the portal</LinkButton>
        <LinkButton look="line" href={`${DEMO_PATH}/${app}/sign-in?factor=1`}>
          Sign in with a second factor
        </LinkButton>
      </div>
    </TitledCard>
  )
}

const PROBLEMS: Record<string, string> = {
  access_denied: 'You did not agree to share your data, so you are not signed in.',
  invalid_grant: 'The portal ended your access to this application. Sign in again to go on.',
  invalid_token: 'The portal ended your access to this application. Sign in again to go on.',
}
const describeProblem = (code: string): string => PROBLEMS[code] ?? `You could not be signed in (${code}).`

type PersonProps = { app: DemoAppId; person: SignedIn; onRefreshed: (state: DemoAppState) => void }

function Person({ app, person, onRefreshed }: PersonProps) {
  const [refresh, setRefresh] = useState<'idle' | 'busy' | 'done' | 'failed'>('idle')
  const renew = () => {
    setRefresh('busy')
    refreshDemoApp(app).then(
      (state) => {
        onRefreshed(state)
        setRefresh('done')
      },
      () => setRefresh('failed'),
    )
  }
  return (
    <>
      <TitledCard id="person" heading={`You are ${person.name}`}>
        <SummaryList items={describePerson(person)} />
        <div className="actions">
          <span role="status" className="start small">
            {refresh === 'done' && 'The application has new tokens, with your access as it is now.'}
            {refresh === 'failed' && 'This did not work. Please try again.'}
          </span>
          <Button look="line" busy={refresh === 'busy'} onClick={renew}>
            Refresh
          </Button>
          <LinkButton href={`${DEMO_PATH}/${app}/sign-out`}>Sign out everywhere</LinkButton>
        </div>
      </TitledCard>
      {person.access.length > 0 && (
        <Card>
          <DataTable
            caption="Offices you act for"
            columns={ACCESS_COLUMNS}
            rows={person.access}
            rowKey={({ level, id }) => `${level}:${id}`}
          />
        </Card>
      )}
      <MayForm app={app} />
      <Card>
        <details className="answer">
          <summary>All claims, as the application received them</summary>
          <pre className="mail-text">{JSON.stringify(person.claims, null, 2)}</pre>
        </details>
      </Card>
    </>
  )
}

const SIGNED_IN_BY: Record<SignedIn['signedInBy'], string> = {
  password: 'With a password',
  secondFactor: 'With a password and a second factor',
  passkey: 'With a passkey',
}

const describePerson = ({ email, signedInBy, staffRoles, isMember, claims }: SignedIn) => [
  ...(email ? [{ term: 'Email', value: email }] : []),
  { term: 'How you signed in', value: SIGNED_IN_BY[signedInBy] },
  ...(staffRoles.length > 0 ? [{ term: 'Plan staff', value: staffRoles.join(', ') }] : []),
  ...(isMember ? [{ term: 'Member', value: 'Yes' }] : []),
  { term: 'Your ID here', value: <code className="wrap">{String(claims.sub)}</code> },
]

const LEVELS = { NPI: 'NPI', PG: 'Group', PO: 'Organization' } as const

const ACCESS_COLUMNS: Column<DemoAccess>[] = [
  { key: 'name', header: 'Name' },
  { key: 'id', header: 'ID', cell: ({ level, id }) => `${LEVELS[level]} ${id}` },
  { key: 'role', header: 'Role' },
  {
    key: 'permissions',
    header: 'Permissions',
    cell: ({ permissions }) => permissions.map(permissionLabel).join(', ') || 'None',
  },
]

const OPTIONS = PERMISSIONS.map(({ referenceId, referenceShortDesc }) => ({
  value: referenceId,
  label: referenceShortDesc,
}))

/** Asks the portal about one NPI, as a tool does before it shows something. */
function MayForm({ app }: { app: DemoAppId }) {
  const [answer, setAnswer] = useState<DemoMayReply | null>(null)
  const [busy, setBusy] = useState(false)
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setBusy(true)
    askMay(app, String(fields.get('npi')), String(fields.get('permission')))
      .catch(() => ({ error: 'no_reply' }))
      .then(setAnswer)
      .finally(() => setBusy(false))
  }
  return (
    <TitledCard id="may" heading="May you act for an NPI?">
      <p>The application asks the portal each time, so it needs no list of its own.</p>
      <form className="stack" onSubmit={ask} noValidate>
        <DigitsField label="NPI" name="npi" digits={10} defaultValue="1400000026" />
        <SelectField label="Permission" name="permission" options={OPTIONS} />
        <div className="row">
          <Button type="submit" busy={busy}>
            Ask the portal
          </Button>
        </div>
        <div role="status">{answer && <Answer answer={answer} />}</div>
      </form>
    </TitledCard>
  )
}

const MAY_PROBLEMS: Record<string, string> = {
  invalid_token: 'The portal no longer accepts this sign-in. Refresh, or sign in again.',
  malformed_npi: 'This is not an NPI. Please check the number.',
  too_many_requests: 'The application asked too often. Please wait a minute.',
}

function Answer({ answer }: { answer: DemoMayReply }) {
  if ('error' in answer)
    return <Note tone="warn">{MAY_PROBLEMS[answer.error] ?? 'The portal did not reply. Please try again.'}</Note>
  return answer.may ? (
    <Note tone="ok">Yes, you may do this now.</Note>
  ) : (
    <Note tone="bad">No, you may not do this now.</Note>
  )
}

function OtherPages({ app }: { app: DemoAppId }) {
  const others = DEMO_APP_IDS.filter((id) => id !== app)
  return (
    <Card>
      <div className="row">
        {others.map((id) => (
          <a key={id} href={`${DEMO_PATH}/${id}`}>
            Open the {DEMO_APPS[id]}
          </a>
        ))}
        <a href={DEMO_PATH}>Back to the demo page</a>
      </div>
    </Card>
  )
}
