import { collectErrors, type FormErrors } from '../forms/form-errors.ts'
import * as rule from '../forms/rules.ts'

/** Validation of the user administration forms. The server repeats it. */

export type InviteForm = {
  entity: string
  role: string
  firstName: string
  lastName: string
  email: string
  phone: string
  phoneExt: string
}

export type StaffForm = { firstName: string; lastName: string; email: string; role: string }

export function checkStaffForm(form: StaffForm): FormErrors {
  return collectErrors({
    firstName: rule.checkName(form.firstName),
    lastName: rule.checkName(form.lastName),
    email: rule.checkEmail(form.email.trim()),
    role: rule.checkChoice(form.role),
  })
}

/** Errors follow the order of the form. Phone and extension are optional: the invited person can add them. */
export function checkInviteForm(form: InviteForm): FormErrors {
  return collectErrors({
    firstName: rule.checkName(form.firstName),
    lastName: rule.checkName(form.lastName),
    email: rule.checkEmail(form.email.trim()),
    phone: form.phone.trim() === '' ? undefined : rule.checkPhone(form.phone),
    phoneExt: rule.checkExtension(form.phoneExt),
    entity: rule.checkChoice(form.entity),
    role: rule.checkChoice(form.role),
  })
}
