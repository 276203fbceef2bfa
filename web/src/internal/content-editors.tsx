import type { BannerBody, DescriptionBody, FaqBody, Saved } from '@portico/core/content/api'
import { BANNER_CATEGORIES, CONTENT_CALLS, FAQ_CATEGORIES } from '@portico/core/content/calls'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Checkbox } from '../kit/choice.tsx'
import { Alert } from '../kit/note.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { TextAreaField } from '../kit/text-area-field.tsx'
import { TextField } from '../kit/text-field.tsx'
import { useSave } from '../shell/use-save.ts'
import { ContentPreview } from './content-preview.tsx'

type EditorProps<Entry> = { entry: Entry; onClose: (message?: string) => void }

const BRAND_OPTIONS = [
  { value: 'harborview', label: 'Harborview Health Plan' },
  { value: 'bayside', label: 'Bayside Care Partners' },
]
const AUDIENCE_OPTIONS = [
  { value: 'PROVIDER', label: 'Providers' },
  { value: 'MEMBER', label: 'Members' },
  { value: 'PUBLIC', label: 'Everybody' },
]
const HTML_HINT = 'Paragraphs, lists, links, bold and emphasis. Anything else is taken out.'
const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** The browser's own date and time field works in local time without a zone. */
const toField = (iso: string) => {
  if (iso === '') return ''
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
const fromField = (local: string) => (local === '' ? '' : new Date(local).toISOString())

export function BannerEditor({ entry, onClose }: EditorProps<BannerBody>) {
  const [banner, setBanner] = useState(entry)
  const change = (part: Partial<BannerBody>) => setBanner({ ...banner, ...part })
  return (
    <EditorForm
      heading={entry.id ? 'Change the banner' : 'New banner'}
      kind="banner"
      id={entry.id}
      call={CONTENT_CALLS.saveBanner}
      body={banner}
      onClose={onClose}
      preview={<ContentPreview summary={banner.summary} html={banner.body} displayBody={banner.displayBody} />}
    >
      <TextField
        label="Summary"
        name="summary"
        maxLength={300}
        value={banner.summary}
        onChange={(event) => change({ summary: event.target.value })}
      />
      <TextAreaField
        label="Body"
        name="body"
        hint={HTML_HINT}
        rows={6}
        wide
        value={banner.body}
        onChange={(event) => change({ body: event.target.value })}
      />
      <Checkbox
        name="displayBody"
        label="Show the body at once"
        checked={banner.displayBody}
        onChange={(event) => change({ displayBody: event.target.checked })}
      />
      <div className="pair">
        <SelectField
          label="Stands on"
          name="categoryId"
          options={options(BANNER_CATEGORIES)}
          value={banner.categoryId}
          onChange={(event) => change({ categoryId: event.target.value })}
        />
        <SelectField
          label="For"
          name="audience"
          options={AUDIENCE_OPTIONS}
          value={banner.audience}
          onChange={(event) => change({ audience: event.target.value as BannerBody['audience'] })}
        />
      </div>
      <BrandField value={banner.brand} onChange={(brand) => change({ brand })} />
      <div className="pair">
        <TextField
          label="From"
          name="startsAt"
          type="datetime-local"
          value={toField(banner.startsAt)}
          onChange={(event) => change({ startsAt: fromField(event.target.value) })}
        />
        <TextField
          label="Until (optional)"
          name="endsAt"
          type="datetime-local"
          value={toField(banner.endsAt)}
          onChange={(event) => change({ endsAt: fromField(event.target.value) })}
        />
      </div>
    </EditorForm>
  )
}

export function FaqEditor({ entry, onClose }: EditorProps<FaqBody>) {
  const [faq, setFaq] = useState(entry)
  const change = (part: Partial<FaqBody>) => setFaq({ ...faq, ...part })
  return (
    <EditorForm
      heading={entry.id ? 'Change the question' : 'New question'}
      kind="faq"
      id={entry.id}
      call={CONTENT_CALLS.saveFaq}
      body={faq}
      onClose={onClose}
      preview={<ContentPreview summary={faq.question} html={faq.answer} displayBody />}
    >
      <TextField
        label="Question"
        name="question"
        maxLength={300}
        wide
        value={faq.question}
        onChange={(event) => change({ question: event.target.value })}
      />
      <TextAreaField
        label="Answer"
        name="answer"
        hint={HTML_HINT}
        rows={6}
        wide
        value={faq.answer}
        onChange={(event) => change({ answer: event.target.value })}
      />
      <div className="pair">
        <SelectField
          label="Category"
          name="categoryId"
          options={options(FAQ_CATEGORIES)}
          value={faq.categoryId}
          onChange={(event) => change({ categoryId: event.target.value })}
        />
        <TextField
          label="Place in its category"
          name="position"
          type="number"
          min={0}
          value={String(faq.position)}
          onChange={(event) => change({ position: Math.max(0, Number(event.target.value) || 0) })}
        />
      </div>
      <BrandField value={faq.brand} onChange={(brand) => change({ brand })} />
    </EditorForm>
  )
}

export function DescriptionEditor({ entry, onClose }: EditorProps<DescriptionBody>) {
  const [description, setDescription] = useState(entry)
  const change = (part: Partial<DescriptionBody>) => setDescription({ ...description, ...part })
  return (
    <EditorForm
      heading={entry.id ? 'Change the description' : 'New description'}
      kind="description"
      id={entry.id}
      call={CONTENT_CALLS.saveDescription}
      body={description}
      onClose={onClose}
      preview={<ContentPreview summary="" html={description.body} displayBody />}
    >
      <TextField
        label="Stands at"
        name="categoryId"
        hint="The page’s name, such as contact"
        maxLength={60}
        value={description.categoryId}
        onChange={(event) => change({ categoryId: event.target.value })}
      />
      <TextAreaField
        label="Text"
        name="body"
        hint={HTML_HINT}
        rows={6}
        wide
        value={description.body}
        onChange={(event) => change({ body: event.target.value })}
      />
      <BrandField value={description.brand} onChange={(brand) => change({ brand })} />
    </EditorForm>
  )
}

type Brand = BannerBody['brand']

function BrandField({ value, onChange }: { value: Brand; onChange: (brand: Brand) => void }) {
  return (
    <SelectField
      label="Brand"
      name="brand"
      placeholder="Both brands"
      options={BRAND_OPTIONS}
      value={value}
      onChange={(event) => onChange(event.target.value as Brand)}
    />
  )
}

type FormProps = {
  heading: string
  kind: 'banner' | 'faq' | 'description'
  id: string
  call: string
  body: unknown
  onClose: (message?: string) => void
  preview: ReactNode
  children: ReactNode
}

/** Fields beside what readers will see; nothing typed is lost when saving is refused. */
function EditorForm({ heading, kind, id, call, body, onClose, preview, children }: FormProps) {
  const save = useSave<unknown, Saved>(call, () => onClose('Saved. Readers see it from now on.'))
  const remove = useSave<{ kind: string; id: string }>(CONTENT_CALLS.remove, () => onClose('Removed.'))
  const refusal = save.refusal ?? remove.refusal
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.send(body)
  }
  return (
    <form noValidate onSubmit={submit}>
      <h2>{heading}</h2>
      {refusal && <Alert>{refusal.entity.message}</Alert>}
      <div className="side-by-side even">
        <div>{children}</div>
        <section aria-label="Preview">
          <h3>As readers see it</h3>
          {preview}
        </section>
      </div>
      <div className="actions">
        {id !== '' && (
          <Button className="start" look="danger" busy={remove.busy} onClick={() => void remove.send({ kind, id })}>
            REMOVE
          </Button>
        )}
        <Button look="line" onClick={() => onClose()}>
          CANCEL
        </Button>
        <Button type="submit" busy={save.busy}>
          SAVE
        </Button>
      </div>
    </form>
  )
}
