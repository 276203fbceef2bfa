/** What the plan's categories are called on pages. */
export const FAQ_CATEGORY_LABELS: Record<string, string> = {
  registration: 'Registering',
  'signing-in': 'Signing in',
  access: 'Access and roles',
  portal: 'Using the portal',
  members: 'For members',
}

export const BANNER_CATEGORY_LABELS: Record<string, string> = {
  home: 'Provider home',
  login: 'Sign-in page',
  'member-home': 'Member home',
}
