import { CODE_DIGITS, NAME_MAX } from '../constants.ts'
import { collectErrors, type FormErrors } from '../forms/form-errors.ts'
import { sameIgnoringCase } from '../forms/formats.ts'
import * as rule from '../forms/rules.ts'
import { findUnprintable } from '../printable.ts'
import { CODE_SIX_DIGITS, lettersNotPrinted, SIGNATURE_NEEDED, SIGNATURE_NOT_YOURS } from './signing-sentences.ts'
import type { AskBody, SignBody } from './signing-shapes.ts'

/** Validation of online signing, shared with the server. */

const checkTitle = (title: string) => rule.required(title) ?? rule.atMost(title, NAME_MAX)

/** The contract must show names as typed. */
function checkPrintable(text: string): string | undefined {
  const letters = findUnprintable(text)
  return letters === '' ? undefined : lettersNotPrinted(letters)
}

const checkSigner = ({ name, title }: { name: string; title: string }) => ({
  name: rule.checkName(name) ?? checkPrintable(name),
  title: checkTitle(title) ?? checkPrintable(title),
})

export function checkSignatory(form: Omit<AskBody, 'reference'>): FormErrors {
  return collectErrors({
    ...checkSigner(form),
    email: rule.checkEmail(form.email),
    confirmEmail: rule.checkConfirmEmail(form.confirmEmail, form.email),
  })
}

export const checkSigningCode = (code: string): string | undefined => {
  const digits = code.replace(/\s/g, '')
  return digits.length === CODE_DIGITS && /^\d+$/.test(digits) ? undefined : CODE_SIX_DIGITS
}

/** A drawing with fewer points is taken for an accidental touch. */
const LEAST_POINTS = 8

/** A typed signature must equal the signatory's name. A drawn one needs a minimum of points. */
export function checkSignature(form: Pick<SignBody, 'name' | 'title' | 'typed' | 'strokes'>): FormErrors {
  const isDrawn = form.strokes.length > 0
  const points = form.strokes.reduce((sum, stroke) => sum + stroke.length, 0)
  const typed = form.typed.trim()
  const signature = isDrawn
    ? points < LEAST_POINTS && SIGNATURE_NEEDED
    : typed === ''
      ? SIGNATURE_NEEDED
      : !sameIgnoringCase(typed, form.name.trim()) && SIGNATURE_NOT_YOURS
  return collectErrors({ ...checkSigner(form), signature })
}
