import { lazy, Suspense } from 'react'
import { FieldError } from '../kit/field.tsx'
import { Skeleton } from '../kit/waiting.tsx'
import type { CaptchaProps } from './captcha-props.ts'

const AltchaWidget = lazy(() => import('./captcha-altcha.tsx'))
const OutsideWidget = lazy(() => import('./captcha-outside.tsx'))

/** Proof of work instead of puzzles, unless the plan has set an outside provider. Loaded where a screen asks for it. */
export function Captcha({ error, ...captcha }: CaptchaProps & { error: string | undefined }) {
  const Widget = captcha.captchaKey === 'altcha' ? AltchaWidget : OutsideWidget
  return (
    <fieldset className={error ? 'field wide bad' : 'field wide'} id="captchaRes" tabIndex={-1}>
      <legend>Captcha</legend>
      <Suspense fallback={<Skeleton lines={1} label="Loading the Captcha" />}>
        <Widget {...captcha} />
      </Suspense>
      <FieldError id="captchaRes-error" error={error} />
    </fieldset>
  )
}
