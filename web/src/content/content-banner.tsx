import { saveBanner } from '@portico/core/content/calls'
import { BANNER_BODY_MAX, checkBannerForm, SUMMARY_MAX } from '@portico/core/content/forms'
import { BANNER_PLACES } from '@portico/core/content/places'
import type { BannerBody } from '@portico/core/content/shapes'
import { useWatch } from 'react-hook-form'
import { Checkbox } from '../kit/choice.tsx'
import { shortTime } from '../kit/format-time.ts'
import { optionsOf, SelectField } from '../kit/select-field.tsx'
import { TextField } from '../kit/text-field.tsx'
import { BannerNote } from '../shell/banner-note.tsx'
import { AUDIENCE_LABELS } from './audience-labels.ts'
import { BrandField, Editor, type EditorProps, HtmlField, PlaceField } from './content-form.tsx'
import { useCleanHtml } from './content-preview.tsx'

export const newBanner = (): BannerBody => ({
  id: '',
  version: 0,
  brand: '',
  categoryId: 'home',
  summary: '',
  body: '',
  displayBody: false,
  audience: 'PROVIDER',
  startsAt: new Date().toISOString(),
  endsAt: '',
})

/** The browser's own date and time field works in local time without a zone. */
const toField = (iso: string) => {
  if (iso === '') return ''
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
const fromField = (local: string) => (local === '' ? '' : new Date(local).toISOString())

const doneText = (banner: BannerBody): string =>
  Date.parse(banner.startsAt) > Date.now()
    ? `The banner is saved. Readers see it from ${shortTime(fromField(banner.startsAt))}.`
    : 'The banner is saved. Readers see it from now on.'

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
      bodyOf={(banner) => ({ ...banner, startsAt: fromField(banner.startsAt), endsAt: fromField(banner.endsAt) })}
      doneText={doneText}
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
            label="Show the body at once"
            description="Otherwise readers open it from the summary."
            {...form.field('displayBody')}
          />
          <div className="pair">
            <PlaceField label="Stands on" places={BANNER_PLACES} stored={entry.categoryId} />
            <SelectField label="For" options={optionsOf(AUDIENCE_LABELS)} {...form.field('audience')} />
          </div>
          <BrandField />
          <TextField label="From" hint="Your local time" type="datetime-local" {...form.field('startsAt')} />
          <TextField
            label="Until (optional)"
            hint="Empty: until further notice"
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
