/** Numbers and URLs that several parts of the product share (behaviour 2, 19). */

export const HTTP_TIMEOUT_MS = 90_000
/** A call that takes longer is reported, with a way to stop waiting. */
export const SLOW_CALL_MS = 8_000

/** Session timeout (behaviour 11.6): a warning after 1620 s without a call, then a countdown of 180 s. */
export const SESSION_WARNING_S = 1620
export const SESSION_COUNTDOWN_S = 180

/** The status codes of an envelope. The browser's gateway creates 515 and 516; the server never returns them. */
export const STATUS = {
  ok: 200,
  badRequest: 400,
  accountFound: 403,
  notFound: 404,
  userNameTaken: 405,
  notAcceptable: 406,
  pageMessage: 407,
  expired: 498,
  gatewayHttpError: 515,
  gatewayOtherError: 516,
} as const

export const MEMBER_ID_PREFIX_LENGTH = 9
export const NPI_LENGTH = 10
export const NPI_MAX = 9_999_999_999
export const SSN_LENGTH = 9
export const SSN_LAST_LENGTH = 4
export const TIN_LENGTH = 9
export const CLAIM_NUMBER_MAX = 16
export const BILLED_AMOUNT_MAX = 16
export const USER_NAME_MIN = 6
export const USER_NAME_MAX = 12
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 16
export const CONFIRM_PASSWORD_INPUT_MAX = 75
export const NAME_MAX = 75
export const EMAIL_MAX = 100
export const SIGNATORY_EMAIL_MAX = 75
export const SECURITY_ANSWER_MAX = 75
export const SECURITY_QUESTION_COUNT = 3
export const SECURITY_QUESTION_OPTIONS_MAX = 20
export const PHONE_DIGITS = 10
export const PHONE_EXTENSION_MAX = 6
export const TYPEAHEAD_OPTIONS_MAX = 20

export const ROLES = ['SAA', 'AA', 'AU'] as const
export const QUIZ_PENDING = 'PENDING'
export const QUIZ_PASS = 'PASS'

/** The code to the address that the plan has on file (behaviour 7.17). */
export const CODE_DIGITS = 6
export const CODE_TRIES = 3

/** Codes of an authenticator app (behaviour 11.21), and recovery codes. */
export const APP_CODE_DIGITS = 6
export const APP_CODE_SECONDS = 30
export const RECOVERY_CODE_COUNT = 10

/** Columns of the 'Provider List' popup and their widths in percent (behaviour 3.4). */
export const PROVIDER_LIST_COLUMNS = [
  { title: 'NPI', width: 15 },
  { title: 'Provider Name', width: 80 },
  { title: 'Registered?', width: 5 },
] as const

export function contractFileName(npi: string): string {
  return `npi_${npi}_network_contract.pdf`
}

/** Base paths of the calls; the same router is mounted at both (behaviour 2.7). */
export const PROVIDER_BASE = '/Provider'
export const MEMBER_BASE = '/MemberPortalWeb'

/** '/MemberPortalWeb' only if the path contains '/members/my'. */
export function callBaseFor(path: string): string {
  return path.includes('/members/my') ? MEMBER_BASE : PROVIDER_BASE
}

export function isMemberPath(path: string): boolean {
  return path.includes('/members')
}

/** Query parameters of mailed links. Their values are secrets, because they open what the link opens. */
export const LINK_PARAMETERS = [
  'reqId',
  'activateId',
  'resetId',
  'holdId',
  'signId',
  'copyId',
  'factorId',
  'confirmId',
  'doorId',
  'summaryId',
  'takeoverId',
] as const

export const DEMO_PATH = '/demo'

const PROVIDERS = '/thp/portal/providers'
const MEMBERS = '/thp/portal/members'
const INTERNAL = '/thp/portal/internal'

