/** Texts of views by support agents (behaviour 23.20). */

export const VIEW_ENDED = 'This view has ended. Open it again from the console if you still need it.'
export const VIEW_REFUSED = 'You can’t do this in a view. Only the person can do it, signed in to their own account.'
export const VIEW_HIDDEN = 'Claims and members’ data are hidden in this view. Ask a colleague to show them.'
export const END_VIEW_FIRST = 'End your view before you sign in to an application.'
/** Stands for every hidden text. */
export const HIDDEN_TEXT = '•••'

export const VIEW_PERSON_UNKNOWN = 'We could not find an active provider account like this.'
export const VIEW_REASON_NEEDED = 'Enter a reason. The person will read it.'
export const VIEW_UNKNOWN = 'We could not find this view, or it has ended.'
export const VIEWS_TOO_MANY = 'You have opened too many views today. Please try again tomorrow.'
export const UNMASK_REASON_NEEDED = 'Enter why you need to see claims and members’ data.'
export const UNMASK_ASKED = 'You have already asked. A colleague decides.'
export const UNMASK_NOT_OWN = 'Another person has to decide this.'
