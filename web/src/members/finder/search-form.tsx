import { ENTER_ZIP, SEARCH_FOR_SOMETHING } from '@portico/core/members/sentences'
import type { SearchOptions } from '@portico/core/members/shapes'
import { type FormEvent, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Alert } from '#kit/note.tsx'
import { isSearch, type Search } from './search.ts'
import { FilterFields, SearchFields } from './search-fields.tsx'

type SearchFormProps = { start: Search; options: SearchOptions; onSearch: (search: Search) => void }

export function SearchForm({ start, options, onSearch }: SearchFormProps) {
  const [search, setSearch] = useState(start)
  const [problem, setProblem] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = findProblem(search)
    setProblem(found)
    if (!found) onSearch(search)
  }
  const fields = {
    start,
    search,
    options,
    zipError: problem === ENTER_ZIP ? problem : undefined,
    onChange: (part: Partial<Search>) => setSearch((now) => ({ ...now, ...part })),
  }
  return (
    <form onSubmit={submit} noValidate>
      {problem === SEARCH_FOR_SOMETHING && <Alert>{problem}</Alert>}
      <SearchFields {...fields} />
      <FilterFields {...fields} />
      <div className="row">
        <Button type="submit">Search</Button>
      </div>
    </form>
  )
}

function findProblem(search: Search): string {
  if (!isSearch(search)) return SEARCH_FOR_SOMETHING
  return search.zip === '' || /^\d{5}$/.test(search.zip) ? '' : ENTER_ZIP
}
