import { listActiveAgain, restoreAccess } from '@portico/core/access/calls'
import { RESTORE_MAX } from '@portico/core/access/limits'
import type { ActiveAgain, EndedGrant } from '@portico/core/access/shapes'
import { roleWithShortName } from '@portico/core/forms/messages'
import { formatDay } from '@portico/core/forms/moments'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { CheckboxList } from '#kit/checkbox-list.tsx'
import { capitalize, countOf } from '#kit/count-of.ts'
import { EmailText } from '#kit/email-text.tsx'
import { Alert } from '#kit/note.tsx'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { useCall } from '#shell/gateway/use-call.ts'
import { useListAddress } from '#shell/lists/list-address.ts'
import { PagedEntries } from '#shell/lists/paged-table.tsx'

type ActiveAgainListProps = {
  /** Address of a person's own page, if the user has one. */
  personHref: (accountId: string) => string
  /** Who restores what this user cannot. */
  otherwise: string
}

const NPIS = { fields: {} } as const

/** NPIs that are active again, with the access that an import suspended. The user chooses what is restored. */
export function ActiveAgainList({ personHref, otherwise }: ActiveAgainListProps) {
  const address = useListAddress(NPIS)
  const list = useCall(listActiveAgain, { query: { page: address.page }, keepPrevious: true })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setIsAsking] = useState(false)
  const [done, setDone] = useState('')
  const shown = list.state === 'ready' ? list.entity.rows.flatMap(({ grants }) => grants) : []
  // Access that a colleague restored is no longer in the list.
  const kept = shown.filter(({ grantId, restorable }) => restorable && chosen.has(grantId)).slice(0, RESTORE_MAX)
  const choose = (grants: readonly EndedGrant[], checked: boolean) => {
    const next = new Set(chosen)
    for (const { grantId } of grants) checked ? next.add(grantId) : next.delete(grantId)
    setChosen(next)
    setDone('')
  }
  const canRestore = shown.some(({ restorable }) => restorable)
  return (
    <>
      {done && (
        <Alert key={done} tone="ok">
          {done}
        </Alert>
      )}
      <PagedEntries
        list={list}
        address={address}
        rowsLabel="NPIs"
        rowKey={({ npi }) => npi}
        className="entries"
        entry={(row) => <Provider {...{ row, personHref, otherwise, choose }} isChosen={(id) => chosen.has(id)} />}
        empty="No suspended access is waiting to be restored."
      />
      {canRestore && (
        <div className="actions">
          <Button disabled={kept.length === 0} onClick={() => setIsAsking(true)}>
            {kept.length > 0 ? `Restore access of ${countGrants(kept.length)}` : 'Restore access'}
          </Button>
        </div>
      )}
      {isAsking && (
        <RestoreDialog
          grants={kept}
          onClose={() => setIsAsking(false)}
          onDone={(restored) => {
            setIsAsking(false)
            setChosen(new Set())
            setDone(`${countOf(restored, 'grant is', 'grants are')} active again. We notified each person by email.`)
          }}
        />
      )}
    </>
  )
}

const countGrants = (count: number) => countOf(count, 'grant', 'grants')

type ProviderProps = ActiveAgainListProps & {
  row: ActiveAgain
  isChosen: (grantId: string) => boolean
  choose: (grants: readonly EndedGrant[], checked: boolean) => void
}

function Provider({ row, personHref, otherwise, isChosen, choose }: ProviderProps) {
  const { npi, name, activeSince, leftNetwork, grants } = row
  const restorable = grants.filter((grant) => grant.restorable)
  const chosen = restorable.filter(({ grantId }) => isChosen(grantId))
  const isNamed = name !== `NPI ${npi}`
  return (
    <>
      <h2>
        {isNamed && <>{name} </>}
        <span className="soft num">{isNamed ? npi : name}</span>
      </h2>
      <p className="soft small">Found active again on {formatDay(activeSince)}.</p>
      {leftNetwork && <p>This provider is no longer in the plan’s network, so access can’t be restored.</p>}
      <CheckboxList
        name={`npi-${npi}`}
        legend={`Suspended access to ${name}`}
        legendHidden
        {...(restorable.length > 1
          ? {
              selectAll: {
                label: `All access to ${isNamed ? name : `NPI ${npi}`}`,
                checked: chosen.length === restorable.length,
                mixed: chosen.length > 0,
                onToggle: (all: boolean) => choose(restorable, all),
              },
            }
          : {})}
        items={grants.map((grant) => ({
          id: grant.grantId,
          label: <Grant grant={grant} note={grant.restorable || leftNetwork ? '' : otherwise} />,
          checked: grant.restorable && isChosen(grant.grantId),
          disabled: !grant.restorable,
          trailing: (
            <a href={personHref(grant.accountId)} aria-label={`View ${grant.name}`}>
              View
            </a>
          ),
        }))}
        onToggle={(id, checked) =>
          choose(
            grants.filter(({ grantId }) => grantId === id),
            checked,
          )
        }
      />
    </>
  )
}

function Grant({ grant, note }: { grant: EndedGrant; note: string }) {
  return (
    <>
      <b>{grant.name}</b>
      <span className="under soft small">
        {roleWithShortName(grant.role)}, <EmailText of={grant.email} />, suspended on {formatDay(grant.suspendedOn)}
        {note && <>. {note}</>}
      </span>
    </>
  )
}

type RestoreDialogProps = { grants: readonly EndedGrant[]; onClose: () => void; onDone: (restored: number) => void }

function RestoreDialog({ grants, onClose, onDone }: RestoreDialogProps) {
  const save = useAction(restoreAccess, ({ restored }) => onDone(restored))
  const people = new Set(grants.map(({ accountId }) => accountId)).size
  return (
    <ReasonDialog
      heading={`Restore access of ${countGrants(grants.length)}?`}
      save={save}
      buildBody={(reason) => ({ grantIds: grants.map(({ grantId }) => grantId), reason })}
      label="Restore access"
      reason="required"
      hint="The people will see this, and it is recorded."
      onClose={onClose}
    >
      <p>
        {grants.length === 1
          ? 'The person can use this access again as before.'
          : `${capitalize(countOf(people, 'person', 'people'))} can use all ${grants.length} grants again as before. We restore all of them or nothing.`}
      </p>
    </ReasonDialog>
  )
}
