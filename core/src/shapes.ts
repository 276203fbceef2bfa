import Type, { type Static } from 'typebox'
import { mapPerson, PERSON_FIELDS } from './forms/person-fields.ts'

/** Schemas that several areas share. */

export const text = (max: number) => Type.String({ maxLength: max })
/** Id of a row. */
export const id = Type.String({ pattern: '^[0-9]{1,18}$' })
/**
 * Rows that offices and visitors see have a keyed id, which reveals no number and cannot be guessed. The server
 * translates it by this declaration (server/src/platform/calls/wire-id.ts).
 */
export const ID_KINDS = ['bell', 'grant', 'contract', 'practice', 'receipt', 'takeover'] as const
export type IdKind = (typeof ID_KINDS)[number]
export const keyedId = (kind: IdKind) => Type.String({ minLength: 1, maxLength: 64, 'x-id': kind })
export const npi = Type.String({ pattern: '^[0-9]{10}$' })

/** Text fields of a reply; empty if there is no value. */
export function strings<Name extends string>(...names: Name[]): { [Each in Name]: Type.TString } {
  return Object.fromEntries(names.map((name): readonly unknown[] => [name, Type.String()]))
}

/** Reply of a call that returns nothing else. */
export const Done = Type.Literal(true)

/** A count: exact, estimated ('about'), or a lower bound if counting stopped ('more than'). */
export const Counted = Type.Object({ total: Type.Integer(), roughly: Type.Optional(Type.Enum(['about', 'more than'])) })
export type Counted = Static<typeof Counted>

/** A page of a list, and its total length. Counting can stop early, because users do not page very far. */
export const listOf = <Row extends Type.TSchema>(row: Row) =>
  Type.Object({ rows: Type.Array(row), ...Counted.properties, pageSize: Type.Integer() })

/** From when the data of a reply is: the time of the last completed import of its kind. Absent if there was none. */
export const dated = { asOf: Type.Optional(Type.String()) }

/** Query fields of every list, in addition to its own filter. */
export const paging = {
  descending: Type.Optional(Type.Boolean()),
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 99_999 })),
}

/** The fields of a person as a call accepts them. */
export const personShape = mapPerson((field) => Type.String({ maxLength: PERSON_FIELDS[field].accepts }))

/** The fields of a person as a reply has them. */
export const personReply = mapPerson(() => Type.String())

const { firstName, lastName, email, ...others } = personShape
/** The fields that name a person; an invitation needs no others. */
export const namedShape = { firstName, lastName, email }
export const invitedShape = { ...namedShape, ...Type.Partial(Type.Object(others)).properties }
