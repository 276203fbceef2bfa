import { INPUT_FIELDS } from '../model.ts'

/**
 * What the server keeps of a registration under way, so that it can be gone on with (behaviour 7.20): a closed list.
 * Numbers that prove, passwords, answers and the Captcha are no part of it.
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
  'firstName',
  'lastName',
  'email',
  'confirmEmail',
  'phone',
  'phoneExt',
  'userName',
  'securityQuestion1',
  'securityQuestion2',
  'securityQuestion3',
])

function pickParts<Name extends keyof typeof INPUT_FIELDS>(names: readonly Name[]): Pick<typeof INPUT_FIELDS, Name> {
  return Object.fromEntries(names.map((name): readonly unknown[] => [name, INPUT_FIELDS[name]]))
}
