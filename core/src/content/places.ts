/** Places in the portal for content that plan staff write: the `categoryId` of each kind, with its label. */

export const CONTENT_KINDS = ['banner', 'faq', 'description'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

export const AUDIENCES = ['PROVIDER', 'MEMBER', 'PUBLIC'] as const
export type Audience = (typeof AUDIENCES)[number]

/** Each page with banners has its own category. */
export const BANNER_PLACES: Readonly<Record<string, string>> = {
  home: 'Provider home',
  login: 'Provider sign-in page',
  'member-login': 'Member sign-in page',
  'member-home': 'Member home',
}

/** Audiences that can see each page. A banner for another audience would never be shown. */
export const AUDIENCES_OF_PLACE: Readonly<Record<string, readonly Audience[]>> = {
  home: ['PROVIDER', 'PUBLIC'],
  login: ['PUBLIC'],
  'member-login': ['PUBLIC'],
  'member-home': ['MEMBER', 'PUBLIC'],
}

/** In the page's order. */
export const FAQ_CATEGORIES: Readonly<Record<string, string>> = {
  registration: 'Registering',
  'signing-in': 'Signing in',
  access: 'Access and roles',
  portal: 'Using the portal',
  members: 'For members',
}

/** Pages that start with a text written by the plan. */
export const DESCRIPTION_PLACES: Readonly<Record<string, string>> = {
  contact: 'Contact page',
  faq: 'Frequently asked questions',
}
