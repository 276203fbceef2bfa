import { INTERNAL_PATHS } from '@portico/core/constants'
import { writeTotal } from '@portico/core/forms/amounts'
import { home as homeCall } from '@portico/core/internal/calls'
import { FUNNEL_DAYS } from '@portico/core/internal/limits'
import type { Home } from '@portico/core/internal/shapes'
import type { ReactNode } from 'react'
import { Card, TitledCard } from '#kit/card.tsx'
import { capitalize, countOf } from '#kit/count-of.ts'
import { Note } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { activeAgainAddress, personAddress } from '#shell/console/console-addresses.ts'
import { ageOf } from '#shell/console/due.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { Hero, Page } from '#shell/layout/layout.tsx'
import { useListAddress } from '#shell/lists/list-address.ts'
import { oneOf } from '#shell/lists/list-declaration.ts'
import { usePage } from '#shell/router/pages.ts'
import { useCanOpen, useMe } from '#shell/session/me.ts'
import { FactorOffer } from '#shell/sign-in/factor-offer.tsx'
import { ApplicationTiles } from '#shell/sign-on-hub/application-tiles.tsx'
import { Funnel } from './funnel.tsx'
import { IMPORT_KIND_LABELS } from './labels.ts'

const REGISTRATIONS = { fields: { days: oneOf(FUNNEL_DAYS, '30') } } as const

/** Console home: pending items, their age, and this week's decisions. */
export function InternalHome({ contracts, approvals }: { contracts: ReactNode; approvals: ReactNode }) {
  const me = useMe()
  const opens = useCanOpen()
  const address = useListAddress(REGISTRATIONS)
  const home = useCall(homeCall, { query: { days: address.filter.days }, keepPrevious: true })
  return (
    <>
      <Hero>
        <PageHeading title={usePage().title}>
          {me.state === 'ready' ? `Hello, ${me.entity.firstName}` : 'Hello'}
        </PageHeading>
        <p>Here’s what needs your attention today.</p>
      </Hero>
      <Page over>
        <div className="stack">
          {home.state === 'ready' && <FraudReports home={home.entity} />}
          {home.state === 'ready' && <OwnerChecks home={home.entity} />}
          {home.state === 'ready' && <OverdueImports home={home.entity} />}
          {me.state === 'ready' && <FactorOffer me={me.entity} profile={INTERNAL_PATHS.profile} />}
          {opens('staff') && approvals}
          <ApplicationTiles />
          {opens('contracts') && (
            <Card as="section" aria-labelledby="contracts">
              <h2 id="contracts">
                <a href={INTERNAL_PATHS.contracts}>Contracts</a>
              </h2>
              {contracts}
            </Card>
          )}
          <Loading of={home} label="Loading the numbers">
            {(numbers) => (
              <>
                <AlsoWaiting home={numbers} />
                <Funnel funnel={numbers.funnel} chosen={address.selectProps('days')} />
              </>
            )}
          </Loading>
        </div>
      </Page>
    </>
  )
}

/** Reports of fraud come before everything else. */
function FraudReports({ home: { fraudReports } }: { home: Home }) {
  if (!fraudReports?.waiting) return null
  const { waiting, oldest } = fraudReports
  return (
    <Note tone="bad" heading={countOf(waiting, 'provider reported fraud', 'providers reported fraud')}>
      <p>
        They answered “This was not me”. Registration for them is on hold until you review it. Oldest: {ageOf(oldest)}.
      </p>
      <p>
        <a href={INTERNAL_PATHS.providers}>Review reports of fraud</a>
      </p>
    </Note>
  )
}

