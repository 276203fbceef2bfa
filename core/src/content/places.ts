/** Where what plan staff write stands in the portal: the `categoryId` of each kind, and what people call it. */

export const CONTENT_KINDS = ['banner', 'faq', 'description'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

export const AUDIENCES = ['PROVIDER', 'MEMBER', 'PUBLIC'] as const
export type Audience = (typeof AUDIENCES)[number]

/** A category of its own for each page that shows banners. */
export const BANNER_PLACES: Readonly<Record<string, string>> = {
  home: 'Provider home',
  login: 'Provider sign-in page',
  'member-login': 'Member sign-in page',
  'member-home': 'Member home',
}

/** Who ever comes to a page: a banner for anybody else there would never be seen. */
export const AUDIENCES_OF_PLACE: Readonly<Record<string, readonly Audience[]>> = {
  home: ['PROVIDER', 'PUBLIC'],
  login: ['PUBLIC'],
  'member-login': ['PUBLIC'],
  'member-home': ['MEMBER', 'PUBLIC'],
}

/** In the order of the page. */
export const FAQ_CATEGORIES: Readonly<Record<string, string>> = {
  registration: 'Registering',
  'signing-in': 'Signing in',
  access: 'Access and roles',
  portal: 'Using the portal',
  members: 'For members',
}

/** Pages that begin with a text of the plan's own. */
export const DESCRIPTION_PLACES: Readonly<Record<string, string>> = {
  contact: 'Contact page',
  faq: 'Frequently asked questions',
}
