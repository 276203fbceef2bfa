import { listContent, openContent } from '@portico/core/content/calls'
import { CONTENT_KINDS, type ContentKind } from '@portico/core/content/places'
import type { ContentEntry } from '@portico/core/content/shapes'
import { useState } from 'react'
import { Card } from '#kit/card.tsx'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { useSearchParams } from '#shell/router/router.tsx'
import { BannerEditor, DescriptionEditor, FaqEditor, newBanner, newDescription, newFaq } from './content-editors.tsx'
import { BACK } from './content-form.tsx'
import { ContentLists } from './content-lists.tsx'

/** The lists of banners, questions and descriptions, or the editor of the entry in the URL. */
export function Content() {
  const params = useSearchParams()
  const kind = CONTENT_KINDS.find((one) => params.has(one))
  const id = kind && (params.get(kind) ?? '')
  if (!kind || !id) return <ContentLists />
  return id === 'new' ? <NewEntry key={kind} kind={kind} /> : <OpenedEntry key={`${kind} ${id}`} kind={kind} id={id} />
}

function NewEntry({ kind }: { kind: ContentKind }) {
  // A new question goes last, so the form needs the last position.
  const list = useCall(listContent, { enabled: kind === 'faq' })
  const noReopen = { onReopen: () => {} }
  if (kind === 'banner') return <BannerEditor entry={newBanner()} {...noReopen} />
  if (kind === 'description') return <DescriptionEditor entry={newDescription()} {...noReopen} />
  if (list.state !== 'ready') return <EntrySkeleton of={list} />
  return <FaqEditor entry={newFaq(list.entity.faqs.lastPosition + 1)} {...noReopen} />
}

function OpenedEntry({ kind, id }: { kind: ContentKind; id: string }) {
  const loaded = useCall(openContent, { query: { kind, id } })
  // Refetching in the background must not replace the user's input; only reopening loads the new version.
  const [opened, setOpened] = useState<ContentEntry>()
  if (loaded.state === 'ready' && !opened) setOpened(loaded.entity)
  if (!opened) return <EntrySkeleton of={loaded} />
  const onReopen = () => {
    if (loaded.state === 'ready') setOpened(loaded.entity)
  }
  const { banner, faq, description } = opened
  if (banner) return <BannerEditor key={banner.version} entry={banner} onReopen={onReopen} />
  if (faq) return <FaqEditor key={faq.version} entry={faq} onReopen={onReopen} />
  return description ? <DescriptionEditor key={description.version} entry={description} onReopen={onReopen} /> : null
}

function EntrySkeleton({ of: loaded }: { of: Parameters<typeof Loading>[0]['of'] }) {
  return (
    <ConsolePage back={BACK}>
      <Card>
        <Loading of={loaded} label="Loading the text">
          {() => null}
        </Loading>
      </Card>
    </ConsolePage>
  )
}
