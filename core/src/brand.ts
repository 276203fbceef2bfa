import { PROVIDER_PATHS } from './constants.ts'

/** The two brands the product ships with (behaviour 1.6). Used by the browser and the server. */
export type BrandId = 'harborview' | 'bayside'

export type Brand = {
  id: BrandId
  name: string
  legalName: string
  /** The word for the provider: 'PCP' on the care-partner brand. */
  physicianTitle: string
  /** The same word inside a sentence. */
  physicianTerm: string
  termsOfUseLink: string
  contactUsLink: string
  cancelRegistrationLink: string
  /** The care-partner brand's users accepted the terms when they joined (behaviour 1.8). */
  termsPreAccepted: boolean
  providerServicesPhone: string
  providerServicesHours: string
  /** Whom members call. */
  memberServicesPhone: string
  memberServicesHours: string
  logo: string
  logoAlt: string
}

export const BRANDS: Record<BrandId, Brand> = {
  harborview: {
    id: 'harborview',
    name: 'Harborview Health Plan',
    legalName: 'Harborview Health Plan, Inc.',
    physicianTitle: 'Physician',
    physicianTerm: 'physician',
    termsOfUseLink: PROVIDER_PATHS.termsOfUse,
    contactUsLink: PROVIDER_PATHS.contact,
    cancelRegistrationLink: PROVIDER_PATHS.login,
    termsPreAccepted: false,
    providerServicesPhone: '1-800-555-0100',
    providerServicesHours: 'Mon–Fri, 8 am – 5 pm',
    memberServicesPhone: '1-800-555-0120',
    memberServicesHours: 'Mon–Fri, 8 am – 8 pm',
    logo: '/content/harborview/logo.svg',
    logoAlt: 'Harborview Health Plan',
  },
  bayside: {
    id: 'bayside',
    name: 'Bayside Care Partners',
    legalName: 'Bayside Care Partners, LLC',
    physicianTitle: 'PCP',
    physicianTerm: 'PCP',
    termsOfUseLink: `${PROVIDER_PATHS.termsOfUse}?from=care-partners`,
    contactUsLink: `${PROVIDER_PATHS.contact}?from=care-partners`,
    cancelRegistrationLink: `${PROVIDER_PATHS.login}?from=care-partners`,
    termsPreAccepted: true,
    providerServicesPhone: '1-800-555-0140',
    providerServicesHours: 'Mon–Fri, 8 am – 6 pm',
    memberServicesPhone: '1-800-555-0160',
    memberServicesHours: 'Mon–Fri, 8 am – 8 pm',
    logo: '/content/bayside/logo.svg',
    logoAlt: 'Bayside Care Partners',
  },
}

export const DEFAULT_BRAND = BRANDS.harborview

/** Host names that are the care-partner brand without any setting; a plan lists its own beside them. */
const PARTNER_HOSTS: readonly string[] = ['partner.localhost']

/** The brand of a host name, which may carry a port. */
export function brandForHost(host: string, partnerHosts: readonly string[] = PARTNER_HOSTS): Brand {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return partnerHosts.includes(name) ? BRANDS.bayside : DEFAULT_BRAND
}
