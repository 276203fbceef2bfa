import { listPeople } from '@portico/core/access/calls'
import type { AdministeredScope, PersonGrant } from '@portico/core/access/shapes'
import { fullName } from '@portico/core/forms/full-name'
import { ROLE_NAMES } from '@portico/core/forms/messages'
import { Typeahead } from '#kit/typeahead.tsx'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { useCall } from '#shell/gateway/use-call.ts'

type SameAccessProps = { scope: AdministeredScope; onPick: (colleague: PersonGrant) => void }

/** Copies role and functions from a colleague. The user can change them. */
export function SameAccess({ scope, onPick }: SameAccessProps) {
  const { call } = useGateway()
  const query = { entity: scope.entity, colleagues: true }
  const colleagues = useCall(listPeople, { query })
  if (colleagues.state !== 'ready' || colleagues.entity.total === 0) return null
  const loadOptions = async (search: string) => {
    const found = await call(listPeople, { ...query, search }, { typeahead: true })
    return found.ok ? found.entity.people : []
  }
  return (
    <Typeahead<PersonGrant>
      label="Same access as a colleague"
      hint="Choose from the list, or type a name to find more. This fills in role and functions below. You can still change them."
      name="sameAs"
      minLength={0}
      loadOptions={loadOptions}
      // The email distinguishes people with the same name.
      optionText={(person) => `${fullName(person)}, ${ROLE_NAMES[person.role]}, ${person.email}`}
      onSelect={(colleague) => colleague && onPick(colleague)}
    />
  )
}
