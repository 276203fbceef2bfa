import { lazy, Suspense } from 'react'
import { FieldNote } from '#kit/field.tsx'
import { Skeleton } from '#kit/waiting.tsx'
import type { CaptchaProps } from './captcha-props.ts'

const AltchaWidget = lazy(() => import('./captcha-altcha.tsx'))
const ExternalWidget = lazy(() => import('./captcha-external.tsx'))

type CaptchaFieldProps = CaptchaProps & { error: string | undefined }

/** Proof of work, unless the plan configured an external provider. Loaded only where needed. */
export function CaptchaField({ captchaKey, error, onSolved }: CaptchaFieldProps) {
  const Widget = captchaKey === 'altcha' ? AltchaWidget : ExternalWidget
  return (
    <fieldset className={error ? 'field wide bad' : 'field wide'} id="captchaRes" tabIndex={-1}>
      <legend>Captcha</legend>
      <Suspense fallback={<Skeleton lines={1} label="Loading the Captcha" />}>
        <Widget captchaKey={captchaKey} onSolved={onSolved} />
      </Suspense>
      <FieldNote kind="error" id="captchaRes-error" text={error} />
    </fieldset>
  )
}