export const PROVIDER_PATHS = {
  area: PROVIDERS,
  login: `${PROVIDERS}/login`,
  logout: `${PROVIDERS}/logout`,
  factor: `${PROVIDERS}/factor`,
  secureAccount: `${PROVIDERS}/secure-account`,
  home: `${PROVIDERS}/home`,
  registration: `${PROVIDERS}/registration`,
  additionalAccess: `${PROVIDERS}/additional-access`,
  status: `${PROVIDERS}/status`,
  forgotPassword: `${PROVIDERS}/forgot-password`,
  forgotUsername: `${PROVIDERS}/forgot-username`,
  notMe: `${PROVIDERS}/not-me`,
  directorySummary: `${PROVIDERS}/directory-summary`,
  confirmEmail: `${PROVIDERS}/confirm-email`,
  stopTakeover: `${PROVIDERS}/stop-takeover`,
  signContract: `${PROVIDERS}/sign-contract`,
  signedContract: `${PROVIDERS}/signed-contract`,
  access: `${PROVIDERS}/access`,
  eligibility: `${PROVIDERS}/eligibility`,
  eligibilityList: `${PROVIDERS}/eligibility/list`,
  claims: `${PROVIDERS}/claims`,
  roster: `${PROVIDERS}/roster`,
  verify: `${PROVIDERS}/verify`,
  scoTrakker: `${PROVIDERS}/sco-trakker`,
  scoInvoice: `${PROVIDERS}/sco-invoice`,
  profile: `${PROVIDERS}/profile`,
  faq: `${PROVIDERS}/faq`,
  contact: `${PROVIDERS}/contact`,
  termsOfUse: `${PROVIDERS}/terms-of-use`,
  privacy: `${PROVIDERS}/privacy`,
  accessibility: `${PROVIDERS}/accessibility`,
  languageAssistance: `${PROVIDERS}/language-assistance`,
} as const

export const MEMBER_PATHS = {
  area: MEMBERS,
  login: `${MEMBERS}/login`,
  logout: `${MEMBERS}/logout`,
  factor: `${MEMBERS}/factor`,
  secureAccount: `${MEMBERS}/secure-account`,
  register: `${MEMBERS}/register`,
  forgotPassword: `${MEMBERS}/forgot-password`,
  forgotUsername: `${MEMBERS}/forgot-username`,
  home: `${MEMBERS}/my/home`,
  idCard: `${MEMBERS}/my/id-card`,
  claims: `${MEMBERS}/my/claims`,
  findAProvider: `${MEMBERS}/my/find-a-provider`,
  profile: `${MEMBERS}/my/profile`,
} as const

export const INTERNAL_PATHS = {
  area: INTERNAL,
  login: `${INTERNAL}/login`,
  logout: `${INTERNAL}/logout`,
  factor: `${INTERNAL}/factor`,
  secureAccount: `${INTERNAL}/secure-account`,
  home: `${INTERNAL}/home`,
  contracts: `${INTERNAL}/contracts`,
  requests: `${INTERNAL}/requests`,
  people: `${INTERNAL}/people`,
  successors: `${INTERNAL}/successors`,
  providers: `${INTERNAL}/providers`,
  directory: `${INTERNAL}/directory`,
  changes: `${INTERNAL}/changes`,
  content: `${INTERNAL}/content`,
  audit: `${INTERNAL}/audit`,
  mail: `${INTERNAL}/mail`,
  imports: `${INTERNAL}/imports`,
  views: `${INTERNAL}/views`,
  unmasking: `${INTERNAL}/unmasking`,
  applications: `${INTERNAL}/applications`,
  staff: `${INTERNAL}/staff`,
  forgotPassword: `${INTERNAL}/forgot-password`,
  profile: `${INTERNAL}/profile`,
} as const

/** Names the view in which a support agent makes a call. */
export const VIEW_HEADER = 'x-portico-view'

/** Browsers accept such a cookie only from this very host over https, so that no other host of the domain can set it. */
export const HOST_COOKIE_PREFIX = '__Host-'
/** The cookie whose token every call except GET repeats in a header (behaviour 12.4). */
export const CSRF_COOKIE = 'XSRF-TOKEN'
/** Readable by pages, unlike the session cookie. It says only that a user is signed in (behaviour 11.29). */
export const SIGNED_IN_COOKIE = 'portico_signed_in'
