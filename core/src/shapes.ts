import Type, { type Static } from 'typebox'

/** What the shapes of several areas are made of. */

export const text = (max: number) => Type.String({ maxLength: max })
/** The number of a row. */
export const id = Type.String({ pattern: '^[0-9]{1,18}$' })
/**
 * A row that offices and visitors hear of is named by a keyed id, which tells no number and cannot be made up: the
 * server turns one into the other by this declaration (server/src/platform/http/wire-id.ts).
 */
export const ID_KINDS = ['grant', 'contract'] as const
export type IdKind = (typeof ID_KINDS)[number]
export const keyedId = (kind: IdKind) => Type.String({ minLength: 1, maxLength: 64, 'x-id': kind })
export const npi = Type.String({ pattern: '^[0-9]{10}$' })

/** Fields that are answered as text, whatever it is; empty where there is nothing to tell. */
export function strings<Name extends string>(...names: Name[]): { [Each in Name]: Type.TString } {
  return Object.fromEntries(names.map((name): readonly unknown[] => [name, Type.String()]))
}

/** What a call answers that has nothing to tell but that it was done. */
export const Done = Type.Literal(true)

/** How many there are: just so many; about so many, where it is estimated; or more than that, where counting stopped. */
export const Counted = Type.Object({ total: Type.Integer(), roughly: Type.Optional(Type.Enum(['about', 'more than'])) })
export type Counted = Static<typeof Counted>

/** A page of a list, and how long the whole list is: nobody pages very far, so counting may stop somewhere. */
export const listOf = <Row extends Type.TSchema>(row: Row) =>
  Type.Object({ rows: Type.Array(row), ...Counted.properties, pageSize: Type.Integer() })

/** What a list is asked with beside its own filter. */
export const paging = {
  descending: Type.Optional(Type.Boolean()),
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 99_999 })),
}
