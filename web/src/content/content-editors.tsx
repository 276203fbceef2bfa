import { previewContent, saveBanner, saveDescription, saveFaq } from '@portico/core/content/calls'
import {
  BANNER_BODY_MAX,
  CONTENT_HTML_MAX,
  checkBannerForm,
  checkDescriptionForm,
  checkFaqForm,
  POSITION_MAX,
  SUMMARY_MAX,
} from '@portico/core/content/forms'
import { BANNER_PLACES, DESCRIPTION_PLACES, FAQ_CATEGORIES } from '@portico/core/content/places'
import type { BannerBody, DescriptionBody, FaqBody } from '@portico/core/content/shapes'
import { formatMoment } from '@portico/core/forms/moments'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Checkbox } from '#kit/choice.tsx'
import { now } from '#kit/clock.ts'
import { optionsOf, SelectField } from '#kit/select-field.tsx'
import { TextField } from '#kit/text-field.tsx'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { BannerNote, ContentHtml, FaqAnswer } from '#shell/layout/content-html.tsx'
import { AUDIENCE_LABELS, BrandField, Editor, type EditorProps, HtmlField, PlaceField } from './content-form.tsx'

/** A new entry for every brand. */
const blank = { id: '', version: 0, brand: '' }

export const newBanner = (): BannerBody => ({
  ...blank,
  categoryId: 'home',
  summary: '',
  body: '',
  displayBody: false,
  audience: 'PROVIDER',
  startsAt: new Date(now()).toISOString(),
  endsAt: '',
})

/** A `datetime-local` field uses local time without a zone. */
const toField = (iso: string) => {
  if (iso === '') return ''
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
const fromField = (local: string) => (local === '' ? '' : new Date(local).toISOString())

const doneText = (banner: BannerBody): string =>
  Date.parse(banner.startsAt) > now()
    ? `The banner is saved. Readers will see it starting ${formatMoment(fromField(banner.startsAt))}.`
    : 'The banner is saved. Readers can see it now.'

export function BannerEditor({ entry, onReopen }: EditorProps<BannerBody>) {
  return (
    <Editor
      kind="banner"
      noun="banner"
      entry={entry}
      onReopen={onReopen}
      values={{ ...entry, startsAt: toField(entry.startsAt), endsAt: toField(entry.endsAt) }}
      check={checkBannerForm}
      call={saveBanner}
      buildBody={(banner) => ({ ...banner, startsAt: fromField(banner.startsAt), endsAt: fromField(banner.endsAt) })}
      savedMessage={doneText}
      preview={<BannerPreview />}
    >
      {(form) => (
        <>
          <TextField
            label="Summary"
            hint="Always shown. One plain sentence."
            wide
            maxLength={SUMMARY_MAX}
            {...form.field('summary')}
          />
          <HtmlField name="body" label="Body (optional)" rows={6} max={BANNER_BODY_MAX} />
          <Checkbox
            label="Show the body right away"
            description="Otherwise readers open it from the summary."
            {...form.field('displayBody')}
          />
          <div className="pair">
            <PlaceField label="Shown on" places={BANNER_PLACES} stored={entry.categoryId} />
            <SelectField label="For" options={optionsOf(AUDIENCE_LABELS)} {...form.field('audience')} />
          </div>
          <BrandField />
          <TextField label="From" hint="Your local time" type="datetime-local" {...form.field('startsAt')} />
          <TextField
            label="Until (optional)"
            hint="Leave blank to show until further notice"
            type="datetime-local"
            {...form.field('endsAt')}
          />
        </>
      )}
    </Editor>
  )
}

const SHOWN = ['summary', 'body', 'displayBody'] as const

function BannerPreview() {
  const [summary, body, displayBody] = useWatch<BannerBody, typeof SHOWN>({ name: SHOWN })
  const clean = useCleanHtml(body)
  if (summary.trim() === '' && clean === '') return <p className="soft">Nothing to show yet.</p>
  return <BannerNote banner={{ summary, body: clean, displayBody }} />
}

export const newFaq = (position: number): FaqBody => ({
  ...blank,
  categoryId: 'registration',
  question: '',
  answer: '',
  position: Math.min(position, POSITION_MAX),
})

export function FaqEditor({ entry, onReopen }: EditorProps<FaqBody>) {
  return (
    <Editor
      kind="faq"
      noun="question"
      entry={entry}
      onReopen={onReopen}
      values={entry}
      check={checkFaqForm}
      call={saveFaq}
      buildBody={(faq) => faq}
      preview={<FaqPreview />}
    >
      {(form) => (
        <>
          <TextField label="Question" wide maxLength={SUMMARY_MAX} {...form.field('question')} />
          <HtmlField name="answer" label="Answer" rows={8} max={CONTENT_HTML_MAX} />
          <div className="pair">
            <PlaceField label="Category" places={FAQ_CATEGORIES} stored={entry.categoryId} />
            <TextField
              label="Position in its category"
              type="number"
              min={0}
              max={POSITION_MAX}
              {...form.field('position', { valueAsNumber: true })}
            />
          </div>
          <BrandField />
        </>
      )}
    </Editor>
  )
}

function FaqPreview() {
  const [question, answer] = useWatch<FaqBody, ['question', 'answer']>({ name: ['question', 'answer'] })
  const clean = useCleanHtml(answer)
  if (question.trim() === '' && clean === '') return <p className="soft">Nothing to show yet.</p>
  return <FaqAnswer question={question} answer={clean} open />
}

export const newDescription = (): DescriptionBody => ({ ...blank, categoryId: '', body: '' })

export function DescriptionEditor({ entry, onReopen }: EditorProps<DescriptionBody>) {
  return (
    <Editor
      kind="description"
      noun="description"
      entry={entry}
      onReopen={onReopen}
      values={entry}
      check={checkDescriptionForm}
      call={saveDescription}
      buildBody={(description) => description}
      preview={<DescriptionPreview />}
    >
      {() => (
        <>
          <PlaceField
            label="Page"
            hint="The text appears at the top of the page."
            placeholder="Choose a page"
            places={DESCRIPTION_PLACES}
            stored={entry.categoryId}
          />
          <HtmlField name="body" label="Text" rows={8} max={CONTENT_HTML_MAX} />
          <BrandField hint="A brand’s own text replaces the text for both brands." />
        </>
      )}
    </Editor>
  )
}

function DescriptionPreview() {
  const clean = useCleanHtml(useWatch<DescriptionBody, 'body'>({ name: 'body' }))
  return clean === '' ? <p className="soft">Nothing to show yet.</p> : <ContentHtml html={clean} />
}

const TYPING_PAUSE_MS = 400

/** The preview shows the server's sanitized HTML, as readers will see it. */
function useCleanHtml(typed: string): string {
  const gateway = useGateway()
  const [clean, setClean] = useState('')
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(async () => {
      const reply = typed.trim() === '' ? null : await gateway.call(previewContent, { html: typed })
      if (isCurrent) setClean(reply?.ok ? reply.entity.html : '')
    }, TYPING_PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [gateway, typed])
  return clean
}
