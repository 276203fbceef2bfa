import { INTERNAL_PATHS } from '@portico/core/constants'
import { DOOR_LINK_OVER } from '@portico/core/signon/sentences'
import { escapeHtml } from '#platform/pages/escape-html.ts'
import { writeServerPage } from '#platform/pages/server-page.ts'
import { OPEN_DOOR_PATH } from './paths.ts'

const DOOR = 'Emergency sign-in'

export const doorPage = (brand: string, token: string): string =>
  writeServerPage(brand, {
    title: DOOR,
    home: INTERNAL_PATHS.login,
    body: `<p>You can sign in once with this link. We ask for your passkey or authenticator app next.</p>
<p>The session ends after 60 minutes. You cannot invite people or change roles, applications or keys.</p>
<form method="post" action="${OPEN_DOOR_PATH}">
<input type="hidden" name="doorId" value="${escapeHtml(token)}" />
<p><button class="button">Continue</button></p>
</form>`,
  })

export const doorOverPage = (brand: string): string =>
  writeServerPage(brand, {
    title: DOOR,
    home: INTERNAL_PATHS.login,
    body: `<p>${escapeHtml(DOOR_LINK_OVER)}</p>\n<p><a href="${INTERNAL_PATHS.login}">Go to the sign-in page</a></p>`,
  })

/** The step-up was opened in a window of its own, so that the other page keeps its input. */
export const confirmedPage = (brand: string): string =>
  writeServerPage(brand, {
    title: 'Your identity is confirmed',
    home: INTERNAL_PATHS.home,
    body: '<p>Close this window. Then press ‘Confirm’ on the page that you came from.</p>',
  })
