import { listContent } from '@portico/core/content/calls'
import { BANNER_PLACES, type ContentKind, DESCRIPTION_PLACES, FAQ_CATEGORIES } from '@portico/core/content/places'
import type { BannerRow, DescriptionRow, FaqRow } from '@portico/core/content/shapes'
import type { ReactNode } from 'react'
import { LinkButton } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { shortTime } from '../kit/format-time.ts'
import { type Labelled, LabelTag } from '../kit/label-tag.tsx'
import { Pager } from '../kit/pager.tsx'
import { SearchField } from '../kit/search-field.tsx'
import { contentAddress } from '../shell/console-addresses.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import { useListAddress } from '../shell/list-address.ts'
import { Loading } from '../shell/loading.tsx'
import { useCall } from '../shell/use-call.ts'
import { AUDIENCE_LABELS } from './audience-labels.ts'
import { placeName } from './content-form.tsx'

const BRANDS = { '': 'Both', harborview: 'Harborview', bayside: 'Bayside' } as const

const bannerColumns: Column<BannerRow>[] = [
  {
    key: 'summary',
    header: 'Summary',
    cell: (row) => <a href={contentAddress('banner', row.id)}>{row.summary}</a>,
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
  },
  { key: 'until', header: 'Until', kind: 'num', cell: (row) => shortTime(row.endsAt) || 'Further notice' },
]

function stateOf(banner: BannerRow, now = Date.now()): Labelled {
  if (Date.parse(banner.startsAt) > now) return { label: 'Not yet', tone: 'warn' }
  return banner.endsAt && Date.parse(banner.endsAt) <= now ? { label: 'Over' } : { label: 'Shows now', tone: 'ok' }
}

const faqColumns: Column<FaqRow>[] = [
  {
    key: 'question',
    header: 'Question',
    cell: (row) => <a href={contentAddress('faq', row.id)}>{row.question}</a>,
  },
  {
    key: 'category',
    header: 'Category',
    cell: (row) => placeName(FAQ_CATEGORIES, row.categoryId),
  },
  { key: 'position', header: 'Place', kind: 'num', cell: (row) => row.position },
  { key: 'brand', header: 'Brand', cell: (row) => BRANDS[row.brand] },
]

const descriptionColumns: Column<DescriptionRow>[] = [
  {
    key: 'page',
    header: 'Page',
    cell: (row) => <a href={contentAddress('description', row.id)}>{placeName(DESCRIPTION_PLACES, row.categoryId)}</a>,
  },
  { key: 'brand', header: 'Brand', cell: (row) => BRANDS[row.brand] },
]

const USUAL = { search: '', bannerPage: '0', faqPage: '0', descriptionPage: '0' }
/** Each list has the one order that says something: the newest banner first, questions as readers find them. */
const AS_IT_COMES = { key: '', descending: false }

/** What the portal says: one search over three lists, each in pages of its own. */
export function ContentLists() {
  const { filter, setFilter, query } = useListAddress(USUAL, AS_IT_COMES)
  const { search, bannerPage, faqPage, descriptionPage } = query
  const loaded = useCall(listContent, {
    query: { search, bannerPage, faqPage, descriptionPage },
    keepPrevious: true,
  })
  const pageOf = (name: 'bannerPage' | 'faqPage' | 'descriptionPage') => ({
    page: Number(filter[name]) || 0,
    onPage: (page: number) => setFilter({ [name]: String(page) }),
    searched: search !== '',
  })
  return (
    <ConsolePage heading="Content" intro="What the portal says, in the plan’s own words.">
      <search>
        <SearchField
          label="Search by words of the text"
          value={filter.search}
          onSearch={(typed) => setFilter({ ...USUAL, search: typed })}
        />
      </search>
      <div className="stack">
        <Section kind="banner" heading="Banners" add="New banner" about="News on top of a page, from and until a time.">
          <Loading of={loaded} label="Loading the banners">
            {({ banners }) => (
              <ListTable
                what="banners"
                columns={bannerColumns}
                list={banners}
                {...pageOf('bannerPage')}
                empty="No banner has been written yet."
              />
            )}
          </Loading>
        </Section>
        <Section
          kind="faq"
          heading="Questions and answers"
          add="New question"
          about="What people read under Frequently asked questions."
        >
          <Loading of={loaded} label="Loading the questions">
            {({ faqs }) => (
              <ListTable
                what="questions"
                columns={faqColumns}
                list={faqs}
                {...pageOf('faqPage')}
                empty="No question has been answered yet."
              />
            )}
          </Loading>
        </Section>
        <Section kind="description" heading="Descriptions" add="New description" about="The text at the top of a page.">
          <Loading of={loaded} label="Loading the descriptions">
            {({ descriptions }) => (
              <ListTable
                what="descriptions"
                columns={descriptionColumns}
                list={descriptions}
                {...pageOf('descriptionPage')}
                empty="No page has a text of its own yet."
              />
            )}
          </Loading>
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

type ListTableProps<Row> = {
  what: string
  columns: readonly Column<Row>[]
  list: { rows: Row[]; total: number; pageSize: number }
  page: number
  onPage: (page: number) => void
  searched: boolean
  empty: string
}

function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { what, columns, list, page, onPage, searched, empty } = props
  return (
    <>
      <DataTable
        caption={`List of ${what}`}
        captionHidden
        asCards
        columns={columns}
        rows={list.rows}
        rowKey={(row) => row.id}
        empty={searched ? 'Nothing here has these words.' : empty}
      />
      <Pager page={page} pageSize={list.pageSize} total={list.total} label={`Pages of ${what}`} onPage={onPage} />
    </>
  )
}
