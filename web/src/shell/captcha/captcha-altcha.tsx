import 'altcha/external'
import 'altcha/altcha.css'
import './captcha.css'
import { callBaseFor } from '@portico/core/constants'
import { captchaChallenge } from '@portico/core/registration/calls'
import type {} from 'altcha/types/react'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import { useEffect, useRef } from 'react'
import type { CaptchaProps } from './captcha-props.ts'

$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())

const WIDGET_SETTINGS = JSON.stringify({ hideFooter: true, hideLogo: true })

export default function AltchaWidget({ onSolved }: CaptchaProps) {
  const widget = useRef<HTMLElement>(null)
  const solved = useRef(onSolved)
  solved.current = onSolved
  useEffect(() => {
    const element = widget.current
    const listen = (event: Event) => {
      if (!(event instanceof CustomEvent)) return
      const { state, payload }: { state: string; payload?: string } = event.detail
      solved.current(state === 'verified' ? (payload ?? '') : '')
    }
    element?.addEventListener('statechange', listen)
    return () => element?.removeEventListener('statechange', listen)
  }, [])
  return (
    <altcha-widget
      ref={widget}
      challenge={`${callBaseFor(location.pathname)}${captchaChallenge.path}`}
      name="captcha"
      // Use the native checkbox: the drawn one has a mark that swallows clicks.
      type="native"
      configuration={WIDGET_SETTINGS}
    />
  )
}
