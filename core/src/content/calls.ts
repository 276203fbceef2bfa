/** Plan staff's calls for what the portal says, below the base path (the readers' calls are LOOKUP_CALLS in constants.ts). */
export const CONTENT_CALLS = {
  list: '/rest/sec/internal/content',
  saveBanner: '/rest/sec/internal/saveBanner',
  saveFaq: '/rest/sec/internal/saveFaq',
  saveDescription: '/rest/sec/internal/saveDescription',
  remove: '/rest/sec/internal/removeContent',
  preview: '/rest/sec/internal/previewContent',
} as const

/** Where banners stand; a category of its own for each page that shows them. */
export const BANNER_CATEGORIES = ['home', 'login', 'member-home'] as const
export const FAQ_CATEGORIES = ['registration', 'signing-in', 'access', 'portal', 'members'] as const
