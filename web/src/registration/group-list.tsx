import type { RegistrationModel } from '@portico/core/registration/model'
import {
  areAllGroupsSelected,
  canSelectAllGroups,
  isGroupFixed,
  selectAllGroups,
  toggleGroup,
} from '@portico/core/registration/selection'
import { REGISTERED_GROUP_NOTE } from '@portico/core/registration/sentences'
import type { Group } from '@portico/core/registration/shapes'
import { TextButton } from '../kit/button.tsx'
import { CheckboxList } from '../kit/checkbox-list.tsx'
import { Tag } from '../kit/tag.tsx'

type GroupListProps = {
  model: RegistrationModel
  level: 'PG' | 'PO'
  error: string | undefined
  onChange: (groups: Record<string, Group>) => void
  onView: (group: Group) => void
}

/** The groups to choose from (behaviour 3.4). */
export function GroupList({ model, level, error, onChange, onView }: GroupListProps) {
  const groups = model.pgGroupKeys.flatMap((id) => model.pgGroupMap[id] ?? [])
  const allSelected = areAllGroupsSelected(model.pgGroupMap)
  return (
    <>
      <CheckboxList
        name="pgGroupMap"
        legend={level === 'PO' ? `Groups of ${model.poName}` : 'Provider groups'}
        error={error}
        onToggle={(id) => onChange(toggleGroup(model.pgGroupMap, id, level))}
        {...(canSelectAllGroups(model.pgGroupMap) && {
          selectAll: {
            label: 'Select all',
            checked: allSelected,
            mixed: groups.some((group) => group.checked && !group.selectedNpiGroup),
            onToggle: (all: boolean) => onChange(selectAllGroups(model.pgGroupMap, all)),
          },
        })}
        items={groups.map((group) => ({
          id: group.id,
          label: <GroupName group={group} />,
          checked: group.checked,
          disabled: isGroupFixed(group, level),
          trailing: <TextButton onClick={() => onView(group)}>{countProviders(group)}</TextButton>,
        }))}
      />
      {groups.some((group) => group.registerdGroup) && (
        <p className="star-note">
          <span className="star">*</span> {REGISTERED_GROUP_NOTE}
        </p>
      )}
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
