import { PROVIDER_PATHS } from '@portico/core/constants'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Card } from '#kit/card.tsx'
import { now } from '#kit/clock.ts'
import { useHydrated } from '#kit/hydration.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { setPageTitle } from '#kit/page-heading.tsx'
import { ProgressBar, SlowNotice } from '#kit/waiting.tsx'
import { brand } from '../brands/brand.ts'
import { useGateway, usePendingCount } from '../gateway/gateway-context.tsx'
import { findViewId } from '../gateway/view-mode.ts'
import type { NavItem } from '../router/pages.ts'
import { useSession } from '../session/session.tsx'

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
  /** Target of the logo. */
  home?: string
  navLabel?: string
  /** Replaces the plain links in the header: the account menu and the area's pages. */
  header?: ReactNode
  children: ReactNode
}

/** Frame of every page: skip link, header, main, footer, session popup and progress bar. */
export function Layout({ nav = PUBLIC_NAV, home = '/', navLabel = 'Help', header, children }: LayoutProps) {
  const pending = usePendingCount()
  const { onSlow, stopWaiting } = useGateway()
  const [isSlow, setSlow] = useState(false)
  const [expired, setExpired] = useState(false)
  useEffect(watchFocus, [])
  useEffect(() => onSlow(setSlow), [onSlow])
  return (
    <div className="app">
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link within the page; only the fragment is kept out of the history */}
      <a className="skip-link" href="#main" onClick={focusMain}>
        Skip to main content
      </a>
      <View />
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
      {isSlow && <SlowNotice onStop={stopWaiting} />}
    </div>
  )
}

/** Loaded after the page; an immediate click cannot remove its own button. */
function watchFocus(): () => void {
  let stop: (() => void) | undefined
  let isStopped = false
  void import('./keep-focus.ts').then(
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

/** Active and loaded only while a user is signed in (behaviour 11.6). */
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

const ViewBanner = lazy(async () => ({ default: (await import('./view-banner.tsx')).ViewBanner }))

/** On every page while a support agent sees the portal as a provider account does. */
function View() {
  const works = useHydrated()
  const viewId = works ? findViewId() : undefined
  if (!viewId) return null
  return (
    <Suspense fallback={<div className="view-banner" />}>
      <ViewBanner viewId={viewId} />
    </Suspense>
  )
}

const SIGNED_OUT = 'You are signed out'

/** Replaces the page of an expired session, so that no one can read it. */
function SignedOut() {
  // Sets the document title too. The dialog keeps the focus, so this is not a PageHeading.
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

/** Moves the focus without a fragment, which would add to the wizard's history. */
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

/** Shows the header's help links on a phone and for signed-in users. */
function Footer({ nav, signedIn }: { nav: readonly NavItem[]; signedIn: boolean }) {
  return (
    <footer className="site-footer">
      <div>
        {/* The HTML may have been rendered in another year. */}
        <span suppressHydrationWarning>{`© ${new Date(now()).getFullYear()} ${brand.name}`}</span>
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

/** Page grid: one column, or a main column with an aside. `over` overlaps the hero. */
export function Page({ children, aside, over, narrow, wide }: PageProps) {
  const className = ['page', aside && 'aside', over && 'over', narrow && 'narrow', wide && 'wide']
    .filter(Boolean)
    .join(' ')
  return <div className={className}>{children}</div>
}

/** Colored band with the page's heading. */
export function Hero({ children }: { children: ReactNode }) {
  return (
    <div className="hero">
      <div>{children}</div>
    </div>
  )
}

/** Phone number and hours of Provider Services. */
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
