import type { Brand } from '@portico/core/brand'

export const CONTRACT_TITLE = 'Network Contract – Portal Access'

export type Clause = { heading: string; text: string }

/** The terms, in words that an office can read. */
export function contractTerms(brand: Brand): Clause[] {
  const plan = brand.name
  return [
    {
      heading: 'Purpose',
      text: `This contract is part of the provider’s participation in the ${plan} network. It governs online access to the provider portal for the provider, provider groups or provider organization named above (“the provider”).`,
    },
    {
      heading: 'Senior Access Administrator',
      text: `The provider appoints the registrant named above as its Senior Access Administrator (SAA). The SAA has overall responsibility for managing access: the SAA can create, change and end the accounts of Access Administrators (AA) and Access Users (AU) for the provider.`,
    },
    {
      heading: 'A former SAA',
      text: `Where the provider already has an SAA at the same level, that person becomes an Access Administrator when this contract takes effect. Accounts they created stay in place until the new SAA changes them.`,
    },
    {
      heading: 'Who may use the portal',
      text: `Every user has an account of their own. User names and passwords are not shared. The provider ends the access of anybody who leaves or no longer needs it within one business day.`,
    },
    {
      heading: 'Use of information',
      text: `The portal holds health information of members. The provider uses it only for treatment, payment and health care operations, keeps to the minimum that is necessary, and protects it as federal and state privacy law require.`,
    },
    {
      heading: 'Reporting',
      text: `The provider tells Provider Services at ${brand.providerServicesPhone} without delay when an account may have been used by somebody else, when a device with portal information is lost, or when the SAA is no longer with the provider.`,
    },
    {
      heading: 'Records',
      text: `${plan} records what is done in the portal, and by whom. It can review access at any time and suspend an account while it looks into a concern. The provider helps with such a review.`,
    },
    {
      heading: 'Duration',
      text: `This contract takes effect when ${plan} has validated the signed copy and has confirmed it by email. It ends with the provider’s participation in the network, or 30 days after either side gives notice in writing. Duties about privacy continue after it ends.`,
    },
    {
      heading: 'Authority to sign',
      text: `The person who signs for the provider confirms that they may bind every NPI, provider group and organization named in this contract.`,
    },
  ]
}
