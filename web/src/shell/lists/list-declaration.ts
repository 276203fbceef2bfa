import type { Sort } from '#kit/data-table.tsx'
import { optionsOf } from '#kit/select-field.tsx'

/** A filter field of a list. Unknown values in the URL become the default. */
export type ListField<Value extends string | number> = { defaultValue: Value; read: (given: string) => Value }

export const anyText: ListField<string> = { defaultValue: '', read: (given) => given }

export const oneOf = <const Value extends string, const Usual extends string>(
  values: readonly Value[],
  defaultValue: Usual,
): ListField<Value | Usual> => ({
  defaultValue,
  read: (given) => values.find((value) => value === given) ?? defaultValue,
})

/** One of the labeled values. */
export const oneOfLabels = <Value extends string, const Usual extends string>(
  labels: Readonly<Record<Value, string>>,
  defaultValue: Usual,
) =>
  oneOf(
    optionsOf(labels).map(({ value }) => value),
    defaultValue,
  )

export const wholeNumber = <const Usual extends number | ''>(defaultValue: Usual): ListField<number | Usual> => ({
  defaultValue,
  read: (given) => (/^\d{1,5}$/.test(given) ? Number(given) : defaultValue),
})

export type Fields = Record<string, ListField<string | number>>

export type ListDeclaration<Declared extends Fields, SortKey extends string> = {
  fields: Declared
  /** Sort keys, default first. Empty if the list has one fixed order. */
  sorts?: readonly SortKey[]
  /** Sorts descending by default. */
  descending?: boolean
  /** Prefix of the parameter names, if a page has two lists. */
  prefix?: string
  /** Fields that must not appear in the URL. The history state keeps them for Back and reload. */
  hiddenFields?: readonly (keyof Declared & string)[]
}

export type Filter<Declared extends Fields> = { [Name in keyof Declared]: Declared[Name]['defaultValue'] }
/** Raw input; reading it back validates it. */
export type FilterInput<Declared extends Fields> = { [Name in keyof Declared]?: string | number }
export type ListState<Declared extends Fields> = { filter: Filter<Declared>; sort: Sort; page: number }

/** Input of the list's call. Empty values become undefined. */
export type ListQuery<Declared extends Fields, SortKey extends string> = {
  [Name in keyof Declared]: Exclude<Declared[Name]['defaultValue'], ''> | undefined
} & { sort: SortKey | undefined; descending: boolean | undefined; page: number }

export type ListChange = { filter?: FilterInput<Fields>; sort?: Sort; page?: number }

/** Storage of a list's state: the URL, and the history state for hidden fields. */
export type ListLocation = { search: string; state: unknown }

const HIDDEN_FIELDS = 'hiddenFields'
const readHiddenFields = (state: unknown): Record<string, string> => Object(state)[HIDDEN_FIELDS] ?? {}

/** Parameter name of a field. */
function paramName({ prefix }: { prefix?: string }, field: string): string {
  return prefix ? `${prefix}${field.charAt(0).toUpperCase()}${field.slice(1)}` : field
}

export function readList<Declared extends Fields, SortKey extends string>(
  list: ListDeclaration<Declared, SortKey>,
  { search, state }: ListLocation,
): ListState<Declared> & { isFiltered: boolean; query: ListQuery<Declared, SortKey> } {
  const params = { ...Object.fromEntries(new URLSearchParams(search)), ...readHiddenFields(state) }
  const read = <Value extends string | number>(name: string, field: ListField<Value>) => {
    const text = params[paramName(list, name)]
    return text === undefined ? field.defaultValue : field.read(text)
  }
  const { fields, sorts = [], descending: defaultDescending = false } = list
  const entries = Object.entries(fields).map(([name, field]) => [name, read(name, field)] as const)
  const key = sorts.find((one) => one === params[paramName(list, 'sort')]) ?? sorts[0]
  const descending = read('descending', oneOf(['true', 'false'], String(defaultDescending))) === 'true'
  const page = read('page', wholeNumber(0))
  const query = entries.map(([name, value]) => [name, value === '' ? undefined : value])
  return {
    filter: Object.fromEntries(entries) as Filter<Declared>,
    isFiltered: entries.some(([name, value]) => value !== fields[name]?.defaultValue),
    sort: { key: key ?? '', descending },
    page,
    query: {
      ...Object.fromEntries(query),
      sort: key,
      descending: sorts.length > 0 ? descending : undefined,
      page,
    } as ListQuery<Declared, SortKey>,
  }
}

/** A new filter or sort order starts at the first page. */
export function writeList<Declared extends Fields, SortKey extends string>(
  list: ListDeclaration<Declared, SortKey>,
  change: ListChange,
  location: ListLocation,
): ListLocation {
  const now = readList(list, location)
  const sort = change.sort ?? now.sort
  const { fields, sorts = [], descending = false, hiddenFields = [] } = list
  const wanted: [field: string, value: unknown, usual: unknown][] = [
    ...Object.entries({ ...now.filter, ...change.filter }).map(([name, value]): [string, unknown, unknown] => [
      name,
      value,
      fields[name]?.defaultValue,
    ]),
    ['sort', sort.key, sorts[0] ?? ''],
    ['descending', sort.descending, descending],
    ['page', change.page ?? 0, 0],
  ]
  const params = new URLSearchParams(location.search)
  const hidden = { ...readHiddenFields(location.state) }
  for (const [field, value, defaultValue] of wanted) {
    const name = paramName(list, field)
    params.delete(name)
    delete hidden[name]
    if (value === defaultValue) continue
    if (hiddenFields.includes(field)) hidden[name] = String(value)
    else params.set(name, String(value))
  }
  return { search: params.toString(), state: { [HIDDEN_FIELDS]: hidden } }
}
