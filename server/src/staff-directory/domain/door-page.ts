import { INTERNAL_PATHS } from '@portico/core/constants'
import { DOOR_LINK_OVER } from '@portico/core/signon/sentences'
import { escapeHtml } from '../../platform/pages/escape-html.ts'
import { OPEN_DOOR_PATH } from './paths.ts'

const page = (body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Emergency sign-in</title>
</head>
<body>
<main>
<h1>Emergency sign-in</h1>
${body}
</main>
</body>
</html>
`

/** Plain, because it must work when little else does. */
export const doorPage = (token: string): string =>
  page(`<p>You can sign in once with this link. We ask for your passkey or authenticator app next.</p>
<p>The session ends after 60 minutes. You cannot invite people or change roles, applications or keys.</p>
<form method="post" action="${OPEN_DOOR_PATH}">
<input type="hidden" name="doorId" value="${escapeHtml(token)}">
<button>Continue</button>
</form>`)

export const doorOverPage = (): string =>
  page(`<p>${escapeHtml(DOOR_LINK_OVER)}</p>\n<p><a href="${INTERNAL_PATHS.login}">Go to the sign-in page</a></p>`)
