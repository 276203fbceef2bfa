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

/** Error texts of an office's spreadsheet, by line. */
export const NPI_OF_ROW = 'Enter the NPI of this row. In merged cells, only the first row has the value.'
export const NOT_IN_PRACTICE = 'This NPI is not a provider of this practice. Check the number, or remove the row.'
export const UNKNOWN_LOCATION_ID =
  'This provider has no location with this ID here. Correct the ID or leave the cell empty.'
export const SEVERAL_LOCATIONS =
  'This provider has several locations. Add the location ID, or the street and ZIP code as the directory has them.'
export const NEEDS_LOCATION =
  'This provider has no location yet. Add street, city, state, ZIP code and phone in this row.'
export const NEEDS_PHONE = 'The directory has no phone for this location. Add it in this row.'
export const NEEDS_ADDRESS =
  'The directory lacks a part of this address. Add street, city, state and ZIP code in this row.'
export const WRITE_YES_OR_NO = 'Write Yes or No.'
export const WRITE_ACCEPTING = 'Write Yes, No, Existing patients only or Families of patients only.'
export const WRITE_LANGUAGES =
  'Write languages in English or as codes, separated by semicolons, such as English; Spanish.'
export const WRITE_SPECIALTY = 'Write taxonomy codes such as 207Q00000X, separated by semicolons.'
export const repeatsLine = (line: number) =>
  `Line ${line} already has this provider at this location. Keep one of the lines.`
export const contradictsLine = (line: number) =>
  `Line ${line} has another value for the same location. Write the same value in both lines.`
export const ROSTER_TOO_LONG = 'A file can have up to 2,000 rows. Please split it into smaller files.'
export const ROSTER_LIMIT = 'These would be more rows than your account can upload in a day. Please try again tomorrow.'
export const ROSTER_MOVED = 'The directory changed after this preview. Please check the new preview and apply it.'
export const ROSTER_NO_CHANGE = 'This file changes nothing. The directory already says the same.'
