/** Messages for refused administrator acts. */
export const NOT_GRANTABLE = 'You can give only permissions that you have yourself.'
export const NOT_NOW = 'This access has changed. Please reload the list.'
export const LEFT_NETWORK = "This provider is no longer in the plan's network."
export const DEACTIVATED = 'This NPI is deactivated in the national provider file.'
export const SUSPENDED_BY_STAFF = 'Provider Services suspended this access. Please call them.'
export const REASON_NEEDED = 'Please enter a reason.'
export const NO_REQUEST = 'We could not find this request among those waiting for you.'
export const TOO_MANY_INVITATIONS = 'Many invitations were sent today. Please try again tomorrow.'
export const ALREADY_HERE = 'This person already has access or an invitation here.'
