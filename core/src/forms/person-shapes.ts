import Type from 'typebox'
import { mapPerson, PERSON_FIELDS } from './person-fields.ts'

/** The fields of a person as a call accepts them. */
export const personShape = mapPerson((field) => Type.String({ maxLength: PERSON_FIELDS[field].accepts }))

const { firstName, lastName, email, ...others } = personShape
/** The fields that name a person; an invitation needs no others. */
export const namedShape = { firstName, lastName, email }
export const invitedShape = { ...namedShape, ...Type.Partial(Type.Object(others)).properties }
