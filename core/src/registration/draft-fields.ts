import { CONTACT_FIELDS, INPUT_FIELDS, namesOf } from './model.ts'

/**
 * The fields of a draft (behaviour 7.20), as a closed list. It excludes the numbers that prove an identity, passwords,
 * answers and the Captcha.
 */
export const DRAFT_FIELDS = pickParts([
  'regType',
  'regRoleSel',
  'regBy',
  'validateBy',
  'easyReg',
  'replaceSaa',
  'contactFirstName',
  'contactLastName',
  'signatoryEmail',
  'signatoryConfEmail',
  ...namesOf(CONTACT_FIELDS),
  'userName',
  'securityQuestion1',
  'securityQuestion2',
  'securityQuestion3',
])

function pickParts<Name extends keyof typeof INPUT_FIELDS>(names: readonly Name[]): Pick<typeof INPUT_FIELDS, Name> {
  return Object.fromEntries(names.map((name): readonly unknown[] => [name, INPUT_FIELDS[name]]))
}
