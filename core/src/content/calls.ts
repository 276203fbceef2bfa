import { staffOnly } from '../access/staff-roles.ts'
import { get, post } from '../call.ts'
import { Done } from '../shapes.ts'
import * as shape from './shapes.ts'

// Public

export const getBanners = get('/rest/nonsec/wcm/getBanners', 'public', {
  says: 'Returns the current banners of a category.',
  query: shape.CategoryQuery,
  entity: shape.Banners,
})

export const getFAQs = get('/rest/nonsec/wcm/getFAQs', 'public', {
  says: 'Returns questions and answers of a category. If the last one has `more`, call again with `from`.',
  query: shape.FaqQuery,
  entity: shape.Faqs,
})

export const getDesc = get('/rest/nonsec/wcm/getDesc', 'public', {
  says: 'Returns the text of a category.',
  query: shape.CategoryQuery,
  entity: shape.Description,
})

// For plan staff

const staff = staffOnly('EDITOR')

export const listContent = get('/rest/sec/internal/content', staff, {
  says: 'Returns a page each of banners, questions and descriptions.',
  query: shape.ContentListQuery,
  entity: shape.ContentList,
})

export const openContent = get('/rest/sec/internal/contentEntry', staff, {
  says: 'Returns one entry to edit.',
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
  says: 'Removes an entry.',
  body: shape.RemoveContentBody,
  entity: Done,
  statuses: [407],
})

export const previewContent = post('/rest/sec/internal/previewContent', staff, {
  says: 'Returns sanitized content, as readers will see it.',
  body: shape.PreviewBody,
  entity: shape.Preview,
})
