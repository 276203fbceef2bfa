import {
  CONTACT_FIELDS,
  CREDENTIAL_FIELDS,
  emptyRegistration,
  namesOf,
  type RegistrationModel,
  SIGNATORY_FIELDS,
} from '@portico/core/registration/model'
import type { RegistrationBody } from '@portico/core/registration/model-shapes'

/** What a person types on the account form. Nothing else of the posted model is read as text. */
const TYPED = namesOf({ ...SIGNATORY_FIELDS, ...CONTACT_FIELDS, ...CREDENTIAL_FIELDS })

/** Spaces around these mean something; around everything else they are an accident. */
const AS_TYPED: readonly string[] = ['password', 'confirmPassword']

export type KnownFacts = Pick<
  RegistrationModel,
  'personFlag' | 'regRoleSel' | 'regType' | 'regBy' | 'easyReg' | 'identifyFound'
>

/** A model of what was typed and of what the server itself knows, for the form rules both sides share. */
export function readTyped(body: RegistrationBody, known: Partial<KnownFacts>): RegistrationModel {
  const typed = TYPED.map((field) => {
    const value = body[field] ?? ''
    return [field, AS_TYPED.includes(field) ? value : value.trim()]
  })
  return { ...emptyRegistration(), ...Object.fromEntries(typed), ...known }
}
