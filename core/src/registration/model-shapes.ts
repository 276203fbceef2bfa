import Type, { type Static, type TOptional, type TSchema, type TUnsafe } from 'typebox'
import { PermissionItem } from '../access/shapes.ts'
import { ROLES } from '../constants.ts'
import { PERSON_FIELD_NAMES } from '../forms/person-fields.ts'
import { DRAFT_FIELDS } from './draft-fields.ts'
import {
  type Choice,
  EXISTENCE_FIELDS,
  INPUT_FIELDS,
  METHODS,
  MODEL_FIELDS,
  namesOf,
  PROVIDER_FIELDS,
} from './model.ts'
import { ROUTES } from './routes.ts'
import { codeFirst, Group, Level } from './shapes.ts'

/** Schemas of the posted and returned parts of the registration model, derived from the fields in model.ts. */

type Field = { empty: unknown; max?: number; oneOf?: readonly string[] }

/** A posted field may be missing, and a choice may be empty. */
type Posted<Fields extends Record<string, Field>> = {
  [Name in keyof Fields]: TOptional<TUnsafe<Fields[Name]['empty']>>
}

function posted<Fields extends Record<string, Field>>(fields: Fields): Posted<Fields> {
  return mapFields(fields, ({ empty, max = 0, oneOf }) => {
    if (oneOf) return Type.Optional(Type.Enum(['', ...oneOf]))
    return Type.Optional(typeof empty === 'boolean' ? Type.Boolean() : Type.String({ maxLength: max }))
  })
}

/** In a reply every choice is made. */
type Answered<Declared> =
  Declared extends Choice<infer Value> ? Value : Declared extends { empty: infer Value } ? Value : never
type Fields = typeof MODEL_FIELDS

function answered<Name extends keyof Fields>(...names: Name[]): { [Each in Name]: TUnsafe<Answered<Fields[Each]>> } {
  const fields: Record<string, Field> = Object.fromEntries(names.map((name) => [name, MODEL_FIELDS[name]]))
  return mapFields(fields, ({ empty, oneOf }) => {
    if (oneOf) return Type.Enum([...oneOf])
    return typeof empty === 'boolean' ? Type.Boolean() : Type.String()
  })
}

/** Returns `any`; the two functions above declare the exact types. */
function mapFields(fields: Record<string, Field>, shapeOf: (field: Field) => TSchema) {
  return Object.fromEntries(Object.entries(fields).map(([name, field]): readonly unknown[] => [name, shapeOf(field)]))
}

const { pgGroupMap: _groups, permissionList: _permissions, ...plainFields } = INPUT_FIELDS

/** The posted registration model. The server reads only what the visitor typed or chose (behaviour 7). */
export const RegistrationBody = Type.Object({
  ...posted(plainFields),
  /** The server reads only the choice of a posted group. */
  pgGroupMap: Type.Optional(
    Type.Record(Type.String(), Type.Object({ id: Type.String({ maxLength: 64 }), checked: Type.Boolean() })),
  ),
  permissionList: Type.Optional(Type.Array(PermissionItem, { maxItems: 100 })),
})
export type RegistrationBody = Static<typeof RegistrationBody>

export const QuizRequestBody = Type.Object({ ...RegistrationBody.properties, ...codeFirst })
export type QuizRequestBody = Static<typeof QuizRequestBody>

const groups = { pgGroupMap: Type.Record(Type.String(), Group), pgGroupKeys: Type.Array(Type.String()) }

/** Reply of valRegNpi and nonSaaNpiProfile: what the plan knows about an NPI. */
export const NpiProfile = Type.Object({
  ...answered('npiId', ...namesOf(PROVIDER_FIELDS), ...namesOf(EXISTENCE_FIELDS), 'regContract', 'captchaKey'),
  ...groups,
  lockedMethods: Type.Array(Type.Enum([...METHODS])),
  message: Type.String(),
})
export type NpiProfile = Static<typeof NpiProfile>

/** Reply of valRegNpi; `leftOn` is the screen where this browser left a registration of the NPI that can be continued. */
export const OpenedProfile = Type.Object({ ...NpiProfile.properties, leftOn: Type.Optional(Type.Enum([...ROUTES])) })
export type OpenedProfile = Static<typeof OpenedProfile>

const id = Type.String({ maxLength: 64 })

/** The draft of an open registration. The server refuses any other field. */
const draftFields = {
  ...posted(DRAFT_FIELDS),
  /** The screens shown; the visitor continues on the last one. */
  path: Type.Array(Type.Enum([...ROUTES]), { minItems: 1, maxItems: 20 }),
  groups: Type.Array(id, { maxItems: 1000 }),
  permissions: Type.Array(id, { maxItems: 20 }),
}
export const Draft = Type.Object(draftFields)
export type Draft = Static<typeof Draft>
export const DraftBody = Type.Object(
  { npiId: Type.String({ maxLength: 20 }), ...draftFields },
  { additionalProperties: false },
)
export type DraftBody = Static<typeof DraftBody>

/** Reply of continueRegistration: the draft, or the step1 method to repeat first. */
export const Continued = Type.Object({
  numberDue: Type.Enum(['', ...METHODS]),
  draft: Type.Optional(Draft),
  /** While the number is due: what the progress bar needs, and nothing typed. */
  left: Type.Optional(Type.Object({ path: draftFields.path, regBy: draftFields.regBy, ...answered('identifyFound') })),
  ...answered('identifyFound', 'transactionId'),
})
export type Continued = Static<typeof Continued>

const person = answered(...PERSON_FIELD_NAMES)

/** Reply of regByReqId: the requester, the request and the deadline for the decision. */
export const RequestReview = Type.Object({
  ...answered('reqId', 'npiId', 'npiName', 'npiFirstName', 'npiLastName', 'personFlag', 'regRoleSel', 'replaceSaa'),
  ...answered('contactFirstName', 'contactLastName'),
  ...person,
  regType: Level,
  requestedOn: Type.String(),
  expiresOn: Type.String(),
})
export type RequestReview = Static<typeof RequestReview>

/** Reply of profileByActivationId: the invited person and the access of the account. */
export const ActivationProfile = Type.Object({
  ...answered('npiId', 'npiName', 'poId', 'poName'),
  ...groups,
  ...person,
  /** Empty for plan staff, who have no role. */
  regRoleSel: Type.Enum(['', ...ROLES]),
})
export type ActivationProfile = Static<typeof ActivationProfile>
