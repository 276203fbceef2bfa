import { PROVIDER_PATHS } from '@portico/core/constants'
import { LOGIN_NOTICES } from '@portico/core/signon/agent'
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import type { AccountKind } from '#platform/database/schema.ts'
import { escapeHtml } from '#platform/pages/escape-html.ts'
import { AREA_PATHS, areaOfAccount } from '#platform/pages/portal-addresses.ts'
import { writeServerPage } from '#platform/pages/server-page.ts'
import { nameShared } from '../name-shared.ts'
import type { ConsentData, Refusal } from '../sign-in/interactions.ts'

/** The login page of the person's area with a notice. */
export const signedOutAddress = (kind: AccountKind = 'provider'): string =>
  `${AREA_PATHS[areaOfAccount(kind)].login}?${LOGIN_NOTICES.signedOut}=1`

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`
const link = (href: string, label: string): string => `<p><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></p>`
const list = (items: readonly string[]): string =>
  `<ul class="ticks">${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`

/** The home page of the person's area; the start of the portal for a visitor. */
const homeOf = (kind: AccountKind | undefined): string => (kind ? AREA_PATHS[areaOfAccount(kind)].home : '/')
const kindOf = ({ req }: KoaContextWithOIDC): AccountKind | undefined => req.portalVisit?.session?.kind

/** For a request that cannot be answered at the application. Shows the library's code, nothing from the request. */
export function renderError(ctx: KoaContextWithOIDC, brand: string, { error }: ErrorOut): void {
  ctx.type = 'html'
  ctx.body = writeServerPage(brand, {
    title: 'You could not be signed in',
    home: homeOf(kindOf(ctx)),
    body:
      paragraph('Go back to the application and try again.') +
      paragraph(`If it happens again, tell its help desk this code: ${error}.`),
  })
}

/** The form is the library's own. It has no button, because the library expects a script to submit it. */
export function renderLogout(ctx: KoaContextWithOIDC, brand: string, form: string): void {
  const home = homeOf(kindOf(ctx))
  const inputs = `<input type="hidden" name="logout" value="yes" /><div class="row"><button class="button">Sign out</button><a href="${home}">Stay signed in</a></div></form>`
  ctx.type = 'html'
  ctx.body = writeServerPage(brand, {
    title: 'Sign out',
    home,
    body: `${paragraph('You will be signed out of the portal and all its applications.')}\n${form.replace('</form>', () => inputs)}`,
  })
}

/** For a link to an interaction that is over, or that began in another browser. */
export function expiredPage(brand: string, kind: AccountKind | undefined): string {
  const home = homeOf(kind)
  return writeServerPage(brand, {
    title: 'This sign-in has expired',
    home,
    body: paragraph('Please go back to the application and try again.') + link(home, 'Go to the portal'),
  })
}

const REFUSALS: Record<Refusal, string> = {
  kind: 'This application is not for your kind of account. If you need it, please contact us.',
  waiting: 'Your access request has not been approved yet. You can open the application as soon as it is.',
  gone: 'This application is no longer available.',
}

const NO_ACCESS = 'You have no active access at the moment. Ask your office’s administrator.'

/** For a person who cannot open an application. `waitsFor` names the access that is not approved yet. */
export function refusalPage(
  brand: string,
  { reason, kind, waitsFor }: { reason: Refusal; kind: AccountKind; waitsFor: readonly string[] },
): string {
  const title = 'You cannot open this application'
  const home = homeOf(kind)
  if (reason !== 'waiting')
    return writeServerPage(brand, {
      title,
      home,
      body: paragraph(REFUSALS[reason]) + link(home, 'Go to your home page'),
    })
  const explanation =
    waitsFor.length > 0
      ? paragraph(REFUSALS.waiting) + paragraph('You are waiting for access to:') + list(waitsFor)
      : paragraph(NO_ACCESS)
  const status = link(PROVIDER_PATHS.status, 'See the status of your requests')
  return writeServerPage(brand, { title, home: PROVIDER_PATHS.status, body: explanation + status })
}

/** Its script sends the answer and then opens the application. */
export function consentPage(
  brand: string,
  { application, scopes }: ConsentData,
  { kind, path }: { kind: AccountKind; path: string },
): string {
  const shared = ['That it is you, each time you sign in', ...nameShared(scopes, kind)]
  return writeServerPage(brand, {
    title: `Allow ${application} to sign you in?`,
    home: homeOf(kind),
    body: `${paragraph(`${application} will be able to see:`)}
${list(shared)}
${paragraph('It cannot see your password. You can withdraw this at any time in your profile, under ‘Connected applications’.')}
<form data-consent="${escapeHtml(`${path}/consent`)}">
<p role="alert" class="note bad" hidden></p>
<div class="row"><button class="button" name="allow" value="yes">Allow</button><button class="button line" name="allow" value="no">Do not allow</button></div>
</form>`,
    script: 'consent.js',
  })
}
