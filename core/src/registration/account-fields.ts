import type { RegistrationModel } from './model.ts'

/** The fields of the model that a person types on the account form, by what they are about. */
type Fields = readonly (keyof RegistrationModel)[]

/** The provider in whose name staff register. */
export const SIGNATORY_FIELDS = [
  'contactFirstName',
  'contactLastName',
  'signatoryEmail',
  'signatoryConfEmail',
] as const satisfies Fields

export const CONTACT_FIELDS = [
  'firstName',
  'lastName',
  'email',
  'confirmEmail',
  'phone',
  'phoneExt',
] as const satisfies Fields

export const CREDENTIAL_FIELDS = [
  'userName',
  'password',
  'confirmPassword',
  'securityQuestion1',
  'securityQuestion2',
  'securityQuestion3',
  'securityAns1',
  'securityAns2',
  'securityAns3',
] as const satisfies Fields

export function pickFields<Field extends keyof RegistrationModel>(
  model: RegistrationModel,
  fields: readonly Field[],
): Pick<RegistrationModel, Field> {
  return Object.fromEntries(fields.map((field) => [field, model[field]])) as Pick<RegistrationModel, Field>
}
