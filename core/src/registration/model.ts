import type { PermissionItem } from '../access/shapes.ts'
import type { Brand } from '../brand.ts'
import { ROLES } from '../constants.ts'
import { type Credentials, NO_CREDENTIALS } from '../forms/credentials.ts'
import { mapPerson, PERSON_FIELDS } from '../forms/person-fields.ts'
import type { Group, Receipt } from './shapes.ts'

/**
 * The registration model, declared once: each field with its empty value. The types, the empty model, the schemas of the
 * calls (model-shapes.ts) and the field lists derive from it. Names are those of the wire, including their spelling.
 */
type Field<Value> = { empty: Value }
/** Typed text. `max` is the maximum length that the server accepts. */
export type Text = Field<string> & { max: number }
/** A choice; the empty string until it is made. */
export type Choice<Value extends string> = Field<Value | ''> & { oneOf: readonly Value[] }

const text = (max = 200): Text => ({ empty: '', max })
const choice = <Value extends string>(...oneOf: readonly Value[]): Choice<Value> => ({ empty: '', oneOf })
const flag: Field<boolean> = { empty: false }
const list = <Item>(): Field<Item[]> => ({ empty: [] })
const maybe = <Value>(): Field<Value | null> => ({ empty: null })
const map = <Item>(): Field<Record<string, Item>> => ({ empty: {} })

/** Status of a submission after a reload (behaviour 4.45). */
type SubmissionStatus = Pick<Receipt, 'state' | 'contract' | 'next'>

export const METHODS = ['ssn', 'tin', 'claim'] as const
export type ValidationMethod = (typeof METHODS)[number]
export type RegistrationRole = (typeof ROLES)[number]

/** What the plan knows about the NPI. */
export const PROVIDER_FIELDS = {
  npiName: text(),
  npiFirstName: text(),
  npiLastName: text(),
  personFlag: choice('Y', 'N'),
  foundSsn: flag,
  foundTaxId: flag,
  poId: text(),
  poName: text(),
  entityId: text(),
}

/** Existing registrations (behaviour 6.3). */
export const EXISTENCE_FIELDS = {
  regExists: flag,
  poRegExists: flag,
  poPgExists: flag,
  regAtPoExists: flag,
  regAtPgExists: flag,
  regAtNpiExists: flag,
  regAtSgExists: flag,
  regAtIpaExists: flag,
}

/** What step1 compares with the plan's records. */
export const PROOF_FIELDS = {
  lastSsn: text(20),
  taxId: text(20),
  claimNu1: text(40),
  claimNu2: text(40),
  billAmt1: text(40),
  billAmt2: text(40),
}

/** On behalf: the provider who gets the request. */
export const SIGNATORY_FIELDS = {
  contactFirstName: text(),
  contactLastName: text(),
  signatoryEmail: text(),
  signatoryConfEmail: text(),
}

export const CONTACT_FIELDS = { ...mapPerson((field) => text(PERSON_FIELDS[field].accepts)), confirmEmail: text() }

export const CREDENTIAL_FIELDS = fill<Record<keyof Credentials, Text>>(namesOf(NO_CREDENTIALS), () => text())

/** What the visitor typed or chose. The server reads only these fields of a posted model (behaviour 7). */
export const INPUT_FIELDS = {
  npiId: text(20),
  regType: choice('NPI', 'PG', 'PO', 'accountActivation'),
  regRoleSel: choice(...ROLES),
  regBy: choice('self', 'behalf'),
  validateBy: choice(...METHODS),
  easyReg: flag,
  replaceSaa: flag,
  pgGroupMap: map<Group>(),
  permissionList: list<PermissionItem>(),
  captchaRes: text(10_000),
  ...PROOF_FIELDS,
  reqId: text(),
  acceptStaffReq: choice('Y', 'N'),
  rejReqId: text(),
  ...SIGNATORY_FIELDS,
  ...CONTACT_FIELDS,
  ...CREDENTIAL_FIELDS,
  ignoreExistSaaAccount: flag,
  ignoreExistAuAaAccount: flag,
}

const BRAND_FIELDS = {
  domainName: text(),
  termsOfUseLink: text(),
  contactUsLink: text(),
  cancelRegistrationLink: text(),
}

/** What the server returned, and state of the screens. */
export const STATE_FIELDS = {
  ...PROVIDER_FIELDS,
  ...EXISTENCE_FIELDS,
  accountId: text(),
  pgGroupKeys: list<string>(),
  allowAaAuReg: flag,
  identifyFound: flag,
  transactionId: text(),
  regStatus: text(),
  regContract: text(),
  submissionStatus: maybe<SubmissionStatus>(),
  captchaKey: text(),
  infoMessage: text(),
  /** The locked step1 methods of this NPI (behaviour 7.6). */
  lockedMethods: list<ValidationMethod>(),
  /** The screen where this browser left a registration of this NPI (behaviour 4.42). */
  leftOn: text(),
  /** The visitor continues a registration and must repeat the step1 proof first. */
  returning: flag,
  billAmt1Format: text(),
  billAmt2Format: text(),
  phoneFormat: text(),
  ...BRAND_FIELDS,
}

export const MODEL_FIELDS = { ...INPUT_FIELDS, ...STATE_FIELDS }
type Fields = typeof MODEL_FIELDS

export type RegistrationModel = { [Name in keyof Fields]: Fields[Name]['empty'] }
export type ModelChange = Partial<RegistrationModel>

const EMPTY: RegistrationModel = fill(namesOf(MODEL_FIELDS), (name) => MODEL_FIELDS[name].empty)

/** The part of the entry page's brand that the model needs. The server has no page and passes none. */
type PageBrand = Pick<Brand, 'name' | 'termsOfUseLink' | 'contactUsLink' | 'cancelRegistrationLink'>

const brandFields = ({ name, termsOfUseLink, contactUsLink, cancelRegistrationLink }: PageBrand) => ({
  domainName: name,
  termsOfUseLink,
  contactUsLink,
  cancelRegistrationLink,
})

export const emptyRegistration = (brand?: PageBrand, easyReg = false): RegistrationModel => ({
  ...EMPTY,
  ...(brand && brandFields(brand)),
  easyReg,
})

/** Resets the model on cancel, on a new NPI and after regConf. Values from the entry page (brand, easyReg) stay. */
export const clearRegistration = (model: RegistrationModel): RegistrationModel => ({
  ...EMPTY,
  ...pickFields(model, ['easyReg', ...namesOf(BRAND_FIELDS)]),
})

/** The model to post, without npiList and regContract, which are large and never read. */
export function postableModel({ regContract: _contract, pgGroupMap, ...rest }: RegistrationModel) {
  const groups = Object.entries(pgGroupMap).map(([id, { npiList: _list, ...group }]) => [id, group] as const)
  return { ...rest, pgGroupMap: Object.fromEntries(groups) }
}

/** The field names of a part of the model, in declaration order. */
export function namesOf<Part extends object>(part: Part): (keyof Part)[] {
  return Object.keys(part) as (keyof Part)[]
}

export function pickFields<Name extends keyof RegistrationModel>(
  model: RegistrationModel,
  names: readonly Name[],
): Pick<RegistrationModel, Name> {
  return fill(names, (name) => model[name])
}

function fill<Whole>(names: readonly (keyof Whole)[], find: (name: keyof Whole) => unknown): Whole {
  return Object.fromEntries(names.map((name): readonly unknown[] => [name, find(name)]))
}
