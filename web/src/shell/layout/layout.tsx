import { PROVIDER_PATHS } from '@portico/core/constants'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Card } from '../../kit/card.tsx'
import { useHydrated } from '../../kit/hydration.tsx'
import { pageAddress } from '../../kit/page-address.ts'
import { setPageTitle } from '../../kit/page-heading.tsx'
import { ProgressBar } from '../../kit/waiting.tsx'
import { usePendingCount } from '../gateway/gateway-context.tsx'
import { useSession } from '../session/session.tsx'
import { brand } from './brand.ts'

export type NavItem = {
  label: string
  href: string /** Stays in the header on a phone; the others go below. */
  main?: boolean
}

export const HELP_NAV: readonly NavItem[] = [
  { label: 'Contact us', href: brand.contactUsLink },
  { label: 'FAQ', href: PROVIDER_PATHS.faq },
]
const PUBLIC_NAV: readonly NavItem[] = [...HELP_NAV, { label: 'Sign in', href: PROVIDER_PATHS.login, main: true }]

const LEGAL_NAV: readonly NavItem[] = [
  { label: 'Terms of use', href: brand.termsOfUseLink },
  { label: 'Privacy', href: PROVIDER_PATHS.privacy },
  { label: 'Accessibility', href: PROVIDER_PATHS.accessibility },
  { label: 'Language assistance', href: PROVIDER_PATHS.languageAssistance },
]

type LayoutProps = {
  nav?: readonly NavItem[]
  /** Where the logo leads. */
  home?: string
  navLabel?: string
  /** Stands in the header instead of the plain links: who is signed in, and where they may go. */
  header?: ReactNode
  children: ReactNode
}

/** What stands around every page: skip link, header, main, footer, the session popup and the quiet progress bar. */
export function Layout({ nav = PUBLIC_NAV, home = '/', navLabel = 'Help', header, children }: LayoutProps) {
  const pending = usePendingCount()
  const [expired, setExpired] = useState(false)
  useEffect(watchFocus, [])
  return (
    <div className="app">
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link within the page; only the fragment is kept out of the history */}
      <a className="skip-link" href="#main" onClick={focusMain}>
        Skip to main content
      </a>
      <ProgressBar active={pending > 0} />
      <header className="site-header">
        <div>
          <Logo home={home} />
          {!expired && (header ?? <PlainNav nav={nav} label={navLabel} />)}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {expired ? <SignedOut /> : children}
      </main>
      <Footer nav={nav} signedIn={header !== undefined} />
      <SessionTimeout onExpired={() => setExpired(true)} />
    </div>
  )
}

/** Downloaded beside the page: nothing that is pressed at once takes itself away. */
function watchFocus(): () => void {
  let stop: (() => void) | undefined
  let isStopped = false
  void import('../router/keep-focus.ts').then(
    ({ keepFocus }) => {
      if (!isStopped) stop = keepFocus()
    },
    () => {},
  )
  return () => {
    isStopped = true
    stop?.()
  }
}

const EnabledTimeout = lazy(async () => ({ default: (await import('../session/session-timeout.tsx')).EnabledTimeout }))

/** At work where somebody is signed in (behaviour 11.6), and downloaded then. */
function SessionTimeout({ onExpired }: { onExpired: () => void }) {
  const session = useSession()
  const works = useHydrated()
  if (session.state !== 'signed-in' || !works) return null
  return (
    <Suspense fallback={null}>
      <EnabledTimeout area={session.area} returnTo={session.returnTo} onExpired={onExpired} />
    </Suspense>
  )
}

const SIGNED_OUT = 'You are signed out'

/** In place of the page when its session ran out: what stood there is nobody's to read any more. */
function SignedOut() {
  // The tab tells it too. The dialog over the page keeps the focus, so this is no heading that takes it.
  useEffect(() => setPageTitle(SIGNED_OUT), [])
  return (
    <Page narrow>
      <Card>
        <h1>{SIGNED_OUT}</h1>
      </Card>
    </Page>
  )
}

function PlainNav({ nav, label }: { nav: readonly NavItem[]; label: string }) {
  return (
    <nav aria-label={label}>
      <ul>
        {nav.map((item) => (
          <li key={item.href} className={item.main ? undefined : 'wide-only'}>
            <a href={item.href} aria-current={isCurrent(item) ? 'page' : undefined}>
              {item.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function isCurrent(item: NavItem): boolean {
  const { href, pathname } = pageAddress()
  return new URL(item.href, href).pathname === pathname
}

/** Moves focus without leaving a fragment in the address: the wizard's history holds screens alone. */
function focusMain(event: React.MouseEvent) {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

function Logo({ home }: { home: string }) {
  const [first, ...rest] = brand.name.split(' ')
  return (
    <a className="logo" href={home}>
      <img src={brand.logo} alt={brand.name} width={40} height={40} />
      <span aria-hidden="true">
        {first}
        <small>{rest.join(' ')}</small>
      </span>
    </a>
  )
}

/** The header's help links move down here: on a phone, and where the header belongs to the person signed in. */
function Footer({ nav, signedIn }: { nav: readonly NavItem[]; signedIn: boolean }) {
  return (
    <footer className="site-footer">
      <div>
        {/* The year the page was made in, where its HTML says another one than the browser's clock. */}
        <span suppressHydrationWarning>{`© ${new Date().getFullYear()} ${brand.name}`}</span>
        <ul>
          {nav
            .filter((item) => !item.main)
            .map((item) => (
              <li key={item.href} className={signedIn ? undefined : 'phone-only'}>
                <a href={item.href}>{item.label}</a>
              </li>
            ))}
          {LEGAL_NAV.map((item) => (
            <li key={item.href}>
              <a href={item.href}>{item.label}</a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}

type PageProps = { children: ReactNode; aside?: boolean; over?: boolean; narrow?: boolean; wide?: boolean }

/** The grid of a page: one column, or a main column with a narrow one beside; `over` reaches up into a hero. */
export function Page({ children, aside, over, narrow, wide }: PageProps) {
  const className = ['page', aside && 'aside', over && 'over', narrow && 'narrow', wide && 'wide']
    .filter(Boolean)
    .join(' ')
  return <div className={className}>{children}</div>
}

/** The coloured band with the page's heading. */
export function Hero({ children }: { children: ReactNode }) {
  return (
    <div className="hero">
      <div>{children}</div>
    </div>
  )
}

/** Whom to call; the same lines wherever they stand. */
export function ProviderServices() {
  return (
    <p className="contact-lines">
      Provider Services
      <br />
      <a className="nowrap" href={`tel:${brand.providerServicesPhone.replaceAll('-', '')}`}>
        <b>{brand.providerServicesPhone}</b>
      </a>
      <br />
      {brand.providerServicesHours}
    </p>
  )
}
