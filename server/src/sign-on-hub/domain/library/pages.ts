import { PROVIDER_PATHS } from '@portico/core/constants'
import { LOGIN_NOTICES } from '@portico/core/signon/agent'
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { escapeHtml } from '../../../platform/pages/escape-html.ts'

/** The login page with a notice. */
export const SIGNED_OUT = `${PROVIDER_PATHS.login}?${LOGIN_NOTICES.signedOut}=1`

const page = (title: string, body: string, head = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>${head}
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`

/** For a request that cannot be answered at the application. Shows the library's code, nothing from the request. */
export function renderError(ctx: KoaContextWithOIDC, { error }: ErrorOut): void {
  ctx.type = 'html'
  ctx.body = page(
    'You could not be signed in',
    `<p>Go back to the application and try again. If it happens again, tell its help desk this code: ${escapeHtml(error)}.</p>`,
  )
}

/** The form is the library's own. It has no button, because the library expects a script to submit it. */
export function renderLogout(ctx: KoaContextWithOIDC, form: string): void {
  const inputs = '<input type="hidden" name="logout" value="yes"><button>Sign out</button></form>'
  ctx.body = page(
    'Sign out',
    `<p>You will be signed out of the portal and all its applications.</p>\n${form.replace('</form>', inputs)}`,
  )
}

/**
 * Continues by GET. The content security policy allows forms to lead only to the portal, and browsers apply it to a
 * redirect after a form too.
 */
export const continuePage = (location: string): string =>
  page(
    'You are signed out',
    `<p><a href="${escapeHtml(location)}">Continue</a></p>`,
    `\n<meta http-equiv="refresh" content="0; url=${escapeHtml(location)}">`,
  )

/** For a person who cannot open an application. */
export const refusalPage = (title: string, sentence: string): string => page(title, `<p>${escapeHtml(sentence)}</p>`)
