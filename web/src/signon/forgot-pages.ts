import { type PortalPage, page } from '#shell/router/pages.ts'

/** The pages for a forgotten password or user name, of one area. */
export const forgotPages = (paths: { forgotPassword: string; forgotUsername: string }): readonly PortalPage[] => [
  page(
    'visitor',
    paths.forgotPassword,
    'Forgot your password?',
    async () => (await import('./forgot-password.tsx')).ForgotPassword,
  ),
  page(
    'visitor',
    paths.forgotUsername,
    'Forgot your user name?',
    async () => (await import('./forgot-username.tsx')).ForgotUsername,
  ),
]
