/** Names of the members' calls, below the base path; their shapes are in api.ts, which the browser imports types from. */
export const MEMBER_CALLS = {
  /** Registration: details, the mailed code, the account. */
  begin: '/rest/nonsec/member/begin',
  confirmCode: '/rest/nonsec/member/confirmCode',
  createAccount: '/rest/nonsec/member/createAccount',
  /** After sign-on. */
  home: '/rest/sec/member/home',
  family: '/rest/sec/member/family',
  idCardPdf: '/rest/sec/member/idCardPdf',
  claims: '/rest/sec/member/claims',
  specialties: '/rest/sec/member/specialties',
  cities: '/rest/sec/member/cities',
  providerNames: '/rest/sec/member/providerNames',
  findProviders: '/rest/sec/member/findProviders',
} as const

/** Where members see banners: on their home, and before they sign in. */
export const MEMBER_BANNERS = 'member-home'
export const MEMBER_LOGIN_BANNERS = 'member-login'

export const MEMBER_CODE_DIGITS = 6
/** Five wrong codes end a registration. */
export const WRONG_CODES_MAX = 5
/** From this age on only the person sees what concerns them. */
export const ADULT_AGE = 18
