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
      heading: 'Previous SAA',
      text: `If the provider already has an SAA at the same level, that person becomes an Access Administrator when this contract takes effect. Accounts they created stay in place until the new SAA changes them.`,
    },
    {
      heading: 'Who may use the portal',
      text: `Every user must have their own account. User names and passwords must not be shared. The provider must end the access of anyone who leaves or no longer needs it within one business day.`,
    },
    {
      heading: 'Use of information',
      text: `The portal contains health information of members. The provider must use it only for treatment, payment and health care operations, use only the minimum necessary, and protect it as federal and state privacy laws require.`,
    },
    {
      heading: 'Reporting',
      text: `The provider must notify Provider Services at ${brand.providerServicesPhone} without delay if another person may have used an account, if a device with portal information is lost, or if the SAA leaves the provider.`,
    },
    {
      heading: 'Records',
      text: `${plan} records who does what in the portal. It may review access at any time and suspend an account while it investigates a concern. The provider must cooperate with such a review.`,
    },
    {
      heading: 'Duration',
      text: `This contract takes effect when ${plan} has validated the signed copy and has confirmed it by email. It ends with the provider’s participation in the network, or 30 days after either party gives written notice. Duties about privacy continue after it ends.`,
    },
    {
      heading: 'Authority to sign',
      text: `The person who signs for the provider confirms that they are authorized to bind every NPI, provider group and organization named in this contract.`,
    },
  ]
}
