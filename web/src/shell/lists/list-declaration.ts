import type { Sort } from '../../kit/data-table.tsx'
import { optionsOf } from '../../kit/select-field.tsx'

/** One thing a list is narrowed by. An address may say anything: what the list does not know is as usual. */
export type ListField<Value extends string | number> = { usual: Value; read: (given: string) => Value }

export const words: ListField<string> = { usual: '', read: (given) => given }

export const oneOf = <const Value extends string, const Usual extends string>(
  values: readonly Value[],
  usual: Usual,
): ListField<Value | Usual> => ({ usual, read: (given) => values.find((value) => value === given) ?? usual })

/** One of what has a label. */
export const labelled = <Value extends string, const Usual extends string>(
  labels: Readonly<Record<Value, string>>,
  usual: Usual,
) =>
  oneOf(
    optionsOf(labels).map(({ value }) => value),
    usual,
  )

export const wholeNumber = <const Usual extends number | ''>(usual: Usual): ListField<number | Usual> => ({
  usual,
  read: (given) => (/^\d{1,5}$/.test(given) ? Number(given) : usual),
})

export type Fields = Record<string, ListField<string | number>>

export type ListDeclaration<Told extends Fields, SortKey extends string> = {
  fields: Told
  /** What it can be sorted by, the usual first; none where a list has the one order that says something. */
  sorts?: readonly SortKey[]
  /** As usual it begins with the last. */
  descending?: boolean
  /** Begins the names in the address where a page has two lists. */
  prefix?: string
  /** Of the fields, what must not stand in an address: the browser's history keeps it for Back and reload. */
  unwritten?: readonly (keyof Told & string)[]
}

export type Filter<Told extends Fields> = { [Name in keyof Told]: Told[Name]['usual'] }
/** Written as it was typed or chosen; what is read back is one of the values. */
export type Given<Told extends Fields> = { [Name in keyof Told]?: string | number }
export type ListState<Told extends Fields> = { filter: Filter<Told>; sort: Sort; page: number }

/** What the call that reads the list is asked with. What is empty is not asked for. */
export type Asked<Told extends Fields, SortKey extends string> = {
  [Name in keyof Told]: Exclude<Told[Name]['usual'], ''> | undefined
} & { sort: SortKey | undefined; descending: boolean | undefined; page: number }

export type ListChange = { filter?: Given<Fields>; sort?: Sort; page?: number }

/** Where a list is kept: the address, and what the browser's history holds beside it. */
export type Place = { search: string; state: unknown }

const UNWRITTEN = 'unwritten'
const unwrittenIn = (state: unknown): Record<string, string> => Object(state)[UNWRITTEN] ?? {}

/** The name of a field in the address. */
function nameIn({ prefix }: { prefix?: string }, field: string): string {
  return prefix ? `${prefix}${field.charAt(0).toUpperCase()}${field.slice(1)}` : field
}

export function readList<Told extends Fields, SortKey extends string>(
  list: ListDeclaration<Told, SortKey>,
  { search, state }: Place,
): ListState<Told> & { narrowed: boolean; asked: Asked<Told, SortKey> } {
  const given = { ...Object.fromEntries(new URLSearchParams(search)), ...unwrittenIn(state) }
  const read = <Value extends string | number>(name: string, field: ListField<Value>) => {
    const text = given[nameIn(list, name)]
    return text === undefined ? field.usual : field.read(text)
  }
  const { fields, sorts = [], descending: lastFirst = false } = list
  const entries = Object.entries(fields).map(([name, field]) => [name, read(name, field)] as const)
  const key = sorts.find((one) => one === given[nameIn(list, 'sort')]) ?? sorts[0]
  const descending = read('descending', oneOf(['true', 'false'], String(lastFirst))) === 'true'
  const page = read('page', wholeNumber(0))
  const asked = entries.map(([name, value]) => [name, value === '' ? undefined : value])
  return {
    filter: Object.fromEntries(entries) as Filter<Told>,
    narrowed: entries.some(([name, value]) => value !== fields[name]?.usual),
    sort: { key: key ?? '', descending },
    page,
    asked: {
      ...Object.fromEntries(asked),
      sort: key,
      descending: sorts.length > 0 ? descending : undefined,
      page,
    } as Asked<Told, SortKey>,
  }
}

/** Another filter or order is another list: it begins at its first page. */
export function writeList<Told extends Fields, SortKey extends string>(
  list: ListDeclaration<Told, SortKey>,
  change: ListChange,
  place: Place,
): Place {
  const now = readList(list, place)
  const sort = change.sort ?? now.sort
  const { fields, sorts = [], descending = false, unwritten = [] } = list
  const wanted: [field: string, value: unknown, usual: unknown][] = [
    ...Object.entries({ ...now.filter, ...change.filter }).map(([name, value]): [string, unknown, unknown] => [
      name,
      value,
      fields[name]?.usual,
    ]),
    ['sort', sort.key, sorts[0] ?? ''],
    ['descending', sort.descending, descending],
    ['page', change.page ?? 0, 0],
  ]
  const params = new URLSearchParams(place.search)
  const held = { ...unwrittenIn(place.state) }
  for (const [field, value, usual] of wanted) {
    const name = nameIn(list, field)
    params.delete(name)
    delete held[name]
    if (value === usual) continue
    if (unwritten.includes(field)) held[name] = String(value)
    else params.set(name, String(value))
  }
  return { search: params.toString(), state: { [UNWRITTEN]: held } }
}
