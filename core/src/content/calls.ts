import { staffOnly } from '../access/staff-roles.ts'
import { get, post } from '../call.ts'
import { Done } from '../shapes.ts'
import * as shape from './shapes.ts'

// Read by everybody

export const getBanners = get('/rest/nonsec/wcm/getBanners', 'public', {
  says: 'The banners shown now in a category.',
  query: shape.CategoryQuery,
  entity: shape.Banners,
  allowStaleReads: true,
})

export const getFAQs = get('/rest/nonsec/wcm/getFAQs', 'public', {
  says: 'Questions and answers of a category; `more` on the last tells to ask again with `from`.',
  query: shape.FaqQuery,
  entity: shape.Faqs,
  allowStaleReads: true,
})

export const getDesc = get('/rest/nonsec/wcm/getDesc', 'public', {
  says: 'The text of a category.',
  query: shape.CategoryQuery,
  entity: shape.Description,
  allowStaleReads: true,
})

// Written by plan staff

const staff = staffOnly('EDITOR')

export const listContent = get('/rest/sec/internal/content', staff, {
  says: 'A page of the banners, of the questions and of the descriptions.',
  query: shape.ContentListQuery,
  entity: shape.ContentList,
})

export const openContent = get('/rest/sec/internal/contentEntry', staff, {
  says: 'One piece of content to edit.',
  query: shape.EntryQuery,
  entity: shape.ContentEntry,
  statuses: [404],
})

export const saveBanner = post('/rest/sec/internal/saveBanner', staff, {
  says: 'Saves a banner.',
  body: shape.BannerBody,
  entity: shape.Saved,
  statuses: [400, 407],
})

export const saveFaq = post('/rest/sec/internal/saveFaq', staff, {
  says: 'Saves a question and its answer.',
  body: shape.FaqBody,
  entity: shape.Saved,
  statuses: [400, 407],
})

export const saveDescription = post('/rest/sec/internal/saveDescription', staff, {
  says: 'Saves a text.',
  body: shape.DescriptionBody,
  entity: shape.Saved,
  statuses: [400, 407],
})

export const removeContent = post('/rest/sec/internal/removeContent', staff, {
  says: 'Removes a piece of content.',
  body: shape.RemoveContentBody,
  entity: Done,
  statuses: [407],
})

export const previewContent = post('/rest/sec/internal/previewContent', staff, {
  says: 'Content as it will be shown, cleaned.',
  body: shape.PreviewBody,
  entity: shape.Preview,
})
