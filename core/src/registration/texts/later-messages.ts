/** Long texts of later screens, outside the first download; to the letter as in docs/behaviour.md. */

export const PENDING_SAA_REQUEST =
  'Another user recently started a Senior Access Administrator (SAA) request for the same provider. Please be aware that If you continue, your request may not be approved.'
export const CHOICE_NOTE =
  'You are requesting access for all NPIs of the group(s) or organization above. To register for one NPI only, go back and choose the single NPI option.'
export const PERMISSIONS_HELP = 'If a box is checked, the provider has access to that function.'
export const ACCOUNT_FOUND =
  'We found an existing account with the same name and email address. You can log in and request additional access, or create a new account.'
