import { useEnclosingForm } from '../forms/screen-form.ts'
import { CaptchaField } from './captcha-field.tsx'
import type { CaptchaProps } from './captcha-props.ts'

/** The Captcha of the form around it. */
export function Captcha({ captchaKey }: Pick<CaptchaProps, 'captchaKey'>) {
  const form = useEnclosingForm<{ captchaRes: string }>()
  const solve = (answer: string) => form.setValue('captchaRes', answer, { shouldValidate: form.formState.isSubmitted })
  return <CaptchaField captchaKey={captchaKey} error={form.errors.captchaRes} onSolved={solve} />
}
