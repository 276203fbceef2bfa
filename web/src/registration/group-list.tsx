import type { RegistrationModel } from '@portico/core/registration/model'
import {
  areAllGroupsSelected,
  canSelectAllGroups,
  describeChoice,
  isGroupFixed,
  toggleAllGroups,
  toggleGroup,
} from '@portico/core/registration/selection'
import type { Group } from '@portico/core/registration/shapes'
import { TextButton } from '#kit/button.tsx'
import { CheckboxList } from '#kit/checkbox-list.tsx'
import { Tag } from '#kit/tag.tsx'
import { StarNote } from './star-note.tsx'

type GroupListProps = {
  model: RegistrationModel
  level: 'PG' | 'PO'
  error: string | undefined
  onChange: (groups: Record<string, Group>) => void
  onView: (group: Group) => void
}

/** The list of groups on regWith (behaviour 3.4). */
export function GroupList({ model, level, error, onChange, onView }: GroupListProps) {
  const groups = model.pgGroupKeys.flatMap((id) => model.pgGroupMap[id] ?? [])
  return (
    <>
      <CheckboxList
        name="pgGroupMap"
        legend={level === 'PO' ? `Groups of ${model.poName}` : 'Provider groups'}
        error={error}
        onToggle={(id) => onChange(toggleGroup(model.pgGroupMap, id, level))}
        selectAll={{
          label: 'Select all',
          checked: areAllGroupsSelected(model.pgGroupMap),
          mixed: groups.some((group) => group.checked),
          disabled: !canSelectAllGroups(model.pgGroupMap),
          onToggle: () => onChange(toggleAllGroups(model.pgGroupMap)),
        }}
        items={groups.map((group) => ({
          id: group.id,
          label: <GroupName group={group} />,
          checked: group.checked,
          disabled: isGroupFixed(group, level),
          trailing: <TextButton onClick={() => onView(group)}>{countProviders(group)}</TextButton>,
        }))}
      />
      <p role="status">
        Your choice: <b>{describeChoice(model)}</b>
      </p>
      {groups.some((group) => group.registerdGroup) && <StarNote model={model} />}
    </>
  )
}

function GroupName({ group }: { group: Group }) {
  return (
    <>
      {group.name}
      {group.registerdGroup && <span className="star">*</span>}
      {group.selectedNpiGroup && (
        <>
          {' '}
          <Tag>your NPI’s group</Tag>
        </>
      )}
    </>
  )
}

function countProviders(group: Group): string {
  return group.npiList.length === 1 ? '1 provider' : `${group.npiList.length} providers`
}
