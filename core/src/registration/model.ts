import type { Brand } from '../brand.ts'
import { NO_CREDENTIALS } from '../forms/credentials.ts'

/** The registration model. Field names are the wire's, spellings included. */

export type RegistrationType = 'NPI' | 'PG' | 'PO' | 'accountActivation'
export type RegistrationRole = 'SAA' | 'AA' | 'AU'
export type RegisteredBy = 'self' | 'behalf'
export type ValidationMethod = 'ssn' | 'tin' | 'claim'
export type YesNo = 'Y' | 'N'

/** One provider of a group; regFlag is shown as Yes or No. */
export type GroupProvider = { id: string; name: string; regFlag: boolean }

export type Group = {
  id: string
  name: string
  shortName: string
  checked: boolean
  registerdGroup: boolean
  registerdNpi: boolean
  selectedNpiGroup: boolean
  npiList: GroupProvider[]
}

/** readOnly is the string 'TRUE' for permissions that cannot be unchecked. */
export type PermissionItem = {
  referenceId: string
  referenceShortDesc: string
  readOnly: string
  checked: boolean
}

export type QuizChoice = { id: string; text: string }
export type QuizQuestion = { id: string; text: string; selectedChoice: string; choiceList: QuizChoice[] }
export type Quiz = {
  status: string
  transactionId: string
  quizId: string
  workflow: 'SELF' | 'REQUEST'
  noOfQuestions: number
  statusMsg: string
  questionList: QuizQuestion[]
}

export type Banner = { id: string; summary: string; body: string; displayBody: boolean }

/** What nobody has chosen yet is the empty string. */
export type RegistrationModel = {
  // Identity of the provider
  npiId: string
  npiName: string
  npiFirstName: string
  npiLastName: string
  personFlag: YesNo | ''
  foundSsn: boolean
  foundTaxId: boolean
  poId: string
  poName: string
  entityId: string
  accountId: string

  // Groups
  pgGroupMap: Record<string, Group>
  pgGroupKeys: string[]

  // Existence flags (behaviour 6.3)
  regExists: boolean
  poRegExists: boolean
  poPgExists: boolean
  regAtPoExists: boolean
  regAtPgExists: boolean
  regAtNpiExists: boolean
  regAtSgExists: boolean
  regAtIpaExists: boolean

  // Flow settings
  regType: RegistrationType | ''
  regRoleSel: RegistrationRole | ''
  regBy: RegisteredBy | ''
  validateBy: ValidationMethod | ''
  easyReg: boolean
  allowAaAuReg: boolean
  replaceSaa: boolean
  identifyFound: boolean
  transactionId: string
  regStatus: string
  permissionList: PermissionItem[]
  regContract: string
  captchaKey: string
  captchaRes: string
  infoMessage: string
  /** Methods of step1 that are locked for this NPI (behaviour 7.6). */
  lockedMethods: ValidationMethod[]

  // Validation data
  lastSsn: string
  taxId: string
  claimNu1: string
  claimNu2: string
  billAmt1: string
  billAmt2: string
  billAmt1Format: string
  billAmt2Format: string

  // Request handling
  reqId: string
  acceptStaffReq: YesNo | ''
  rejReqId: string

  // Contact (on behalf): the provider who signs
  contactFirstName: string
  contactLastName: string
  signatoryEmail: string
  signatoryConfEmail: string

  // Account
  firstName: string
  lastName: string
  email: string
  confirmEmail: string
  phone: string
  phoneFormat: string
  phoneExt: string
  userName: string
  password: string
  confirmPassword: string
  securityQuestion1: string
  securityQuestion2: string
  securityQuestion3: string
  securityAns1: string
  securityAns2: string
  securityAns3: string
  ignoreExistSaaAccount: boolean
  ignoreExistAuAaAccount: boolean

  // Branding
  domainName: string
  termsOfUseLink: string
  contactUsLink: string
  cancelRegistrationLink: string
}

export type ModelChange = Partial<RegistrationModel>

/** What the entry page's brand gives; whoever has no page goes without. */
type PageBrand = Pick<Brand, 'name' | 'termsOfUseLink' | 'contactUsLink' | 'cancelRegistrationLink'>
const NO_BRAND: PageBrand = { name: '', termsOfUseLink: '', contactUsLink: '', cancelRegistrationLink: '' }

export function emptyRegistration(brand: PageBrand = NO_BRAND, easyReg = false): RegistrationModel {
  return {
    npiId: '',
    npiName: '',
    npiFirstName: '',
    npiLastName: '',
    personFlag: '',
    foundSsn: false,
    foundTaxId: false,
    poId: '',
    poName: '',
    entityId: '',
    accountId: '',
    pgGroupMap: {},
    pgGroupKeys: [],
    regExists: false,
    poRegExists: false,
    poPgExists: false,
    regAtPoExists: false,
    regAtPgExists: false,
    regAtNpiExists: false,
    regAtSgExists: false,
    regAtIpaExists: false,
    regType: '',
    regRoleSel: '',
    regBy: '',
    validateBy: '',
    easyReg,
    allowAaAuReg: false,
    replaceSaa: false,
    identifyFound: false,
    transactionId: '',
    regStatus: '',
    permissionList: [],
    regContract: '',
    captchaKey: '',
    captchaRes: '',
    infoMessage: '',
    lockedMethods: [],
    lastSsn: '',
    taxId: '',
    claimNu1: '',
    claimNu2: '',
    billAmt1: '',
    billAmt2: '',
    billAmt1Format: '',
    billAmt2Format: '',
    reqId: '',
    acceptStaffReq: '',
    rejReqId: '',
    contactFirstName: '',
    contactLastName: '',
    signatoryEmail: '',
    signatoryConfEmail: '',
    firstName: '',
    lastName: '',
    email: '',
    confirmEmail: '',
    phone: '',
    phoneFormat: '',
    phoneExt: '',
    ...NO_CREDENTIALS,
    ignoreExistSaaAccount: false,
    ignoreExistAuAaAccount: false,
    domainName: brand.name,
    termsOfUseLink: brand.termsOfUseLink,
    contactUsLink: brand.contactUsLink,
    cancelRegistrationLink: brand.cancelRegistrationLink,
  }
}

/** Back to defaults, as on cancel, on a new NPI and after regConf; what the entry page gave (brand, easyReg) stays. */
export function clearRegistration(model: RegistrationModel): RegistrationModel {
  return {
    ...emptyRegistration(),
    easyReg: model.easyReg,
    domainName: model.domainName,
    termsOfUseLink: model.termsOfUseLink,
    contactUsLink: model.contactUsLink,
    cancelRegistrationLink: model.cancelRegistrationLink,
  }
}

export type PostableGroup = Omit<Group, 'npiList'>
export type PostableModel = Omit<RegistrationModel, 'pgGroupMap' | 'regContract'> & {
  pgGroupMap: Record<string, PostableGroup>
}

/** What is posted as 'the registration model': without npiList and regContract, which are bulky and never read. */
export function postableModel(model: RegistrationModel): PostableModel {
  const { regContract: _contract, pgGroupMap, ...rest } = model
  const groups = Object.entries(pgGroupMap).map(([id, { npiList: _list, ...group }]) => [id, group])
  return { ...rest, pgGroupMap: Object.fromEntries(groups) }
}
