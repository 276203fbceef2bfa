import type { BannerRow, DescriptionRow, FaqRow } from '@portico/core/content/api'
import { BANNER_PLACES, DESCRIPTION_PLACES, FAQ_CATEGORIES } from '@portico/core/content/places'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { contentAddress } from './addresses.ts'
import { placeName } from './content-form.tsx'
import { LabelTag } from './label-tag.tsx'
import { AUDIENCE_LABELS, type Labelled, shortTime } from './labels.ts'

const BRANDS = { '': 'Both', harborview: 'Harborview', bayside: 'Bayside' } as const

const bannerColumns: Column<BannerRow>[] = [
  {
    key: 'summary',
    header: 'Summary',
    cell: (row) => <a href={contentAddress('banner', row.id)}>{row.summary}</a>,
    sortBy: (row) => row.summary,
  },
  { key: 'state', header: 'State', cell: (row) => <LabelTag of={stateOf(row)} /> },
  { key: 'place', header: 'Stands on', cell: (row) => placeName(BANNER_PLACES, row.categoryId) },
  { key: 'audience', header: 'For', cell: (row) => AUDIENCE_LABELS[row.audience] },
  { key: 'brand', header: 'Brand', cell: (row) => BRANDS[row.brand] },
  {
    key: 'from',
    header: 'From',
    kind: 'num',
    cell: (row) => shortTime(row.startsAt),
    sortBy: (row) => row.startsAt,
  },
  { key: 'until', header: 'Until', kind: 'num', cell: (row) => shortTime(row.endsAt) || 'Further notice' },
]

function stateOf(banner: BannerRow, now = Date.now()): Labelled {
  if (Date.parse(banner.startsAt) > now) return { label: 'Not yet', tone: 'warn' }
  return banner.endsAt && Date.parse(banner.endsAt) <= now ? { label: 'Over' } : { label: 'Shows now', tone: 'ok' }
}

export function BannerList({ banners }: { banners: BannerRow[] }) {
  return (
    <DataTable
      caption="Banners"
      captionHidden
      asCards
      columns={bannerColumns}
      rows={banners}
      rowKey={(row) => row.id}
      empty="No banner has been written yet."
    />
  )
}

const faqColumns: Column<FaqRow>[] = [
  {
    key: 'question',
    header: 'Question',
    cell: (row) => <a href={contentAddress('faq', row.id)}>{row.question}</a>,
    sortBy: (row) => row.question,
  },
  {
    key: 'category',
    header: 'Category',
    cell: (row) => placeName(FAQ_CATEGORIES, row.categoryId),
    sortBy: (row) => placeName(FAQ_CATEGORIES, row.categoryId),
  },
  { key: 'position', header: 'Place', kind: 'num', cell: (row) => row.position },
  { key: 'brand', header: 'Brand', cell: (row) => BRANDS[row.brand] },
]

export function FaqList({ faqs }: { faqs: FaqRow[] }) {
  return (
    <DataTable
      caption="Questions and answers"
      captionHidden
      asCards
      columns={faqColumns}
      rows={faqs}
      rowKey={(row) => row.id}
      empty="No question has been answered yet."
    />
  )
}

const descriptionColumns: Column<DescriptionRow>[] = [
  {
    key: 'page',
    header: 'Page',
    cell: (row) => <a href={contentAddress('description', row.id)}>{placeName(DESCRIPTION_PLACES, row.categoryId)}</a>,
    sortBy: (row) => placeName(DESCRIPTION_PLACES, row.categoryId),
  },
  { key: 'brand', header: 'Brand', cell: (row) => BRANDS[row.brand] },
]

export function DescriptionList({ descriptions }: { descriptions: DescriptionRow[] }) {
  return (
    <DataTable
      caption="Descriptions"
      captionHidden
      asCards
      columns={descriptionColumns}
      rows={descriptions}
      rowKey={(row) => row.id}
      empty="No page has a text of its own yet."
    />
  )
}
