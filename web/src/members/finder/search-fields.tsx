import { TYPEAHEAD_OPTIONS_MAX } from '@portico/core/constants'
import { providerNames } from '@portico/core/members/calls'
import { ANY_PLAN, MILES } from '@portico/core/members/limits'
import type { SearchOptions } from '@portico/core/members/shapes'
import { LANGUAGE_CHOICES } from '@portico/core/provider-directory/languages'
import { nameLanguage } from '@portico/core/provider-directory/values'
import { Checkbox } from '#kit/choice.tsx'
import { SelectField } from '#kit/select-field.tsx'
import { DigitsField } from '#kit/text-field.tsx'
import { Typeahead } from '#kit/typeahead.tsx'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { PROVIDERS, type Search } from './search.ts'

type FieldsProps = {
  /** The last search, from the address. */
  start: Search
  /** The form's current values. */
  search: Search
  options: SearchOptions
  zipError: string | undefined
  onChange: (part: Partial<Search>) => void
}

/** One provider, or all providers with this text in the name. */
type NameOption = { name: string; npi?: string; place?: string }

const nameText = ({ name, npi, place }: NameOption) =>
  npi ? [name, place].filter(Boolean).join(', ') : `All names with “${name}”`

function useNameOptions() {
  const gateway = useGateway()
  return async (text: string): Promise<NameOption[]> => {
    const reply = await gateway.call(providerNames, { search: text }, { typeahead: true })
    const names = reply.ok ? reply.entity : []
    const single = names.map(({ npi, name, city, state }) => ({
      npi,
      name,
      place: [city, state].filter(Boolean).join(', '),
    }))
    return names.length > 1 ? [{ name: text.trim() }, ...single] : single
  }
}

/** The fields of which a search needs one, and the distance. */
export function SearchFields({ start, search, options, zipError, onChange }: FieldsProps) {
  const loadNames = useNameOptions()
  const { name, npi } = start
  return (
    <div className="finder-fields">
      <Typeahead<string>
        label="Specialty"
        name="specialty"
        hint="For example Pediatrics"
        minLength={0}
        maxOptions={100}
        loadOptions={async (text) => findMatching(options.specialties, text)}
        optionText={(option) => option}
        onSelect={(option) => onChange({ specialty: option ?? '' })}
        {...(start.specialty ? { initial: start.specialty } : {})}
      />
      <Typeahead<NameOption>
        label="Name"
        name="name"
        hint="First name, last name or both"
        maxOptions={TYPEAHEAD_OPTIONS_MAX}
        loadOptions={loadNames}
        optionText={nameText}
        onSelect={(option) => onChange({ name: option?.name ?? '', npi: option?.npi ?? '' })}
        {...(name ? { initial: npi ? { name, npi } : { name } } : {})}
      />
      <DigitsField
        label="ZIP code"
        name="zip"
        hint="Lists the nearest first"
        digits={6}
        autoComplete="postal-code"
        clean={(text) => text.replace(/\D/g, '').slice(0, 5)}
        error={zipError}
        value={search.zip}
        onChange={({ target }) => onChange({ zip: target.value })}
      />
      <SelectField
        label="Distance"
        name="miles"
        hint="From the ZIP code"
        options={milesOptions}
        value={search.miles}
        onPick={(miles) => onChange({ miles: PROVIDERS.fields.miles.read(miles) })}
      />
    </div>
  )
}

const milesOptions = MILES.map((miles) => ({ value: String(miles), label: `${miles} miles` }))

function findMatching(specialties: readonly string[], text: string): string[] {
  const wanted = text.trim().toLowerCase()
  return specialties.filter((name) => name.toLowerCase().includes(wanted))
}

/** Fields that narrow a search. */
export function FilterFields({ search, options, onChange }: FieldsProps) {
  return (
    <>
      <div className="finder-fields">
        <SelectField
          label="Plan"
          name="plan"
          placeholder={namePlan(options)}
          options={planOptions(options)}
          value={search.plan}
          onPick={(plan) => onChange({ plan })}
        />
        <SelectField
          label="Language"
          name="language"
          placeholder="Any language"
          options={languageOptions}
          value={search.language}
          onPick={(language) => onChange({ language })}
        />
      </div>
      <div className="finder-fields">
        <Checkbox
          label="Accepting new patients"
          name="accepting"
          checked={search.accepting === 'true'}
          onChange={({ target }) => onChange({ accepting: target.checked ? 'true' : '' })}
        />
        <Checkbox
          label="Offers telehealth"
          name="telehealth"
          checked={search.telehealth === 'true'}
          onChange={({ target }) => onChange({ telehealth: target.checked ? 'true' : '' })}
        />
      </div>
    </>
  )
}

/** What an empty plan stands for. */
function namePlan({ plans, ownPlanId }: SearchOptions): string {
  const own = plans.find(({ planId }) => planId === ownPlanId)
  return own ? `My plan: ${own.name}` : 'Any plan'
}

function planOptions({ plans, ownPlanId }: SearchOptions) {
  const others = plans
    .filter(({ planId }) => planId !== ownPlanId)
    .map(({ planId, name }) => ({ value: planId, label: name }))
  return ownPlanId ? [...others, { value: ANY_PLAN, label: 'Any plan' }] : others
}

const languageOptions = LANGUAGE_CHOICES.map((value) => ({ value, label: nameLanguage(value) ?? value })).sort((a, b) =>
  a.label.localeCompare(b.label),
)
