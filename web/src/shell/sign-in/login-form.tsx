import { COMPLETE_CAPTCHA, REQUIRED, SESSION_HAS_EXPIRED } from '@portico/core/forms/messages'
import { getSmAgentId } from '@portico/core/registration/calls'
import { LOGIN_NOTICES, SIGN_ON_PATH } from '@portico/core/signon/agent'
import { SIGN_IN_NEEDS_CAPTCHA, TOO_MANY_SIGN_INS, waitToSignIn } from '@portico/core/signon/sentences'
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Button, LinkButton } from '#kit/button.tsx'
import { Card, TitledCard } from '#kit/card.tsx'
import { useHydrated } from '#kit/hydration.tsx'
import { Alert } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { PasswordField, TextField } from '#kit/text-field.tsx'
import { Skeleton } from '#kit/waiting.tsx'
import { useCall } from '../gateway/use-call.ts'
import { Page } from '../layout/layout.tsx'
import type { Area } from '../router/area.ts'
import { type NavItem, useAreaPages } from '../router/pages.ts'
import { useSearchParams } from '../router/router.tsx'
import { readReturnAddress, saveReturnAddress } from '../session/return-address.ts'
import { recordSignOut } from '../session/session-memory.ts'
import { signOnFields } from '../session/sign-on.ts'
import { canUsePasskeys, USE_PASSKEY } from './passkeys.ts'

type LoginPageProps = {
  heading: string
  intro: string
  /** Content beside the form. */
  aside?: ReactNode
  /** Another way to sign in, above the form. Leads to the target too. */
  before?: ((target: string) => ReactNode) | undefined
  /** The form is not offered. */
  formless?: boolean
  /** Sentences for reasons of a refusal that only this area has. */
  refusals?: Record<string, string>
}

/** Loaded only if the next attempt needs it. */
const CaptchaField = lazy(async () => ({ default: (await import('../captcha/captcha-field.tsx')).CaptchaField }))
const PasskeySignIn = lazy(async () => ({ default: (await import('./passkey-sign-in.tsx')).PasskeySignIn }))

const NOT_RECOGNIZED = 'The user name or password is incorrect. Please try again.'
const SIGNED_OUT = 'You have signed out.'

/**
 * Login page of an area: a plain form post to the sign-on agent, which redirects. Below the form are the recovery
 * pages, which no header links to.
 */
export function LoginPage({ heading, intro, aside, before, formless, refusals }: LoginPageProps) {
  const { area, pages } = useAreaPages()
  const query = useSearchParams()
  const failed = query.has(LOGIN_NOTICES.error)
  const signedOut = query.has(LOGIN_NOTICES.signedOut)
  const target = findTarget(area, query)
  useEffect(() => {
    if (signedOut) recordSignOut(area.name)
  }, [signedOut, area])
  return (
    <Page aside={aside !== undefined} narrow={aside === undefined}>
      <Card>
        <PageHeading bad={failed}>{heading}</PageHeading>
        {failed && <Alert>{refusals?.[query.get(LOGIN_NOTICES.reason) ?? ''] ?? explainRefusal(query)}</Alert>}
        {query.has(LOGIN_NOTICES.expired) && <Alert tone="warn">{SESSION_HAS_EXPIRED}</Alert>}
        {signedOut && <Alert tone="ok">{SIGNED_OUT}</Alert>}
        <p>{intro}</p>
        {before?.(target)}
        {!formless && (
          <>
            <LoginForm area={area} target={target} captchaKey={query.get(LOGIN_NOTICES.captcha)} />
            <ul className="links">
              {pages
                .filter(({ audience, nav }) => audience === 'visitor' && !nav)
                .map(({ path, title }) => (
                  <li key={path}>
                    <a href={path}>{title}</a>
                  </li>
                ))}
            </ul>
          </>
        )}
      </Card>
      {aside}
    </Page>
  )
}

