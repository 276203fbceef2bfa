import { useEnclosingForm } from '../forms/screen-form.ts'
import { CaptchaField } from './captcha-field.tsx'
import type { CaptchaProps } from './captcha-props.ts'

/** Captcha field of the enclosing form. */
export function Captcha({ captchaKey }: Pick<CaptchaProps, 'captchaKey'>) {
  const form = useEnclosingForm<{ captchaRes: string }>()
  const solve = (answer: string) => form.setValue('captchaRes', answer, { shouldValidate: form.formState.isSubmitted })
  return <CaptchaField captchaKey={captchaKey} error={form.errors.captchaRes} onSolved={solve} />
}
