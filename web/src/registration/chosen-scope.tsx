import { isGroupLevel } from '@portico/core/registration/conditions'
import type { RegistrationModel } from '@portico/core/registration/model'
import { chosenGroups, describeChoice, groupLabel } from '@portico/core/registration/selection'
import { type SummaryItem, SummaryList } from '#kit/summary-list.tsx'
import { StarNote } from './star-note.tsx'

const npiItems = ({ npiId, npiName }: RegistrationModel): SummaryItem[] => [
  { term: 'NPI', value: <span className="num">{npiId}</span> },
  { term: 'Provider', value: npiName },
]

export function NpiSummary({ model }: { model: RegistrationModel }) {
  return <SummaryList across items={npiItems(model)} />
}

/** The requested access: the NPI with its name, the groups, or the organization with its groups. */
export function ChosenScope({ model }: { model: RegistrationModel }) {
  const isStarred = isGroupLevel(model) && chosenGroups(model).some((group) => group.registerdGroup)
  return (
    <>
      <SummaryList items={scopeItems(model)} />
      {isStarred && <StarNote model={model} />}
    </>
  )
}

function scopeItems(model: RegistrationModel): SummaryItem[] {
  const groups = { term: 'Provider group(s)', value: <GroupNames model={model} /> }
  // After a reload only the names of the groups are known.
  const isCounted = Object.values(model.pgGroupMap).some((group) => group.npiList.length > 0)
  const reach = isCounted ? [{ term: 'Covers', value: describeChoice(model) }] : []
  if (model.regType === 'PG') return [groups, ...reach]
  if (model.regType === 'PO') return [{ term: 'Provider organization', value: model.poName }, groups, ...reach]
  return scopeOfPerson(model, groups)
}

/** One NPI, or the access that an invitation gives. */
function scopeOfPerson(model: RegistrationModel, groups: SummaryItem): SummaryItem[] {
  const items = model.npiId ? npiItems(model) : []
  if (model.regType === 'accountActivation') {
    if (model.poName) items.push({ term: 'Provider organization', value: model.poName })
    if (chosenGroups(model).length > 0) items.push(groups)
  }
  return items
}

function GroupNames({ model }: { model: RegistrationModel }) {
  // An invited person replaces no SAA, so the star would be confusing.
  const isInvited = model.regType === 'accountActivation'
  return (
    <ul className="names">
      {chosenGroups(model).map((group) => (
        <li key={group.id}>{isInvited ? group.name : groupLabel(group)}</li>
      ))}
    </ul>
  )
}
