import { TYPEAHEAD_OPTIONS_MAX } from '@portico/core/constants'
import { cities, providerNames, specialties } from '@portico/core/members/calls'
import { SEARCH_FOR_SOMETHING } from '@portico/core/members/sentences'
import type { City } from '@portico/core/members/shapes'
import { type FormEvent, useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { Alert } from '../../kit/note.tsx'
import { Typeahead } from '../../kit/typeahead.tsx'
import { useGateway } from '../../shell/gateway/gateway-context.tsx'
import { isSearch, type Search } from './search.ts'

/** One provider, or all providers with this text in the name. */
type NameOption = { name: string; npi?: string; place?: string }

const nameText = ({ name, npi, place }: NameOption) => (npi ? `${name}, ${place}` : `All names with “${name}”`)
const cityText = ({ city, state }: City) => (state ? `${city}, ${state}` : city)

/** Typeahead options of the three fields. */
function useSearchOptions() {
  const gateway = useGateway()
  const typed = { typeahead: true }
  const loadSpecialties = async (text: string) => {
    const reply = await gateway.lookUp(specialties, {}, typed)
    const wanted = text.trim().toLowerCase()
    return reply.ok ? reply.entity.filter((label) => label.toLowerCase().includes(wanted)) : []
  }
  const loadCities = async (text: string) => {
    const reply = await gateway.lookUp(cities, { search: text }, typed)
    return reply.ok ? reply.entity : []
  }
  const loadNames = async (text: string): Promise<NameOption[]> => {
    const reply = await gateway.call(providerNames, { search: text }, typed)
    const names = reply.ok ? reply.entity : []
    const single = names.map(({ npi, name, city, state }) => ({ npi, name, place: cityText({ city, state }) }))
    return names.length > 1 ? [{ name: text.trim() }, ...single] : single
  }
  return { loadSpecialties, loadCities, loadNames }
}

export function SearchForm({ start, onSearch }: { start: Search; onSearch: (search: Search) => void }) {
  const { loadSpecialties, loadCities, loadNames } = useSearchOptions()
  const [search, setSearch] = useState(start)
  const [empty, setEmpty] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(!isSearch(search))
    if (isSearch(search)) onSearch(search)
  }

  return (
    <form onSubmit={submit} noValidate>
      {empty && <Alert>{SEARCH_FOR_SOMETHING}</Alert>}
      <div className="finder-fields">
        <Typeahead<string>
          label="Specialty"
          name="specialty"
          hint="For example Pediatrics"
          minLength={0}
          maxOptions={100}
          loadOptions={loadSpecialties}
          optionText={(option) => option}
          onSelect={(option) => setSearch((now) => ({ ...now, specialty: option ?? '' }))}
          {...(start.specialty ? { initial: start.specialty } : {})}
        />
        <Typeahead<City>
          label="City"
          name="city"
          hint="Start typing a city"
          minLength={0}
          loadOptions={loadCities}
          optionText={cityText}
          onSelect={(option) => setSearch((now) => ({ ...now, city: option?.city ?? '', state: option?.state ?? '' }))}
          {...(start.city ? { initial: { city: start.city, state: start.state } } : {})}
        />
        <Typeahead<NameOption>
          label="Name"
          name="name"
          hint="First name, last name or both"
          maxOptions={TYPEAHEAD_OPTIONS_MAX}
          loadOptions={loadNames}
          optionText={nameText}
          onSelect={(option) => setSearch((now) => ({ ...now, name: option?.name ?? '', npi: option?.npi ?? '' }))}
          {...(start.name ? { initial: startingName(start) } : {})}
        />
      </div>
      <div className="row">
        <Button type="submit">Search</Button>
      </div>
    </form>
  )
}

function startingName({ name, npi }: Search): NameOption {
  return npi ? { name, npi, place: '' } : { name }
}
