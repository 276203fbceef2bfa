import { handOver } from '@portico/core/access/calls'
import { ACCESS_PAGES } from '@portico/core/access/pages'
import type { GrantBody, PersonGrant } from '@portico/core/access/shapes'
import { fullName } from '@portico/core/forms/full-name'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { useNavigateWithMessage } from '#shell/layout/done-message.tsx'

/** Confirmation before the SAA role is handed over. */
export function HandOverDialog({ grant, onClose }: { grant: PersonGrant; onClose: () => void }) {
  const go = useNavigateWithMessage()
  const name = fullName(grant)
  const scope = grant.scope.name
  const save = useAction(handOver, () =>
    go(
      ACCESS_PAGES.people,
      `${name} is now the Senior Access Administrator for ${scope}, and you are an Access Administrator there.`,
    ),
  )
  return (
    <ReasonDialog
      heading={`Make ${name} the Senior Access Administrator?`}
      save={save}
      buildBody={(): GrantBody => ({ grantId: grant.grantId })}
      label="Hand over"
      onClose={onClose}
    >
      <p>
        {name} becomes responsible for {scope}. You become an Access Administrator (AA) there: you can still manage
        Access Users, but not administrators.
      </p>
      <p>Only the new Senior Access Administrator can give the role back. We’ll notify you both by email.</p>
    </ReasonDialog>
  )
}
