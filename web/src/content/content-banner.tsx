import { saveBanner } from '@portico/core/content/calls'
import { BANNER_BODY_MAX, checkBannerForm, SUMMARY_MAX } from '@portico/core/content/forms'
import { BANNER_PLACES } from '@portico/core/content/places'
import type { BannerBody } from '@portico/core/content/shapes'
import { useWatch } from 'react-hook-form'
import { Checkbox } from '../kit/choice.tsx'
import { shortTime } from '../kit/format-time.ts'
import { SelectField } from '../kit/select-field.tsx'
import { TextField } from '../kit/text-field.tsx'
import { BannerNote } from '../shell/banner-note.tsx'
import { AUDIENCE_LABELS } from './audience-labels.ts'
import {
  BrandField,
  type Editor,
  EditorFrame,
  type EditorProps,
  HtmlField,
  PlaceField,
  useEditor,
} from './content-form.tsx'
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
  const editor = useEditor({
    values: { ...entry, startsAt: toField(entry.startsAt), endsAt: toField(entry.endsAt) },
    check: checkBannerForm,
    call: saveBanner,
    bodyOf: (banner) => ({ ...banner, startsAt: fromField(banner.startsAt), endsAt: fromField(banner.endsAt) }),
    doneText,
  })
  const { form } = editor
  return (
    <EditorFrame
      editor={editor}
      kind="banner"
      entry={entry}
      noun="banner"
      onReopen={onReopen}
      preview={<BannerPreview form={form} />}
    >
      <TextField
        label="Summary"
        hint="Always shown. One plain sentence."
        wide
        maxLength={SUMMARY_MAX}
        error={form.errors.summary}
        {...form.register('summary')}
      />
      <HtmlField form={form} name="body" label="Body (optional)" rows={6} max={BANNER_BODY_MAX} />
      <Checkbox
        label="Show the body at once"
        description="Otherwise readers open it from the summary."
        {...form.register('displayBody')}
      />
      <div className="pair">
        <PlaceField form={form} name="categoryId" label="Stands on" places={BANNER_PLACES} stored={entry.categoryId} />
        <SelectField
          label="For"
          options={Object.entries(AUDIENCE_LABELS).map(([value, label]) => ({ value, label }))}
          error={form.errors.audience}
          {...form.register('audience')}
        />
      </div>
      <BrandField form={form} name="brand" />
      <TextField
        label="From"
        hint="Your local time"
        type="datetime-local"
        error={form.errors.startsAt}
        {...form.register('startsAt')}
      />
      <TextField
        label="Until (optional)"
        hint="Empty: until further notice"
        type="datetime-local"
        error={form.errors.endsAt}
        {...form.register('endsAt')}
      />
    </EditorFrame>
  )
}

function BannerPreview({ form }: { form: Editor<BannerBody>['form'] }) {
  const [summary, body, displayBody] = useWatch({ control: form.control, name: ['summary', 'body', 'displayBody'] })
  const clean = useCleanHtml(body)
  if (summary.trim() === '' && clean === '') return <p className="soft">Nothing to show yet.</p>
  return <BannerNote banner={{ summary, body: clean, displayBody }} />
}
