/** Plan staff's calls for what the portal says, below the base path (the readers' calls are LOOKUP_CALLS in constants.ts). */
export const CONTENT_CALLS = {
  list: '/rest/sec/internal/content',
  entry: '/rest/sec/internal/contentEntry',
  saveBanner: '/rest/sec/internal/saveBanner',
  saveFaq: '/rest/sec/internal/saveFaq',
  saveDescription: '/rest/sec/internal/saveDescription',
  remove: '/rest/sec/internal/removeContent',
  preview: '/rest/sec/internal/previewContent',
} as const
