import { collectErrors, type FormErrors } from '../forms/form-errors.ts'
import { PERSON_COLUMNS, type PersonForm } from '../forms/person-fields.ts'
import * as rule from '../forms/rules.ts'
import { invitedProblems } from '../forms/rules.ts'

/** Validation of the user administration forms. The server repeats it. */

export type InviteForm = PersonForm & { entity: string; role: string }

/** The columns of an invitation file. */
export const INVITE_MANY_COLUMNS = [...PERSON_COLUMNS, 'role', 'permissions']

export type StaffForm = Pick<PersonForm, 'firstName' | 'lastName' | 'email'> & { role: string }

export function checkStaffForm(form: StaffForm): FormErrors {
  return collectErrors({ ...invitedProblems(form), role: rule.checkChoice(form.role) })
}

/** Errors follow the order of the form. */
export function checkInviteForm(form: InviteForm): FormErrors {
  return collectErrors({
    ...invitedProblems(form),
    entity: rule.checkChoice(form.entity),
    role: rule.checkChoice(form.role),
  })
}