/** Accounts whose owner reported 'This was not me' and has no earlier factor to sign in with. */
function OwnerChecks({ home: { ownerChecks } }: { home: Home }) {
  if (!ownerChecks?.waiting) return null
  const { waiting, oldest } = ownerChecks
  return (
    <Note
      tone="warn"
      heading={countOf(waiting, 'account needs its owner confirmed', 'accounts need their owner confirmed')}
    >
      <p>
        They answered “This was not me” and can’t sign in until you confirm by phone who they are.
        {waiting > oldest.length && ` These are the ${oldest.length} oldest.`}
      </p>
      <ul>
        {oldest.map(({ accountId, name, since }) => (
          <li key={accountId}>
            <a href={personAddress(accountId)}>{name}</a> <span className="small">Waiting: {ageOf(since)}</span>
          </li>
        ))}
      </ul>
    </Note>
  )
}

/** The pages of offices and members show data that is older than the plan allows. */
function OverdueImports({ home: { overdueImports } }: { home: Home }) {
  if (!overdueImports?.length) return null
  return (
    <Note
      tone="warn"
      heading={countOf(overdueImports.length, 'kind of imported data is too old', 'kinds of imported data are too old')}
    >
      <p>
        {overdueImports.map((kind) => IMPORT_KIND_LABELS[kind]).join(', ')}.{' '}
        <a href={INTERNAL_PATHS.imports}>See the last imports</a>
      </p>
    </Note>
  )
}

type Row = { href: string; label: string; detail: string }

/** The server returns only the figures for the user's role. */
function rowsOf({ requests, directoryChanges, activeAgain = 0, objections = 0, lockedProviders, mail }: Home): Row[] {
  const rows: (Row | undefined)[] = [
    requests && {
      href: INTERNAL_PATHS.requests,
      label: capitalize(countOf(requests.waiting, 'request needs a staff decision', 'requests need a staff decision')),
      detail: requests.waiting.total
        ? `Oldest: ${ageOf(requests.oldest)}. Decided this week: ${requests.decidedThisWeek}.`
        : `Decided this week: ${requests.decidedThisWeek}.`,
    },
    directoryChanges && {
      href: INTERNAL_PATHS.changes,
      label: countOf(directoryChanges.waiting, 'directory change to decide', 'directory changes to decide'),
      detail: describeChanges(directoryChanges),
    },
    activeAgain
      ? {
          href: activeAgainAddress,
          label: countOf(activeAgain, 'NPI is active again', 'NPIs are active again'),
          detail: 'Access that was suspended with them waits to be restored.',
        }
      : undefined,
    objections
      ? {
          href: INTERNAL_PATHS.providers,
          label: countOf(objections, 'provider has an objection', 'providers have an objection'),
          detail: 'An administrator objects to a request for their own role.',
        }
      : undefined,
    lockedProviders === undefined
      ? undefined
      : {
          href: INTERNAL_PATHS.providers,
          label: countOf(lockedProviders, 'provider is locked', 'providers are locked'),
          detail: 'After too many failed validations or quizzes.',
        },
    mail && {
      href: `${INTERNAL_PATHS.mail}?state=${mail.givenUp.total > 0 ? 'GIVEN_UP' : 'WAITING'}`,
      label: countOf(mail.waiting, 'email is waiting to be sent', 'emails are waiting to be sent'),
      detail:
        mail.givenUp.total > 0
          ? `${capitalize(writeTotal(mail.givenUp))} could not be delivered.`
          : 'No emails failed.',
    },
  ]
  return rows.filter((row) => row !== undefined)
}

function describeChanges({ waiting, overdue, disputed, oldest }: NonNullable<Home['directoryChanges']>): string {
  if (waiting === 0) return 'Changes that offices ask for.'
  const marks = [overdue > 0 && `Overdue: ${overdue}.`, disputed > 0 && `Disputed: ${disputed}.`]
  return [`Oldest: ${ageOf(oldest)}.`, ...marks].filter(Boolean).join(' ')
}

function AlsoWaiting({ home }: { home: Home }) {
  const rows = rowsOf(home)
  if (rows.length === 0) return null
  return (
    <TitledCard id="also-waiting" heading="Also waiting">
      <ul className="links described across">
        {rows.map((row) => (
          <li key={row.label}>
            <a href={row.href}>{row.label}</a>
            <span className="soft small">{row.detail}</span>
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}
