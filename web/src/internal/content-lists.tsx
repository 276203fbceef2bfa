import type { BannerBody, DescriptionBody, FaqBody } from '@portico/core/content/api'
import { TextButton } from '../kit/button.tsx'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { Tag } from '../kit/tag.tsx'
import { shortTime } from './labels.ts'

const BRANDS = { '': 'Both', harborview: 'Harborview', bayside: 'Bayside' } as const
const AUDIENCES = { PROVIDER: 'Providers', MEMBER: 'Members', PUBLIC: 'Everybody' } as const

type ListProps<Entry> = { onOpen: (entry: Entry) => void }

function openColumn<Entry>(name: (entry: Entry) => string, onOpen: (entry: Entry) => void): Column<Entry> {
  return {
    key: 'open',
    header: 'Change',
    cell: (entry) => (
      <TextButton aria-label={`Change ${name(entry)}`} onClick={() => onOpen(entry)}>
        Change
      </TextButton>
    ),
  }
}

export function BannerList({ banners, onOpen }: ListProps<BannerBody> & { banners: BannerBody[] }) {
  const columns: Column<BannerBody>[] = [
    {
      key: 'summary',
      header: 'Summary',
      cell: (banner) => <b>{banner.summary}</b>,
      sortBy: (banner) => banner.summary,
    },
    { key: 'state', header: 'State', cell: bannerState },
    { key: 'audience', header: 'For', cell: (banner) => AUDIENCES[banner.audience] },
    { key: 'brand', header: 'Brand', cell: (banner) => BRANDS[banner.brand] },
    { key: 'from', header: 'From', kind: 'num', cell: (banner) => shortTime(banner.startsAt) },
    { key: 'until', header: 'Until', kind: 'num', cell: (banner) => shortTime(banner.endsAt) || 'Further notice' },
    openColumn((banner) => banner.summary, onOpen),
  ]
  return (
    <DataTable
      caption="Banners"
      captionHidden
      columns={columns}
      rows={banners}
      rowKey={(banner) => banner.id}
      empty="No banner has been written yet."
    />
  )
}

function bannerState(banner: BannerBody) {
  const now = Date.now()
  if (Date.parse(banner.startsAt) > now) return <Tag>Later</Tag>
  return banner.endsAt && Date.parse(banner.endsAt) <= now ? <Tag>Over</Tag> : <Tag tone="ok">On</Tag>
}

export function FaqList({ faqs, onOpen }: ListProps<FaqBody> & { faqs: FaqBody[] }) {
  const columns: Column<FaqBody>[] = [
    { key: 'category', header: 'Category', cell: (faq) => faq.categoryId, sortBy: (faq) => faq.categoryId },
    { key: 'question', header: 'Question', cell: (faq) => <b>{faq.question}</b>, sortBy: (faq) => faq.question },
    { key: 'brand', header: 'Brand', cell: (faq) => BRANDS[faq.brand] },
    openColumn((faq) => faq.question, onOpen),
  ]
  return (
    <DataTable
      caption="Questions and answers"
      captionHidden
      columns={columns}
      rows={faqs}
      rowKey={(faq) => faq.id}
      empty="No question has been answered yet."
    />
  )
}

export function DescriptionList({
  descriptions,
  onOpen,
}: ListProps<DescriptionBody> & { descriptions: DescriptionBody[] }) {
  const columns: Column<DescriptionBody>[] = [
    {
      key: 'category',
      header: 'Stands at',
      cell: (entry) => <b>{entry.categoryId}</b>,
      sortBy: (entry) => entry.categoryId,
    },
    { key: 'brand', header: 'Brand', cell: (entry) => BRANDS[entry.brand] },
    openColumn((entry) => entry.categoryId, onOpen),
  ]
  return (
    <DataTable
      caption="Descriptions"
      captionHidden
      columns={columns}
      rows={descriptions}
      rowKey={(entry) => entry.id}
      empty="No description has been written yet."
    />
  )
}
