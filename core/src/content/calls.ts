import { get, post } from '../call.ts'
import { Done } from '../shapes.ts'
import * as shape from './shapes.ts'

// Read by everybody

export const getBanners = get('/rest/nonsec/wcm/getBanners', {
  says: 'The banners shown now in a category.',
  access: 'public',
  query: shape.CategoryQuery,
  entity: shape.Banners,
})

export const getFAQs = get('/rest/nonsec/wcm/getFAQs', {
  says: 'Questions and answers of a category; `more` on the last tells to ask again with `from`.',
  access: 'public',
  query: shape.FaqQuery,
  entity: shape.Faqs,
})

export const getDesc = get('/rest/nonsec/wcm/getDesc', {
  says: 'The text of a category.',
  access: 'public',
  query: shape.CategoryQuery,
  entity: shape.Description,
})

// Written by plan staff

const staff = { kinds: ['internal'] } as const

export const listContent = get('/rest/sec/internal/content', {
  says: 'A page of the banners, of the questions and of the descriptions.',
  access: staff,
  query: shape.ContentListQuery,
  entity: shape.ContentList,
})

export const openContent = get('/rest/sec/internal/contentEntry', {
  says: 'One piece of content to edit.',
  access: staff,
  query: shape.EntryQuery,
  entity: shape.ContentEntry,
  statuses: [404],
})

export const saveBanner = post('/rest/sec/internal/saveBanner', {
  says: 'Saves a banner.',
  access: staff,
  body: shape.BannerBody,
  entity: shape.Saved,
  statuses: [400, 407],
})

export const saveFaq = post('/rest/sec/internal/saveFaq', {
  says: 'Saves a question and its answer.',
  access: staff,
  body: shape.FaqBody,
  entity: shape.Saved,
  statuses: [400, 407],
})

export const saveDescription = post('/rest/sec/internal/saveDescription', {
  says: 'Saves a text.',
  access: staff,
  body: shape.DescriptionBody,
  entity: shape.Saved,
  statuses: [400, 407],
})

export const removeContent = post('/rest/sec/internal/removeContent', {
  says: 'Removes a piece of content.',
  access: staff,
  body: shape.RemoveContentBody,
  entity: Done,
  statuses: [407],
})

export const previewContent = post('/rest/sec/internal/previewContent', {
  says: 'Content as it will be shown, cleaned.',
  access: staff,
  body: shape.PreviewBody,
  entity: shape.Preview,
})
