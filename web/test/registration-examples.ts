/** Example profiles, replies and entries of the registration wizard. */
import type { PermissionItem } from '@portico/core/access/shapes'
import { SECURITY_QUESTIONS } from '@portico/core/forms/security-questions'
import type { ModelChange } from '@portico/core/registration/model'
import type { ActivationProfile, NpiProfile, RequestReview } from '@portico/core/registration/model-shapes'
import type { Group, Quiz, Receipt } from '@portico/core/registration/shapes'

/** A physician alone, with SSN and TIN on file. */
export const PHYSICIAN: NpiProfile = {
  npiId: '1100000011',
  npiName: 'Amara Whitfield',
  npiFirstName: 'Amara',
  npiLastName: 'Whitfield',
  personFlag: 'Y',
  foundSsn: true,
  foundTaxId: true,
  poId: '',
  poName: '',
  entityId: '',
  regExists: false,
  poRegExists: false,
  poPgExists: false,
  regAtPoExists: false,
  regAtPgExists: false,
  regAtNpiExists: false,
  regAtSgExists: false,
  regAtIpaExists: false,
  regContract: '',
  captchaKey: 'altcha',
  pgGroupMap: {},
  pgGroupKeys: [],
  lockedMethods: [],
  message: '',
}

export const group = (id: string, name: string, more: Partial<Group> = {}): Group => ({
  id,
  name,
  shortName: '',
  checked: false,
  registerdGroup: false,
  registerdNpi: false,
  selectedNpiGroup: false,
  npiList: [
    { id: `1600000${id.padStart(3, '0')}`, name: `Provider of ${name}`, regFlag: more.registerdGroup ?? false },
  ],
  ...more,
})

const inGroups = (...groups: Group[]): Pick<NpiProfile, 'poPgExists' | 'pgGroupMap' | 'pgGroupKeys'> => ({
  poPgExists: true,
  pgGroupMap: Object.fromEntries(groups.map((each) => [each.id, each])),
  pgGroupKeys: groups.map(({ id }) => id),
})

/** A physician of one group without an SAA. */
export const GROUP_MEMBER: NpiProfile = {
  ...PHYSICIAN,
  npiId: '1300000019',
  ...inGroups(group('1', 'Old Harbor Primary Care', { selectedNpiGroup: true })),
}

/** A physician of one group in an organization of three; one of the others has an SAA. */
export const ORGANIZATION_MEMBER: NpiProfile = {
  ...PHYSICIAN,
  npiId: '1300000027',
  poId: 'PO1',
  poName: 'Merrimack Physician Organization',
  ...inGroups(
    group('1', 'Merrimack Valley Family Medicine', { selectedNpiGroup: true }),
    group('2', 'Andover Internal Medicine'),
    group('3', 'Haverhill Pediatrics', { registerdGroup: true }),
  ),
}

/** A physician with an SAA. */
export const REGISTERED: NpiProfile = { ...PHYSICIAN, npiId: '1400000018', regExists: true, regAtNpiExists: true }

/** A physician of a group that has an SAA. */
export const REGISTERED_IN_GROUP: NpiProfile = {
  ...PHYSICIAN,
  npiId: '1400000026',
  regExists: true,
  regAtPgExists: true,
  ...inGroups(group('1', 'Tidewater Family Practice', { selectedNpiGroup: true, registerdGroup: true })),
}

const permission = (referenceId: string, referenceShortDesc: string, readOnly = 'FALSE'): PermissionItem => ({
  referenceId,
  referenceShortDesc,
  readOnly,
  checked: false,
})
/** What the SAA of a provider holds. */
export const PERMISSIONS = [
  permission('HOME', 'Portal home and messages', 'TRUE'),
  permission('ELIG', 'Member eligibility'),
  permission('CLAIM', 'Claim status'),
]

/** A facility: it registers by a signed form, and its account form comes right after the NPI. */
export const FACILITY: NpiProfile = {
  ...PHYSICIAN,
  npiId: '1200000010',
  npiName: 'Old Harbor Hospital',
  personFlag: 'N',
}

