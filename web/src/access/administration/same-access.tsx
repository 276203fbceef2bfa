import { listPeople } from '@portico/core/access/calls'
import type { AdministeredScope, PersonGrant } from '@portico/core/access/shapes'
import { ROLE_NAMES } from '@portico/core/forms/messages'
import { SelectField } from '../../kit/select-field.tsx'
import { useCall } from '../../shell/use-call.ts'
import { nameOf } from './person-labels.ts'

type SameAccessProps = { scope: AdministeredScope; onPick: (colleague: PersonGrant) => void }

/** Fills role and functions in as a colleague has them; what was filled in can be changed. */
export function SameAccess({ scope, onPick }: SameAccessProps) {
  const list = useCall(listPeople, { query: { entity: scope.entity } })
  const people = list.state === 'ready' ? list.entity.people : []
  const colleagues = people.filter(
    ({ scope: { entity }, role, state }) =>
      entity === scope.entity && state === 'ACTIVE' && scope.invites.some((invited) => invited === role),
  )
  if (colleagues.length === 0) return null
  return (
    <SelectField
      label="Same access as a colleague"
      hint="Fills in role and functions below; you can still change them"
      name="sameAs"
      placeholder="Choose nobody"
      options={colleagues.map((person) => ({
        value: person.grantId,
        label: `${nameOf(person)}, ${ROLE_NAMES[person.role]}`,
      }))}
      onPick={(picked) => {
        const colleague = colleagues.find((person) => person.grantId === picked)
        if (colleague) onPick(colleague)
      }}
    />
  )
}
