import { captchaChallenge } from '@portico/core/registration/calls'
import { useEffect, useRef, useState } from 'react'
import { Alert } from '#kit/note.tsx'
import type { Gateway } from '../gateway/gateway.ts'
import { useGateway } from '../gateway/gateway-context.tsx'
import type { CaptchaProps } from './captcha-props.ts'

/** Common interface of reCAPTCHA, hCaptcha and Turnstile. */
type WidgetApi = {
  render(
    element: HTMLElement,
    options: {
      sitekey: string
      callback: (answer: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ): unknown
}

const apiNames = ['turnstile', 'hcaptcha', 'grecaptcha']
const LOADING_LIMIT_MS = 15_000
let api: Promise<WidgetApi> | undefined

/** Widget of an external provider, identified by its site key. */
export default function ExternalWidget({ captchaKey, onSolved }: CaptchaProps) {
  const container = useRef<HTMLDivElement>(null)
  const solved = useRef(onSolved)
  solved.current = onSolved
  const [failed, setFailed] = useState(false)
  const gateway = useGateway()
  useEffect(() => {
    // The widget owns its element, so each mount creates a new one.
    const element = document.createElement('div')
    container.current?.append(element)
    const clear = () => solved.current('')
    const options = {
      sitekey: captchaKey,
      callback: (answer: string) => solved.current(answer),
      'expired-callback': clear,
      'error-callback': clear,
    }
    api ??= loadApi(gateway)
    api.then(
      ({ render }) => element.isConnected && render(element, options),
      () => {
        api = undefined
        setFailed(true)
      },
    )
    return () => element.remove()
  }, [captchaKey, gateway])
  return (
    <>
      {failed && <Alert>The Captcha could not be loaded. Please check your connection and open this page again.</Alert>}
      <div ref={container} />
    </>
  )
}

async function loadApi(gateway: Gateway): Promise<WidgetApi> {
  const reply = await gateway.readBare(captchaChallenge)
  if (!reply.ok) throw new Error('The Captcha challenge could not be loaded.')
  const url = new URL(reply.entity.scriptUrl ?? '')
  url.searchParams.set('render', 'explicit')
  await loadScript(url.href)
  return waitForApi()
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => reject(new Error('The Captcha script did not load.'))
    document.head.append(script)
  })
}

/** Some scripts load further scripts before they are ready. */
async function waitForApi(): Promise<WidgetApi> {
  for (let waited = 0; waited < LOADING_LIMIT_MS; waited += 100) {
    const found: WidgetApi | undefined = apiNames
      .map((name) => Reflect.get(window, name))
      .find((candidate) => candidate?.render)
    if (found) return { render: found.render.bind(found) }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The Captcha did not start.')
}
