import { DEMO_PATH, PROVIDER_PATHS } from '@portico/core/constants'
import {
  DEMO_APPS,
  DEMO_PATIENTS_FILE,
  type DemoAccount,
  type DemoBook,
  type DemoLink,
  type DemoScenario,
} from '@portico/core/demo-book'
import { useEffect, useId, useState } from 'react'
import { Button, LinkButton } from '#kit/button.tsx'
import { Card, TitledCard } from '#kit/card.tsx'
import { type Column, DataTable } from '#kit/data-table.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { brandNames } from '#shell/brands/brand-names.ts'
import { Hero, Page } from '#shell/layout/layout.tsx'
import { AREAS } from '#shell/router/area.ts'
import { loadDemoBook, resetScenario } from './demo-calls.ts'
import { DemoMailbox } from './demo-mailbox.tsx'
import { type Loadable, Loaded } from './loaded.tsx'

/** The tester's page: scenarios with identity facts, accounts and the mailbox. */
export function DemoPage() {
  const [book, setBook] = useState<Loadable<DemoBook>>(null)
  useEffect(() => {
    loadDemoBook().then(setBook, () => setBook('failed'))
  }, [])
  return (
    <>
      <Hero>
        <PageHeading>Try Portico</PageHeading>
        <p>
          Everyone here is fictional. Pick a provider, start a registration, and reset the scenario when you’re done.
        </p>
      </Hero>
      <Page over>
        <Loaded value={book} what="scenarios" lines={6}>
          {(loaded) => <Book book={loaded} />}
        </Loaded>
      </Page>
    </>
  )
}

function Book({ book }: { book: DemoBook }) {
  return (
    <div className="stack">
      <Card>
        <div className="row">
          <LinkButton href={PROVIDER_PATHS.registration}>Start a registration</LinkButton>
          <LinkButton look="line" href="#mailbox">
            Open the demo mailbox
          </LinkButton>
          <OtherBrandLinks />
        </div>
      </Card>
      {book.accounts.length > 0 && (
        <Card>
          <DataTable
            caption="Accounts to sign in with"
            columns={ACCOUNT_COLUMNS}
            rows={book.accounts}
            rowKey={(account) => account.username}
          />
        </Card>
      )}
      <Links links={book.links} />
      <Patients list={book.patients} />
      <TitledCard id="applications" heading="Sign-on for other applications">
        <p>These applications have no users of their own. Sign in to one, then open the other.</p>
        <ul>
          {Object.entries(DEMO_APPS).map(([id, name]) => (
            <li key={id}>
              <a href={`${DEMO_PATH}/${id}`}>{name}</a>
            </li>
          ))}
        </ul>
      </TitledCard>
      <h2>Scenarios</h2>
      <div className="cards">
        {book.scenarios.map((scenario) => (
          <ScenarioCard key={scenario.npi} scenario={scenario} />
        ))}
      </div>
      <DemoMailbox />
    </div>
  )
}

function Links({ links }: { links: DemoLink[] }) {
  if (links.length === 0) return null
  return (
    <TitledCard id="links" heading="Mailed links">
      <dl className="summary">
        {links.map((link) => (
          <div key={link.address}>
            <dt>
              <a href={link.address}>{link.title}</a>
            </dt>
            <dd>{[link.see, ...link.facts.map((fact) => `${fact.label}: ${fact.value}`)].join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </TitledCard>
  )
}

/** A schedule to paste or to choose as a file. */
function Patients({ list }: { list: string }) {
  const id = useId()
  return (
    <TitledCard id="patients" heading="Today’s patients">
      <p>
        As <code>demosaa</code>, open <a href={PROVIDER_PATHS.eligibilityList}>Check a list of members</a>. Paste these
        rows, or choose <a href={`${DEMO_PATH}/${DEMO_PATIENTS_FILE}`}>the same list as a CSV file</a>. The results
        differ: covered here and elsewhere, ended, not found, mistyped.
      </p>
      <label className="visually-hidden" htmlFor={id}>
        Today’s patients, to copy
      </label>
      <textarea
        className="input num"
        id={id}
        readOnly
        rows={list.split('\n').length + 1}
        wrap="off"
        value={list}
        onFocus={({ target }) => target.select()}
      />
    </TitledCard>
  )
}

const ACCOUNT_COLUMNS: Column<DemoAccount>[] = [
  { key: 'role', header: 'Role' },
  { key: 'username', header: 'User name', cell: (account) => <code>{account.username}</code> },
  { key: 'password', header: 'Password', cell: (account) => <code>{account.password}</code> },
  {
    key: 'area',
    header: 'Where',
    cell: (account) => <a href={AREAS[account.area].login}>Sign in to {account.area}</a>,
  },
]

function OtherBrandLinks() {
  const { hostname, port, protocol } = location
  const others = brandNames.filter((brand) => brand.demoHost !== hostname)
  if (others.length === brandNames.length) return null
  return others.map(({ id, name, demoHost }) => (
    <a key={id} href={`${protocol}//${demoHost}${port && `:${port}`}${DEMO_PATH}`}>
      {others.length === 1 ? 'See the other brand' : `See ${name}`}
    </a>
  ))
}

type ResetState = 'idle' | 'busy' | 'done' | 'failed'

function ScenarioCard({ scenario }: { scenario: DemoScenario }) {
  const [reset, setReset] = useState<ResetState>('idle')
  const startOver = () => {
    setReset('busy')
    resetScenario(scenario.npi).then(
      () => setReset('done'),
      () => setReset('failed'),
    )
  }
  return (
    <Card as="section" quiet aria-labelledby={`npi-${scenario.npi}`}>
      <h3 className="num" id={`npi-${scenario.npi}`}>
        {scenario.npi}
      </h3>
      <p>{scenario.who}</p>
      <p>
        <b>To see:</b> {scenario.see}
      </p>
      {scenario.facts.length > 0 && (
        <SummaryList items={scenario.facts.map((fact) => ({ term: fact.label, value: fact.value }))} />
      )}
      {scenario.resettable && (
        <div className="actions">
          <span role="status" className="start small">
            {reset === 'done' && 'The scenario is reset.'}
            {reset === 'failed' && 'This did not work. Please try again.'}
          </span>
          <Button look="line" busy={reset === 'busy'} onClick={startOver} aria-describedby={`npi-${scenario.npi}`}>
            Reset this scenario
          </Button>
        </div>
      )}
    </Card>
  )
}