function explainRefusal(query: URLSearchParams): string {
  const reason = query.get(LOGIN_NOTICES.reason)
  if (reason === 'captcha') return SIGN_IN_NEEDS_CAPTCHA
  if (reason !== 'wait') return NOT_RECOGNIZED
  const seconds = Number(query.get(LOGIN_NOTICES.seconds))
  return Number.isInteger(seconds) && seconds > 0 ? waitToSignIn(seconds) : TOO_MANY_SIGN_INS
}

type NewHereProps = {
  /** The plan's banners. Beside the form, so that they do not move it when they load. */
  banners: ReactNode
  heading: string
  about: string
  register: NavItem
  /** Contact lines. */
  help: ReactNode
}

/** For visitors without an account. */
export function NewHere({ banners, heading, about, register, help }: NewHereProps) {
  return (
    <div className="stack">
      {banners}
      <TitledCard as="aside" id="new-here" heading={heading}>
        <p>{about}</p>
        <LinkButton look="line" href={register.href}>
          {register.label}
        </LinkButton>
        <h2 className="aside-heading">Questions?</h2>
        {help}
      </TitledCard>
    </div>
  )
}

/** TARGET of the URL. After an expired session or a wrong password, the page requested before. */
function findTarget(area: Area, query: URLSearchParams): string {
  const requested = query.get('TARGET')
  if (requested) return requested
  const isReturning = query.has(LOGIN_NOTICES.expired) || query.has(LOGIN_NOTICES.error)
  return (isReturning && readReturnAddress(area)) || area.home
}

type LoginFormProps = {
  area: Area
  target: string
  /** Set if the next attempt needs a Captcha. */
  captchaKey: string | null
}

function LoginForm({ area, target, captchaKey }: LoginFormProps) {
  const agentName = useAgentName()
  const [captchaRes, setCaptchaRes] = useState('')
  const [missing, setMissing] = useState<string[]>([])
  const fields = signOnFields('', '', agentName, target.startsWith('/') ? target : area.home)

  function refuseEmpty(event: FormEvent<HTMLFormElement>) {
    const data = new FormData(event.currentTarget)
    const empty = ['USER', 'PASSWORD', 'captchaRes'].filter((name) => data.get(name) === '')
    setMissing(empty)
    if (empty.length === 0) {
      saveReturnAddress(area, fields.TARGET)
      return
    }
    event.preventDefault()
    document.getElementById(empty[0] ?? '')?.focus()
  }

  const findError = (name: string) => (missing.includes(name) ? REQUIRED : undefined)
  return (
    <form method="post" action={SIGN_ON_PATH} noValidate onSubmit={refuseEmpty}>
      {(['SMENC', 'SMLOCALE', 'SMAGENTNAME', 'TARGET'] as const).map((name) => (
        <input key={name} type="hidden" name={name} value={fields[name]} />
      ))}
      <TextField
        label="User name"
        name="USER"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        error={findError('USER')}
      />
      <PasswordField label="Password" name="PASSWORD" autoComplete="current-password" error={findError('PASSWORD')} />
      {captchaKey && (
        <>
          <input type="hidden" name="captchaRes" value={captchaRes} />
          <Suspense fallback={<Skeleton lines={1} label="Loading the Captcha" />}>
            <CaptchaField
              captchaKey={captchaKey}
              error={missing.includes('captchaRes') && captchaRes === '' ? COMPLETE_CAPTCHA : undefined}
              onSolved={setCaptchaRes}
            />
          </Suspense>
        </>
      )}
      <div className="row">
        {/* A plain form, which also works before hydration. */}
        <Button type="submit">Sign in</Button>
        <PasskeySlot target={fields.TARGET} />
      </div>
    </form>
  )
}

/** Keeps the space until it is known whether passkeys work here. */
function PasskeySlot({ target }: { target: string }) {
  const works = useHydrated()
  const placeholder = (
    <Button look="line" disabled>
      {USE_PASSKEY}
    </Button>
  )
  if (!works) return placeholder
  return canUsePasskeys() ? (
    <Suspense fallback={placeholder}>
      <PasskeySignIn target={target} />
    </Suspense>
  ) : null
}

function useAgentName(): string {
  const agent = useCall(getSmAgentId, { cached: true })
  return agent.state === 'ready' ? agent.entity : ''
}
