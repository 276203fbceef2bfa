import { reactivateGrant, removeGrant, suspendGrant } from '@portico/core/access/calls'
import type { Call } from '@portico/core/call'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { useAction } from '#shell/gateway/use-action.ts'

/** Actions that remove or restore access. */
export type GrantAct = 'suspend' | 'reactivate' | 'remove'

type GrantCall = Call<(typeof suspendGrant | typeof reactivateGrant | typeof removeGrant)['described']>
const CALLS: Record<GrantAct, GrantCall> = { suspend: suspendGrant, reactivate: reactivateGrant, remove: removeGrant }

export type ActWords = { heading: string; says: string; label: string; done: string }

type GrantDialogProps = {
  act: GrantAct
  grantId: string
  words: ActWords
  /** Whether a reason is required to suspend or remove access. */
  reason: 'optional' | 'required'
  onClose: () => void
  onDone: (message: string) => void
}

/** Confirmation before access is suspended, removed or reactivated. */
export function GrantDialog({ act, grantId, words, reason, onClose, onDone }: GrantDialogProps) {
  const save = useAction(CALLS[act], () => onDone(words.done))
  const takesAway = act !== 'reactivate'
  return (
    <ReasonDialog
      heading={words.heading}
      save={save}
      buildBody={(given) => ({ grantId, ...(given ? { reason: given } : {}) })}
      label={words.label}
      danger={takesAway}
      {...(takesAway ? { reason } : {})}
      onClose={onClose}
    >
      <p>{words.says}</p>
    </ReasonDialog>
  )
}