const question = (id: string, text: string) => ({
  id,
  text,
  selectedChoice: '',
  choiceList: ['One', 'Two', 'Three'].map((choice) => ({ id: choice, text: `${choice} of ${id}` })),
})
export const QUIZ: Quiz = {
  status: 'PENDING',
  transactionId: '',
  quizId: 'quiz-1',
  workflow: 'SELF',
  noOfQuestions: 2,
  statusMsg: '',
  secondsLeft: 480,
  quizzesLeft: 2,
  questionList: [question('q1', 'Which city is your practice in?'), question('q2', 'Which claim was yours?')],
}
export const PASSED = { status: 'PASS', transactionId: 'transaction-1', statusMsg: '' }

export const RECEIPT: Receipt = {
  reference: '7QK4M-2XWHD',
  npiId: PHYSICIAN.npiId,
  npiName: PHYSICIAN.npiName,
  poName: '',
  firstName: 'Amara',
  lastName: 'Whitfield',
  email: 'robin@office.example',
  contactFirstName: '',
  contactLastName: '',
  signatoryEmail: '',
  submittedOn: '2026-03-02T15:00:00.000Z',
  decidedOn: '2026-03-02T15:00:00.000Z',
  expiresOn: '',
  path: 'SELF',
  regType: 'NPI',
  regRoleSel: 'SAA',
  groups: [],
  state: 'ACTIVE',
  contract: 'NONE',
  next: '',
}

/** The account form, filled in without an error. */
export const ACCOUNT = {
  firstName: 'Robin',
  lastName: 'Sample',
  email: 'robin@office.example',
  confirmEmail: 'ROBIN@office.example',
  phone: '5125550177',
  phoneExt: '12',
  userName: 'robin4821',
  password: 'Lantern4821x',
  confirmPassword: 'Lantern4821x',
  securityQuestion1: SECURITY_QUESTIONS[0],
  securityQuestion2: SECURITY_QUESTIONS[1],
  securityQuestion3: SECURITY_QUESTIONS[2],
  securityAns1: 'Copperfield',
  securityAns2: 'Juniper Terrace',
  securityAns3: 'Marigold',
} satisfies ModelChange

/** The request on behalf that a mailed link opens. */
export const REVIEW: RequestReview = {
  reqId: 'request-1',
  npiId: PHYSICIAN.npiId,
  npiName: PHYSICIAN.npiName,
  npiFirstName: PHYSICIAN.npiFirstName,
  npiLastName: PHYSICIAN.npiLastName,
  personFlag: 'Y',
  regRoleSel: 'SAA',
  replaceSaa: false,
  contactFirstName: 'Amara',
  contactLastName: 'Whitfield',
  firstName: 'Robin',
  lastName: 'Sample',
  email: ACCOUNT.email,
  phone: '5125550177',
  phoneExt: '12',
  regType: 'NPI',
  requestedOn: '2026-03-02T15:00:00.000Z',
  expiresOn: '2026-03-16T15:00:00.000Z',
}

/** The invitation that an activation link opens. */
export const INVITED: ActivationProfile = {
  npiId: PHYSICIAN.npiId,
  npiName: PHYSICIAN.npiName,
  poId: '',
  poName: '',
  pgGroupMap: {},
  pgGroupKeys: [],
  firstName: 'Robin',
  lastName: 'Sample',
  email: ACCOUNT.email,
  phone: '6175550142',
  phoneExt: '7',
  regRoleSel: 'AU',
}

/** The model of a physician who has proved the identity and is about to fill in the account form. */
export const PROVED = {
  ...PHYSICIAN,
  regType: 'NPI',
  regRoleSel: 'SAA',
  regBy: 'self',
  validateBy: 'ssn',
  lastSsn: '4321',
  identifyFound: true,
  transactionId: PASSED.transactionId,
} satisfies ModelChange
