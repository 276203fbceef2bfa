import { decideRequest, listRequests } from '@portico/core/access/calls'
import { completePermissions } from '@portico/core/access/permissions'
import type { WaitingRequest } from '@portico/core/access/request-shapes'
import { endWithPeriod } from '@portico/core/forms/formats'
import { roleWithShortName } from '@portico/core/forms/messages'
import { listDetails } from '@portico/core/forms/person-details'
import { type ReactNode, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Alert } from '#kit/note.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { CompetingRequestLines } from '#shell/console/competing-requests.tsx'
import { WarningLines } from '#shell/console/warnings.tsx'
import { PermissionChoice } from '#shell/forms/permission-choice.tsx'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { useCall } from '#shell/gateway/use-call.ts'
import { type Shortcuts, useShortcuts } from '#shell/lists/shortcuts.tsx'
import { scopesOf } from '../../grants/labels.ts'
import { EmailTags, UnverifiedNote } from './applicant.tsx'

/** One pending request. The page keeps showing it after a decision removes it from the list. */
export function useWaitingRequest(reference: string | undefined) {
  const requests = useCall(listRequests, { query: { reference } })
  const [shown, setShown] = useState<WaitingRequest>()
  const found = requests.state === 'ready' ? requests.entity.rows.find((one) => one.reference === reference) : undefined
  if (found && found !== shown) setShown(found)
  return { requests, request: found ?? shown }
}

export type DecisionWords = {
  approve: string
  /** Message on the next page. Delayed decisions are shown there without it. */
  approved?: string
  /** Confirmation before access is given. */
  sure?: { heading: string; says: string }
  deny: string
  denying: string
  /** Label of the confirming button, if it differs from `deny`. */
  denyNow?: string
  denied?: string
}

type Fact = { term: string; value: ReactNode }
type DecisionProps = {
  request: WaitingRequest
  facts: readonly Fact[]
  words: DecisionWords
  /** Opens the next page with a message. */
  onDone: (said: string) => void
  /** Delays the decision, so that the next page can undo it. */
  holdSeconds?: number
  /** Enables the keys V and R. */
  keys?: boolean
  /** Suggested reasons for a rejection. */
  templates?: readonly string[]
}

/** Shows a request and accepts it, fully or with fewer permissions, or rejects it with a reason. */
export function Decision({ request, facts, words, onDone, keys = false, ...options }: DecisionProps) {
  const { reference, canTrim } = request
  const delay = options.holdSeconds ? { holdSeconds: options.holdSeconds } : {}
  // Only the minimum, so that the decider chooses everything else.
  const [chosen, setChosen] = useState<string[]>([])
  const [asking, setAsking] = useState<'approve' | 'deny'>()
  const close = () => setAsking(undefined)
  const approve = useAction(decideRequest, () => onDone(words.approved ?? ''))
  const approval = {
    reference,
    decision: 'approve' as const,
    ...(canTrim ? { permissions: completePermissions(chosen) } : {}),
    ...delay,
  }
  const isOnHold = request.onHoldSince !== ''
  const press = () => (words.sure ? setAsking('approve') : void approve.send(approval))
  useShortcuts(
    keys
      ? {
          ...(isOnHold ? {} : { v: { label: words.approve, run: press } }),
          r: { label: words.deny, run: () => setAsking('deny') },
        }
      : NO_SHORTCUTS,
  )
  return (
    <>
      {approve.refusal && !asking && <Alert>{approve.refusal.entity.message}</Alert>}
      <UnverifiedNote request={request} />
      <SummaryList across items={facts} />
      {canTrim && <GrantedFunctions request={request} chosen={chosen} onChange={setChosen} />}
      <div className="actions">
        <Button look="line" onClick={() => setAsking('deny')}>
          {words.deny}
        </Button>
        {!isOnHold && (
          <Button busy={approve.busy} onClick={press}>
            {words.approve}
          </Button>
        )}
      </div>
      {asking === 'approve' && words.sure && (
        <ReasonDialog
          heading={words.sure.heading}
          save={approve}
          buildBody={() => approval}
          label={words.approve}
          onClose={close}
        >
          <p>{words.sure.says}</p>
          <CompetingRequestLines requests={request.competing} />
          <WarningLines about={request} />
        </ReasonDialog>
      )}
      {asking === 'deny' && <Denial {...{ request, words, onDone, ...options }} onClose={close} />}
    </>
  )
}

const NO_SHORTCUTS: Shortcuts = {}

const grantableOf = ({ permissions, givable }: WaitingRequest) => permissions.filter((id) => givable.includes(id))

type GrantedFunctionsProps = Pick<Parameters<typeof PermissionChoice>[0], 'chosen' | 'onChange'> & {
  request: WaitingRequest
}

function GrantedFunctions({ request, ...choice }: GrantedFunctionsProps) {
  const offered = grantableOf(request)
  return (
    <PermissionChoice
      legend="What should they be able to use?"
      offered={offered}
      locked={request.permissions.filter((id) => !offered.includes(id))}
      {...choice}
    />
  )
}

type DenialProps = Omit<DecisionProps, 'facts' | 'keys'> & { onClose: () => void }

function Denial({ request, words, onDone, holdSeconds, templates = [], onClose }: DenialProps) {
  const deny = useAction(decideRequest, () => onDone(words.denied ?? ''))
  return (
    <ReasonDialog
      heading={words.denying}
      save={deny}
      buildBody={(reason) => ({
        reference: request.reference,
        decision: 'deny' as const,
        reason,
        ...(holdSeconds ? { holdSeconds } : {}),
      })}
      templates={templates}
      label={words.denyNow ?? words.deny}
      danger
      reason="required"
      onClose={onClose}
    >
      <p>They won’t get access to {endWithPeriod(scopesOf(request))} They can ask again.</p>
    </ReasonDialog>
  )
}

type FactsOptions = { scopes: ReactNode; writeTime: (iso: string) => string; more?: readonly Fact[] }

/** Facts about a request, for administrators and plan staff. */
export const factsOf = (request: WaitingRequest, { scopes, writeTime, more = [] }: FactsOptions): Fact[] => [
  { term: 'Requested role', value: roleWithShortName(request.role) },
  { term: 'Access to', value: scopes },
  ...more,
  {
    term: 'Email',
    value: (
      <>
        {request.email} <EmailTags request={request} />
      </>
    ),
  },
  ...listDetails(request).map(({ field, term, value }) => ({
    term,
    value: field === 'phone' ? <span className="num">{value}</span> : value,
  })),
  { term: 'Requested on', value: writeTime(request.requestedOn) },
  ...(request.expiresOn ? [{ term: 'Expires on', value: writeTime(request.expiresOn) }] : []),
  { term: 'Reference', value: <span className="num">{request.reference}</span> },
]
