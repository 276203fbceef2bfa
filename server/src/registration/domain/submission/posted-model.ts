import {
  CONTACT_FIELDS,
  CREDENTIAL_FIELDS,
  emptyRegistration,
  namesOf,
  type RegistrationModel,
  SIGNATORY_FIELDS,
} from '@portico/core/registration/model'
import type { RegistrationBody } from '@portico/core/registration/model-shapes'

/** Fields of the account form. The server reads no other text from the posted model. */
const TYPED = namesOf({ ...SIGNATORY_FIELDS, ...CONTACT_FIELDS, ...CREDENTIAL_FIELDS })

/** Spaces at either end are significant in these fields. The server trims all others. */
const AS_TYPED: readonly string[] = ['password', 'confirmPassword']

export type KnownFacts = Pick<
  RegistrationModel,
  'personFlag' | 'regRoleSel' | 'regType' | 'regBy' | 'easyReg' | 'identifyFound'
>

/** Combines the typed fields with facts of the server, for the form rules that browser and server share. */
export function readTyped(body: RegistrationBody, known: Partial<KnownFacts>): RegistrationModel {
  const typed = TYPED.map((field) => {
    const value = body[field] ?? ''
    return [field, AS_TYPED.includes(field) ? value : value.trim()]
  })
  return { ...emptyRegistration(), ...Object.fromEntries(typed), ...known }
}
