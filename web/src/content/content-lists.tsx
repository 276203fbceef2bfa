import { listContent } from '@portico/core/content/calls'
import { BANNER_PLACES, type ContentKind, DESCRIPTION_PLACES, FAQ_CATEGORIES } from '@portico/core/content/places'
import type { BannerRow, DescriptionRow, FaqRow } from '@portico/core/content/shapes'
import { formatMoment } from '@portico/core/forms/moments'
import type { ReactNode } from 'react'
import { LinkButton } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { now } from '#kit/clock.ts'
import type { Column } from '#kit/data-table.tsx'
import { SearchField } from '#kit/search-field.tsx'
import { LabelTag, type StatusLabel } from '#kit/tag.tsx'
import { ALL_LABEL, findBrandName } from '#shell/brands/brand-names.ts'
import { contentAddress } from '#shell/console/console-addresses.ts'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { mapLoaded, useCall } from '#shell/gateway/use-call.ts'
import { useListAddress } from '#shell/lists/list-address.ts'
import { anyText, wholeNumber } from '#shell/lists/list-declaration.ts'
import { PagedTable } from '#shell/lists/paged-table.tsx'
import { AUDIENCE_LABELS, placeName } from './content-form.tsx'

const brandCell = ({ brand }: { brand: string }) => findBrandName(brand)?.shortName ?? ALL_LABEL

const bannerColumns: Column<BannerRow>[] = [
  { key: 'summary', header: 'Summary', cell: (row) => <a href={contentAddress('banner', row.id)}>{row.summary}</a> },
  { key: 'state', header: 'State', cell: (row) => <LabelTag of={stateOf(row)} /> },
  { key: 'place', header: 'Shown on', cell: (row) => placeName(BANNER_PLACES, row.categoryId) },
  { key: 'audience', header: 'For', cell: (row) => AUDIENCE_LABELS[row.audience] },
  { key: 'brand', header: 'Brand', cell: brandCell },
  { key: 'from', header: 'From', kind: 'num', cell: (row) => formatMoment(row.startsAt) },
  { key: 'until', header: 'Until', kind: 'num', cell: (row) => formatMoment(row.endsAt) || 'Until further notice' },
]

function stateOf(banner: BannerRow): StatusLabel {
  if (Date.parse(banner.startsAt) > now()) return { label: 'Scheduled', tone: 'warn' }
  return banner.endsAt && Date.parse(banner.endsAt) <= now() ? { label: 'Ended' } : { label: 'Showing now', tone: 'ok' }
}

const faqColumns: Column<FaqRow>[] = [
  { key: 'question', header: 'Question', cell: (row) => <a href={contentAddress('faq', row.id)}>{row.question}</a> },
  { key: 'category', header: 'Category', cell: (row) => placeName(FAQ_CATEGORIES, row.categoryId) },
  { key: 'position', header: 'Position', kind: 'num' },
  { key: 'brand', header: 'Brand', cell: brandCell },
]

const descriptionColumns: Column<DescriptionRow>[] = [
  {
    key: 'page',
    header: 'Page',
    cell: (row) => <a href={contentAddress('description', row.id)}>{placeName(DESCRIPTION_PLACES, row.categoryId)}</a>,
  },
  { key: 'brand', header: 'Brand', cell: brandCell },
]

const sharedProps = { rowKey: (row: { id: string }) => row.id, noMatches: 'Nothing matches these words.', head: null }
const bannerTable = { ...sharedProps, rowsLabel: 'banners', columns: bannerColumns, empty: 'There are no banners yet.' }
const faqTable = { ...sharedProps, rowsLabel: 'questions', columns: faqColumns, empty: 'There are no questions yet.' }
const descriptionTable = {
  ...sharedProps,
  rowsLabel: 'descriptions',
  columns: descriptionColumns,
  empty: 'There are no descriptions yet.',
}

/** Each list has one fixed order: newest banner first, questions as readers see them. */
const LISTS = {
  fields: { search: anyText, bannerPage: wholeNumber(0), faqPage: wholeNumber(0), descriptionPage: wholeNumber(0) },
} as const
const FIRST_PAGES = { bannerPage: 0, faqPage: 0, descriptionPage: 0 }

/** One search over three lists, each with its own pages. */
export function ContentLists() {
  const address = useListAddress(LISTS)
  const { search, bannerPage, faqPage, descriptionPage } = address.filter
  const loaded = useCall(listContent, { query: { search, bannerPage, faqPage, descriptionPage }, keepPrevious: true })
  const pagesOf = (page: keyof typeof FIRST_PAGES) => ({
    ...address,
    page: address.filter[page],
    readCurrent: () => ({ page: address.readCurrent().filter[page] }),
    setPage: (wanted: number) => address.setFilter({ [page]: wanted }),
    isFiltered: search !== '',
  })
  return (
    <ConsolePage intro="Banners, questions and page texts that the plan writes for the portal.">
      <search>
        <SearchField
          label="Search the text"
          value={search}
          onSearch={(typed) => address.replaceFilter({ ...FIRST_PAGES, search: typed })}
        />
      </search>
      <div className="stack">
        <Section kind="banner" heading="Banners" add="New banner" about="News at the top of a page, for a set time.">
          <PagedTable
            list={mapLoaded(loaded, ({ banners }) => banners)}
            address={pagesOf('bannerPage')}
            {...bannerTable}
          />
        </Section>
        <Section
          kind="faq"
          heading="Questions and answers"
          add="New question"
          about="Shown on the Frequently asked questions page."
        >
          <PagedTable list={mapLoaded(loaded, ({ faqs }) => faqs)} address={pagesOf('faqPage')} {...faqTable} />
        </Section>
        <Section kind="description" heading="Descriptions" add="New description" about="The text at the top of a page.">
          <PagedTable
            list={mapLoaded(loaded, ({ descriptions }) => descriptions)}
            address={pagesOf('descriptionPage')}
            {...descriptionTable}
          />
        </Section>
      </div>
    </ConsolePage>
  )
}

type SectionProps = { kind: ContentKind; heading: string; add: string; about: string; children: ReactNode }

function Section({ kind, heading, add, about, children }: SectionProps) {
  return (
    <Card>
      <div className="section-row">
        <h2>{heading}</h2>
        <LinkButton look="line" href={contentAddress(kind, 'new')}>
          {add}
        </LinkButton>
      </div>
      <p className="soft">{about}</p>
      {children}
    </Card>
  )
}
