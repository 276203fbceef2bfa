import { PERMISSION_IDS, permissionLabel, READ_ONLY_PERMISSIONS } from '@portico/core/access/permissions'
import { SHARED_BUTTONS } from '@portico/core/forms/messages'
import { TextButton } from '#kit/button.tsx'
import { CheckboxList } from '#kit/checkbox-list.tsx'

const isReadOnly = (id: string) => READ_ONLY_PERMISSIONS.some((readOnly) => readOnly === id)

type PermissionChoiceProps = {
  legend: string
  /** Shown in the catalog's order. */
  offered: readonly string[]
  /** Shown, but the user cannot change them. */
  locked?: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Chooses permissions. Read-only ones stay checked. */
export function PermissionChoice({ legend, offered, locked = [], chosen, onChange }: PermissionChoiceProps) {
  const shown = PERMISSION_IDS.filter((id) => offered.includes(id) || locked.includes(id))
  const isFixed = (id: string) => isReadOnly(id) || locked.includes(id)
  const editable = shown.filter((id) => !isFixed(id))
  return (
    <>
      <CheckboxList
        name="permissions"
        legend={legend}
        columns
        items={shown.map((id) => ({
          id,
          label: (
            <>
              {permissionLabel(id)}
              {locked.includes(id) && <span className="soft small"> (you can’t give this)</span>}
            </>
          ),
          checked: isReadOnly(id) || chosen.includes(id),
          disabled: isFixed(id),
        }))}
        onToggle={(id, checked) => onChange(checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
      />
      <div className="row permission-links">
        <TextButton onClick={() => onChange([...new Set([...chosen, ...editable])])}>
          {SHARED_BUTTONS.selectAll}
        </TextButton>
        <TextButton onClick={() => onChange(chosen.filter((id) => isFixed(id)))}>{SHARED_BUTTONS.clearAll}</TextButton>
      </div>
    </>
  )
}
