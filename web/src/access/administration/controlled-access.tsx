import { listControlledAccess } from '@portico/core/access/calls'
import { permissionLabel } from '@portico/core/access/permissions'
import type { ControlledAccess as Controlled } from '@portico/core/access/shapes'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { roleWithShortName } from '@portico/core/forms/messages'
import { formatDay } from '@portico/core/forms/moments'
import { LinkButton } from '#kit/button.tsx'
import { Card, TitledCard } from '#kit/card.tsx'
import { EmailText } from '#kit/email-text.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { LabelTag } from '#kit/tag.tsx'
import { grantState } from '#shell/console/access-labels.ts'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { Page, ProviderServices } from '#shell/layout/layout.tsx'
import { useMe } from '#shell/session/me.ts'
import { scopeDetail } from '../grants/labels.ts'

type ControlledGrant = Controlled[number]

/** The user's access and who can change it. */
export function ControlledAccess() {
  const access = useCall(listControlledAccess)
  const me = useMe()
  const canRequest = me.state === 'ready' && me.entity.active
  return (
    <Page aside>
      <div className="stack">
        <div className="flow">
          <PageHeading>Who controls your access</PageHeading>
          <p>These people can change or suspend your access. Contact them first.</p>
        </div>
        {access.state === 'ready' && access.entity.length > 0 ? (
          access.entity.map((grant) => <GrantCard key={grant.grantId} grant={grant} />)
        ) : (
          <Card>
            <Loading of={access} label="Loading your access">
              {() => <p>You don’t have access right now.</p>}
            </Loading>
          </Card>
        )}
      </div>
      <TitledCard as="aside" id="need-more" heading="Need more?">
        {canRequest ? (
          <>
            <p>Request another provider, group or role. We’ll email the person who decides.</p>
            <LinkButton look="line" href={PROVIDER_PATHS.additionalAccess}>
              Request additional access
            </LinkButton>
          </>
        ) : (
          <p>While your access is suspended, please contact the people listed here.</p>
        )}
        <h2 className="aside-heading">Questions?</h2>
        <ProviderServices />
      </TitledCard>
    </Page>
  )
}

function GrantCard({ grant }: { grant: ControlledGrant }) {
  const headingId = `grant-${grant.grantId}`
  return (
    <Card as="section" aria-labelledby={headingId}>
      <div className="card-head">
        <h2 id={headingId}>{grant.scope.name}</h2>
        <LabelTag of={grantState(grant.state)} />
      </div>
      <SummaryList
        across
        items={[
          { term: 'Type', value: scopeDetail(grant.scope) },
          { term: 'Your role', value: `${roleWithShortName(grant.role)} since ${formatDay(grant.since)}` },
          { term: 'You can use', value: grant.permissions.map(permissionLabel).join(', ') },
          ...(grant.suspendedReason ? [{ term: 'Reason for suspension', value: grant.suspendedReason }] : []),
          { term: 'Controlled by', value: <Administrators grant={grant} /> },
        ]}
      />
    </Card>
  )
}

/** Without administrators the plan is in charge, as it is for an SAA. */
function Administrators({ grant: { administrators, role } }: { grant: ControlledGrant }) {
  if (administrators.length === 0)
    return role === 'SAA' ? 'You, and Provider Services' : 'Provider Services, because there is no administrator'
  return (
    <ul className="bare">
      {administrators.map((person) => (
        <li key={person.email}>
          {person.name} <span className="soft small">{roleWithShortName(person.role)}</span>
          <span className="under small">
            <a href={`mailto:${person.email}`}>
              <EmailText of={person.email} />
            </a>
          </span>
        </li>
      ))}
    </ul>
  )
}
