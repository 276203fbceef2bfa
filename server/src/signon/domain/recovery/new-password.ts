import { STATUS } from '@portico/core/constants'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { checkConfirmPassword, checkPassword } from '@portico/core/forms/rules'
import { COMMON_PASSWORD } from '@portico/core/forms/sentences'
import { PASSWORD_UNCHANGED } from '@portico/core/signon/sentences'
import { hashPassword } from '#platform/identity/password.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { isCommonPassword } from '../../../access/access.ts'

type Choice = { password: string; confirmPassword: string; currentPassword?: string }

/** Validates and hashes a new password. Call it outside a transaction, because hashing is slow. */
export async function prepareNewPassword(choice: Choice): Promise<Outcome<string>> {
  const problem = checkPassword(choice.password) ?? checkConfirmPassword(choice.confirmPassword, choice.password)
  if (problem) return refuse(STATUS.badRequest, `${problem} ${FIX_ERRORS}`.trim())
  if (choice.password === choice.currentPassword) return refuse(STATUS.pageMessage, PASSWORD_UNCHANGED)
  if (await isCommonPassword(choice.password)) return refuse(STATUS.pageMessage, COMMON_PASSWORD)
  return { entity: await hashPassword(choice.password) }
}
