/** Error texts of the provider directory's fields. */
export const UNKNOWN_FIELD = 'This field of the directory can’t be changed here.'
export const WRONG_VALUE = 'This value doesn’t fit the field.'
export const BAD_PHONE = 'Enter a phone number with ten digits, such as (617) 555-0123.'
export const BAD_STATE = 'Enter the state with two letters, such as MA.'
export const BAD_ZIP = 'Enter a ZIP code with five or nine digits, such as 02139 or 02139-1234.'
export const ENTER_STREET = 'Enter the street address.'
export const ENTER_CITY = 'Enter the city.'
export const BAD_LANGUAGE = 'Choose languages from the list, or enter their codes, such as en or es.'
export const BAD_SPECIALTY = 'Enter taxonomy codes, such as 207Q00000X.'
export const BAD_ACCEPTING = 'Choose whether new patients are accepted.'
export const BAD_LEAVING = 'Enter a day within the last year or the next two years.'
export const NOT_YOUR_PROVIDER = 'You can change only providers and locations of your own practice.'
export const NOT_YOUR_SCOPE = 'Your access doesn’t include this practice.'
export const UNKNOWN_RECEIPT = 'We could not find this receipt.'
export const OTHER_VERIFICATION = 'This verification was already sent with other content. Please load the page again.'
export const NOT_ON_ROSTER = 'You can report changes only for providers on your own roster.'

// The queue of plan staff
export const CHANGE_UNKNOWN = 'We could not find this change.'
export const CHANGE_DECIDED = 'Someone else has already decided this change.'
export const CHANGE_TAKEN = 'Someone else has this change, or it was decided.'
export const CHANGE_MOVED =
  'The directory changed after you opened this change. Compare the values again before you decide.'
export const CHANGE_ROW_GONE =
  'The plan’s file no longer has this location or practice. Return the change with a reason.'
export const NOT_ONE_SUBMISSION = 'Only changes that were sent together can be decided together.'
export const ENTER_ANSWER = 'Please enter an answer.'
export const ENTER_REASON = 'Please enter a reason.'
export const NOT_SUPPRESSED = 'This provider is not suppressed.'
export const ALREADY_SUPPRESSED = 'This provider is already suppressed.'
export const UNKNOWN_PROVIDER = 'We could not find this provider.'

// The daily summary
export const SUMMARY_UNKNOWN = 'This link doesn’t work. Open the link in the email again, or copy all of it.'
export const SUMMARY_USED = 'You have already used this link. To report more, please call Provider Services.'
export const SUMMARY_EXPIRED = 'This link has expired. Please call Provider Services.'
export const CHOOSE_WRONG = 'Choose at least one change that is wrong.'
