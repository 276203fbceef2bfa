import { ACCESS_PAGES } from '@portico/core/access/pages'
import { leaveAsSaa, withdrawSuccessor } from '@portico/core/access/successor-calls'
import type { OwnScope } from '@portico/core/access/successor-shapes'
import { endWithPeriod } from '@portico/core/forms/formats'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { useNavigateWithMessage } from '#shell/layout/done-message.tsx'
import type { Naming, OwnProps } from './own-props.ts'

type WithdrawProps = OwnProps & { naming: Naming; onClose: () => void }

/** Confirmation before the naming ends. */
export function WithdrawDialog({ own: { scope }, naming, onDone, onClose }: WithdrawProps) {
  const { successorId, name } = naming
  const save = useAction(withdrawSuccessor, () => {
    onClose()
    onDone(`${name} is no longer your successor for ${endWithPeriod(scope.name)}`)
  })
  return (
    <ReasonDialog
      heading={`Withdraw ${name} as your successor?`}
      save={save}
      buildBody={() => ({ successorId })}
      label="Withdraw"
      danger
      onClose={onClose}
    >
      <p>
        No one takes over for {scope.name} until you name someone else. We’ll notify {name} by email.
      </p>
    </ReasonDialog>
  )
}

/** Confirmation before the SAA ends their own access. */
export function LeaveDialog({ own: { grantId, scope, naming }, onClose }: { own: OwnScope; onClose: () => void }) {
  const go = useNavigateWithMessage()
  const save = useAction(leaveAsSaa, () =>
    go(ACCESS_PAGES.people, `You gave up your access to ${endWithPeriod(scope.name)}`),
  )
  const isAgreed = naming?.state === 'AGREED'
  return (
    <ReasonDialog
      heading={`Give up your access to ${scope.name}?`}
      save={save}
      buildBody={() => ({ grantId })}
      label="Give up access"
      danger
      onClose={onClose}
    >
      <p>You lose the role and your access right away. You can’t undo this.</p>
      <p>
        {isAgreed
          ? `We’ll ask ${naming.name} to take over. Access as administrator begins 14 days after ${naming.name} accepts.`
          : 'No successor has agreed. No one can manage access there until Provider Services finds a new administrator.'}
      </p>
    </ReasonDialog>
  )
}
