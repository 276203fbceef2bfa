import { changeGrant } from '@portico/core/access/calls'
import { completePermissions } from '@portico/core/access/permissions'
import type { PersonGrant } from '@portico/core/access/shapes'
import { fullName } from '@portico/core/forms/full-name'
import { ROLE_HELP, roleWithShortName } from '@portico/core/forms/messages'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { RadioCards } from '#kit/choice.tsx'
import { Alert } from '#kit/note.tsx'
import { PermissionChoice } from '#shell/forms/permission-choice.tsx'
import { useAction } from '#shell/gateway/use-action.ts'

type ChangeGrantProps = { grant: PersonGrant; onDone: (message: string) => void; onCancel: () => void }

/** Changes role and permissions. The role is shown only if it can be changed. */
export function ChangeGrant({ grant, onDone, onCancel }: ChangeGrantProps) {
  const [role, setRole] = useState(grant.role)
  const [chosen, setChosen] = useState(grant.permissions)
  const form = useRef<HTMLFormElement>(null)
  const save = useAction(changeGrant, () =>
    onDone(`The access of ${fullName(grant)} is changed. We notified them by email.`),
  )
  // The button that opened this form is gone, so the focus moves into the form.
  useEffect(() => {
    const find = (selector: string) => form.current?.querySelector<HTMLInputElement>(selector)
    const first = find('[type="radio"]:checked') ?? find('input:not(:disabled)')
    first?.focus()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.send({
      grantId: grant.grantId,
      permissions: completePermissions(chosen),
      ...(role !== grant.role && role !== 'SAA' ? { role } : {}),
    })
  }
  const canChangeRole = grant.actions.includes('makeAA') || grant.actions.includes('makeAU')
  return (
    <form noValidate onSubmit={submit} ref={form}>
      {save.refusal && <Alert>{save.refusal.entity.message}</Alert>}
      {canChangeRole && (
        <RadioCards
          legend="Role"
          name="role"
          value={role}
          onPick={setRole}
          options={(['AA', 'AU'] as const).map((one) => ({
            value: one,
            label: roleWithShortName(one),
            description: ROLE_HELP[one],
          }))}
        />
      )}
      <PermissionChoice
        legend="Permissions"
        offered={[...grant.givable, ...grant.permissions]}
        chosen={chosen}
        onChange={setChosen}
      />
      <div className="actions">
        <Button look="line" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={save.busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
