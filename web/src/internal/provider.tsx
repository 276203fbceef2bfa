import { INTERNAL_PATHS } from '@portico/core/constants'
import { formatLongCalendarDay, formatMoment } from '@portico/core/forms/moments'
import { liftHold, openProvider, unlockProvider } from '@portico/core/internal/calls'
import type { Provider } from '@portico/core/internal/shapes'
import { type ComponentType, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card, TitledCard } from '#kit/card.tsx'
import { Alert, Note } from '#kit/note.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { LabelTag, Tag } from '#kit/tag.tsx'
import { TextField } from '#kit/text-field.tsx'
import { grantState, SCOPE_LABELS } from '#shell/console/access-labels.ts'
import { personAddress } from '#shell/console/console-addresses.ts'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { ageOf } from '#shell/console/due.tsx'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { useCall } from '#shell/gateway/use-call.ts'
import { useCanOpen } from '#shell/session/me.ts'
import { LOCK_LABELS, NETWORK_LABELS } from './labels.ts'

const BACK = { href: INTERNAL_PATHS.providers, label: 'Back to providers' }

/** Invites an SAA for one of the provider's scopes. */
export type InviteSaa = ComponentType<{ provider: Provider; onDone: (done: string) => void }>

/** A part of the page from another area. */
export type OfProvider = ComponentType<{ npi: string; onDone: (done: string) => void }>

type ProviderPageProps = { npi: string; Invite: InviteSaa; Suppression: OfProvider }

/** One provider: SAAs, pending requests, locks, suppression, invitation and easyReg links. */
export function ProviderPage({ npi, Invite, Suppression }: ProviderPageProps) {
  const loaded = useCall(openProvider, { query: { npi } })
  const opens = useCanOpen()
  const [done, setDone] = useState('')
  return (
    <ConsolePage heading={loaded.state === 'ready' ? loaded.entity.name : `NPI ${npi}`} back={BACK}>
      {done && (
        <Alert key={done} tone="ok">
          {done}
        </Alert>
      )}
      <Loading of={loaded} label="Loading the provider" lines={8}>
        {(provider) => (
          <div className="side-by-side">
            <div className="stack">
              <Card>
                <h2>The provider</h2>
                <SummaryList items={factsOf(provider)} />
                {opens('audit') && (
                  <p className="after-facts">
                    <a href={`${INTERNAL_PATHS.audit}?${new URLSearchParams({ npi })}`}>
                      Everything recorded about this NPI
                    </a>
                  </p>
                )}
              </Card>
              <ProviderLocks provider={provider} onDone={setDone} />
              <Suppression npi={npi} onDone={setDone} />
            </div>
            <div className="stack">
              <Administrators provider={provider} />
              <PendingRequests provider={provider} />
              <Invite provider={provider} onDone={setDone} />
              <EasyRegLinks links={provider.easyReg} />
            </div>
          </div>
        )}
      </Loading>
    </ConsolePage>
  )
}

function factsOf(provider: Provider) {
  const onFile = [provider.hasSsn && 'SSN', provider.hasTin && 'TIN'].filter(Boolean).join(' and ')
  const optional = [
    ['Location', provider.place],
    ['Region', provider.region],
    ['Plan contract since', formatLongCalendarDay(provider.contractDate)],
    ['Email on file', provider.email],
    ['Change announced in the national file', announcedChange(provider)],
  ] as const
  return [
    { term: 'NPI', value: <span className="num">{provider.npi}</span> },
    { term: 'Network', value: <LabelTag of={NETWORK_LABELS[provider.network]} /> },
    { term: 'Kind', value: provider.person ? 'Individual' : 'Organization' },
    ...optional.filter(([, value]) => value).map(([term, value]) => ({ term, value })),
    { term: 'On file for validation', value: onFile || 'Neither SSN nor TIN' },
  ]
}

/** The announced activation or deactivation, with the reasons from the file. */
function announcedChange({ changeDate, changeReasons, network }: Provider): string {
  if (!changeDate) return ''
  const becomes = network === 'DEACTIVATED' ? 'Active again' : 'Deactivated'
  const reason = changeReasons && ` (${changeReasons})`
  return `${becomes} from ${formatLongCalendarDay(changeDate)}${reason}`
}

/** A name, linked to the person if the user may open the people page. */
function PersonLink({ accountId, name }: { accountId: string; name: string }) {
  const opens = useCanOpen()
  return opens('people') ? <a href={personAddress(accountId)}>{name}</a> : name
}

