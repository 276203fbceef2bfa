import type { BannerBody, ContentList, DescriptionBody, FaqBody } from '@portico/core/content/api'
import { CONTENT_CALLS } from '@portico/core/content/calls'
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { Alert } from '../kit/note.tsx'
import { PageHeading } from '../kit/page-heading.tsx'
import { Page } from '../shell/layout.tsx'
import { Loading } from '../shell/loading.tsx'
import { useCall } from '../shell/use-call.ts'
import { BannerEditor, DescriptionEditor, FaqEditor } from './content-editors.tsx'
import { BannerList, DescriptionList, FaqList } from './content-lists.tsx'

/** What is being written: one of the three kinds, new or opened from its list. */
type Opened =
  | { kind: 'banner'; entry: BannerBody }
  | { kind: 'faq'; entry: FaqBody }
  | { kind: 'description'; entry: DescriptionBody }

const unsaved = { id: '' as const, version: 0, brand: '' as const }
const newBanner = (): BannerBody => ({
  ...unsaved,
  categoryId: 'home',
  summary: '',
  body: '',
  displayBody: false,
  audience: 'PROVIDER',
  startsAt: new Date().toISOString(),
  endsAt: '',
})
const newFaq = (): FaqBody => ({ ...unsaved, categoryId: 'registration', question: '', answer: '', position: 0 })
const newDescription = (): DescriptionBody => ({ ...unsaved, categoryId: '', body: '' })

/** Banners, questions and descriptions: what the portal says, in the plan's own words. */
export function Content() {
  const loaded = useCall<ContentList>(CONTENT_CALLS.list)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [done, setDone] = useState('')
  const close = (message = '') => {
    setOpened(null)
    setDone(message)
    if (message !== '' && loaded.state === 'ready') loaded.reload()
  }
  const open = (next: Opened) => {
    setDone('')
    setOpened(next)
  }
  return (
    <Page>
      <div>
        <PageHeading>Content</PageHeading>
        {done && <Alert tone="ok">{done}</Alert>}
        {opened ? (
          <Card>
            {opened.kind === 'banner' && <BannerEditor entry={opened.entry} onClose={close} />}
            {opened.kind === 'faq' && <FaqEditor entry={opened.entry} onClose={close} />}
            {opened.kind === 'description' && <DescriptionEditor entry={opened.entry} onClose={close} />}
          </Card>
        ) : (
          <Loading of={loaded} label="Loading the content" lines={8}>
            {(content) => <Lists content={content} onOpen={open} />}
          </Loading>
        )}
      </div>
    </Page>
  )
}

function Lists({ content, onOpen }: { content: ContentList; onOpen: (opened: Opened) => void }) {
  return (
    <div className="stack">
      <Card as="section" aria-labelledby="banners">
        <div className="section-row">
          <h2 id="banners">Banners</h2>
          <Button look="line" onClick={() => onOpen({ kind: 'banner', entry: newBanner() })}>
            New banner
          </Button>
        </div>
        <BannerList banners={content.banners} onOpen={(entry) => onOpen({ kind: 'banner', entry })} />
      </Card>
      <Card as="section" aria-labelledby="questions">
        <div className="section-row">
          <h2 id="questions">Questions and answers</h2>
          <Button look="line" onClick={() => onOpen({ kind: 'faq', entry: newFaq() })}>
            New question
          </Button>
        </div>
        <FaqList faqs={content.faqs} onOpen={(entry) => onOpen({ kind: 'faq', entry })} />
      </Card>
      <Card as="section" aria-labelledby="descriptions">
        <div className="section-row">
          <h2 id="descriptions">Descriptions</h2>
          <Button look="line" onClick={() => onOpen({ kind: 'description', entry: newDescription() })}>
            New description
          </Button>
        </div>
        <DescriptionList
          descriptions={content.descriptions}
          onOpen={(entry) => onOpen({ kind: 'description', entry })}
        />
      </Card>
    </div>
  )
}
