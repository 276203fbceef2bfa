import type { RosterGroup } from '@portico/core/directory/shapes'
import { Field, useField } from '../kit/field.tsx'

type RosterGroupFieldProps = { groups: readonly RosterGroup[]; value: string; onChange: (groupId: string) => void }

/** The groups under their organizations, as the plan's directory is built. */
export function RosterGroupField({ groups, value, onChange }: RosterGroupFieldProps) {
  const { frame, control } = useField({ label: 'Organization and group', name: 'groupId' })
  const organizations = [...new Set(groups.map((group) => group.organization))]
  return (
    <Field {...frame}>
      <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">All of them</option>
        {organizations.map((organization) => (
          <optgroup key={organization} label={organization || 'Without an organization'}>
            {groups
              .filter((group) => group.organization === organization)
              .map((group) => (
                <option key={group.id} value={group.id}>
                  {group.name} ({group.providers})
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </Field>
  )
}