/** The SAA of each scope. */
function Administrators({ provider }: { provider: Provider }) {
  return (
    <TitledCard id="saas" heading="Senior Access Administrators">
      <ul className="stacked-rows">
        {provider.scopes.map((scope) => (
          <li key={scope.entity}>
            <h3>{scope.name}</h3>
            <p className="soft small">{SCOPE_LABELS[scope.kind]}</p>
            <p>
              {scope.saaAccountId ? (
                <PersonLink accountId={scope.saaAccountId} name={scope.saaName} />
              ) : (
                <span className="soft">None yet</span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}

function PendingRequests({ provider: { waiting } }: { provider: Provider }) {
  if (waiting.length === 0) return null
  return (
    <TitledCard id="waiting" heading="Pending requests">
      <ul className="stacked-rows">
        {waiting.map((request) => (
          <li key={request.reference}>
            <p>
              <PersonLink accountId={request.accountId} name={request.name} />, {request.role},{' '}
              <span className="num">{request.reference}</span>
            </p>
            <p>
              <LabelTag of={grantState(request.state, request.contract)} />{' '}
              <span className="soft small">{ageOf(request.since)} old</span>
            </p>
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}

/** Failed attempts of the NPI, and the button that resets them. */
function ProviderLocks({ provider, onDone }: { provider: Provider; onDone: (done: string) => void }) {
  const { npi, locks, failedProofs, quizzes, failedQuizzes, failedCodes } = provider
  const [asking, setAsking] = useState(false)
  const unlock = useAction(unlockProvider, () => {
    setAsking(false)
    onDone(`NPI ${npi} is unlocked. Validation and the quiz can be tried again.`)
  })
  const counted = failedProofs.month + quizzes + failedQuizzes + failedCodes > 0
  return (
    <TitledCard id="locks" heading="Locks">
      <p>
        {locks.length === 0 && <Tag tone="ok">Not locked</Tag>}
        {locks.map((lock) => (
          <LabelTag key={lock} of={LOCK_LABELS[lock]} />
        ))}
      </p>
      <Hold provider={provider} onDone={onDone} />
      <SummaryList
        items={[
          { term: 'Failed validations in the last 6 hours', value: failedProofs.recent },
          { term: 'Failed validations in the last 30 days', value: failedProofs.month },
          { term: 'Quizzes in the last 24 hours', value: quizzes },
          { term: 'Failed quizzes since the last one passed', value: failedQuizzes },
          { term: 'Failed codes since the last one confirmed', value: failedCodes },
        ]}
      />
      {counted && provider.actions.includes('unlock') && (
        <p className="after-facts">
          <Button look="line" onClick={() => setAsking(true)}>
            Unlock
          </Button>
        </p>
      )}
      {asking && (
        <ReasonDialog
          heading={`Unlock NPI ${npi}?`}
          save={unlock}
          buildBody={() => ({ npi })}
          label="Unlock"
          onClose={() => setAsking(false)}
        >
          <p>
            This resets all failed attempts for this NPI. Do this only if you know who is trying to register. The lock
            keeps strangers from guessing.
          </p>
        </ReasonDialog>
      )}
    </TitledCard>
  )
}

/** Links for registering by signed contract, without validation and quiz. */
function EasyRegLinks({ links }: { links: Provider['easyReg'] }) {
  const [copied, setCopied] = useState('')
  const copy = async (url: string) => {
    // Without clipboard permission the user can still select the link.
    const written = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    )
    setCopied(written ? url : '')
  }
  return (
    <TitledCard id="easy-reg" heading="Registration by contract only">
      <p>
        This link skips the SSN, TIN and quiz steps. The registration always ends with a contract, which you validate.
      </p>
      {links.map((link, index) => (
        <div className="copy" key={link.url}>
          <TextField
            label={`Link for ${link.brand}`}
            name={`easyReg${index}`}
            readOnly
            wide
            value={link.url}
            onFocus={(event) => event.target.select()}
          />
          <Button look="line" aria-label={`Copy the link for ${link.brand}`} onClick={() => void copy(link.url)}>
            Copy
          </Button>
        </div>
      ))}
      <p role="status" className="small">
        {copied && 'Link copied.'}
      </p>
    </TitledCard>
  )
}

const APPROVAL_NEEDED =
  'Another administrator must approve before the hold is lifted. The approval is pending on the console’s home page.'

/** A registration hold by the provider, or objections by SAAs. */
function Hold({ provider, onDone }: { provider: Provider; onDone: (done: string) => void }) {
  const { npi, onHoldSince, objections } = provider
  const isOnHold = onHoldSince !== ''
  const done = isOnHold ? `Registration for NPI ${npi} is no longer on hold.` : 'The objection is closed.'
  const lift = useAction(liftHold, ({ waiting }) => onDone(waiting ? APPROVAL_NEEDED : done))
  if (!isOnHold && objections.length === 0) return null
  return (
    <Note tone="warn" heading={isOnHold ? 'Report of fraud: registration is on hold' : 'An administrator objects'}>
      {isOnHold && (
        <p>
          On {formatMoment(onHoldSince)} the provider reported “This was not me”. No one can register until the hold is
          lifted.
        </p>
      )}
      {objections.map(({ reference, name, since }) => (
        <p key={`${reference} ${name}`}>
          {name} objected to request <span className="num nowrap">{reference}</span> on {formatMoment(since)}.
        </p>
      ))}
      {lift.refusal && <Alert>{lift.refusal.entity.message}</Alert>}
      {provider.actions.includes('liftHold') && (
        <p>
          <Button look="line" busy={lift.busy} onClick={() => void lift.send({ npi })}>
            {isOnHold ? 'Lift the hold' : 'Close the objection'}
          </Button>
        </p>
      )}
    </Note>
  )
}
