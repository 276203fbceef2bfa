import { confirmPeople, resendInvitation } from '@portico/core/access/calls'
import type { GrantAction, PersonGrant } from '@portico/core/access/shapes'
import { fullName } from '@portico/core/forms/full-name'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Alert } from '#kit/note.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { type ActWords, type GrantAct, GrantDialog } from './grant-dialog.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'

type GrantActionsProps = { grant: PersonGrant; onChange: () => void; onDone: (message: string) => void }

/** Shows the actions that the server allows. */
export function GrantActions({ grant, onChange, onDone }: GrantActionsProps) {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const finish = (message: string) => {
    close()
    onDone(message)
  }
  const resend = useAction(resendInvitation, () =>
    finish(`We sent the invitation to ${grant.email} again. The earlier link no longer works.`),
  )
  const confirm = useAction(confirmPeople, () => finish(`The access of ${fullName(grant)} is confirmed.`))
  const may = (action: GrantAction) => grant.actions.includes(action)
  if (grant.actions.length === 0) return null
  const refusal = resend.refusal ?? confirm.refusal
  return (
    <>
      {refusal && <Alert>{refusal.entity.message}</Alert>}
      <div className="grant-actions">
        {may('confirm') && (
          <Button busy={confirm.busy} onClick={() => void confirm.send({ grantIds: [grant.grantId] })}>
            Confirm access
          </Button>
        )}
        {may('resendInvitation') && (
          <Button busy={resend.busy} onClick={() => void resend.send({ accountId: grant.accountId })}>
            Send the invitation again
          </Button>
        )}
        {may('reactivate') && <Button onClick={() => setAsked('reactivate')}>Reactivate</Button>}
        {may('changePermissions') && (
          <Button look="line" onClick={onChange}>
            {may('makeAA') || may('makeAU') ? 'Change role or permissions' : 'Change permissions'}
          </Button>
        )}
        {may('suspend') && (
          <Button look="line" onClick={() => setAsked('suspend')}>
            Suspend
          </Button>
        )}
        {may('handOver') && (
          <Button look="line" onClick={() => setAsked('handOver')}>
            Hand over the SAA role
          </Button>
        )}
        {may('remove') && (
          <Button look="line" className="quiet-danger" onClick={() => setAsked('remove')}>
            {grant.accountState === 'INVITED' ? 'Cancel invitation' : 'Remove'}
          </Button>
        )}
      </div>
      {asked && <AskedDialog asked={asked} grant={grant} onClose={close} onDone={finish} />}
    </>
  )
}

type Asked = GrantAct | 'handOver'
type AskedDialogProps = { asked: Asked; grant: PersonGrant; onClose: () => void; onDone: (message: string) => void }

function AskedDialog({ asked, grant, onClose, onDone }: AskedDialogProps) {
  if (asked === 'handOver') return <HandOverDialog grant={grant} onClose={onClose} />
  const words = wordsFor(asked, grant)
  return (
    <GrantDialog
      act={asked}
      grantId={grant.grantId}
      words={words}
      reason="optional"
      onClose={onClose}
      onDone={onDone}
    />
  )
}

function wordsFor(act: GrantAct, grant: PersonGrant): ActWords {
  const name = fullName(grant)
  const scope = grant.scope.name
  if (act === 'reactivate')
    return {
      heading: `Reactivate the access of ${name}?`,
      says: `They can use ${scope} again immediately, with the same role and permissions as before.`,
      label: 'Reactivate',
      done: `The access of ${name} to ${scope} is active again. We notified them by email.`,
    }
  if (act === 'suspend')
    return {
      heading: `Suspend the access of ${name}?`,
      says: `They’re signed out immediately and can’t use ${scope} until you reactivate their access.`,
      label: 'Suspend',
      done: `The access of ${name} to ${scope} is suspended. We notified them by email.`,
    }
  return {
    heading: grant.accountState === 'INVITED' ? `Cancel the invitation of ${name}?` : `Remove the access of ${name}?`,
    says:
      grant.accountState === 'INVITED'
        ? 'The link they received will stop working.'
        : `They’re signed out immediately. To get access to ${scope} again, they need a new invitation or request.`,
    label: grant.accountState === 'INVITED' ? 'Cancel invitation' : 'Remove',
    done: `${name} no longer has access to ${scope}. We notified them by email.`,
  }
}
