/** One sentence for each call, for the page of the calls; the schemas say the rest. */
export const CALL_SENTENCES: Record<string, string> = {
  '/rest/nonsec/wcm/getBanners': 'The banners shown now in a category.',
  '/rest/nonsec/wcm/getFAQs': 'Questions and answers of a category; `more` on the last tells to ask again with `from`.',
  '/rest/nonsec/wcm/getDesc': 'The text of a category.',
  '/rest/sec/internal/content': 'A page of the banners, of the questions and of the descriptions.',
  '/rest/sec/internal/contentEntry': 'One piece of content to edit.',
  '/rest/sec/internal/saveBanner': 'Saves a banner.',
  '/rest/sec/internal/saveFaq': 'Saves a question and its answer.',
  '/rest/sec/internal/saveDescription': 'Saves a text.',
  '/rest/sec/internal/removeContent': 'Removes a piece of content.',
  '/rest/sec/internal/previewContent': 'Content as it will be shown, cleaned.',
}
