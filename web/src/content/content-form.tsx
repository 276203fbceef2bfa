import type { Call, Description, InputOf } from '@portico/core/call'
import { INTERNAL_PATHS } from '@portico/core/constants'
import { removeContent } from '@portico/core/content/calls'
import { CONTENT_TEXTS } from '@portico/core/content/forms'
import type { Audience, ContentKind } from '@portico/core/content/places'
import type { FormErrors } from '@portico/core/forms/form-errors'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { type ReactNode, useState } from 'react'
import { type DefaultValues, type FieldValues, FormProvider } from 'react-hook-form'
import { Button, LinkButton, TextButton } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { Alert } from '#kit/note.tsx'
import { SelectField } from '#kit/select-field.tsx'
import { TextAreaField } from '#kit/text-area-field.tsx'
import { ALL_LABEL, brandNames } from '#shell/brands/brand-names.ts'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { type ScreenForm, useEnclosingForm, useScreenForm } from '#shell/forms/screen-form.ts'
import type { Failure } from '#shell/gateway/gateway.ts'
import { useAction } from '#shell/gateway/use-action.ts'
import { useNavigateWithMessage } from '#shell/layout/done-message.tsx'

/** A text field that accepts plain text or HTML. */
export function HtmlField({ name, max, ...field }: { name: string; label: string; rows: number; max: number }) {
  const form = useEnclosingForm<Record<string, string>>()
  return <TextAreaField {...field} hint={HTML_HINT} wide maxLength={max} {...form.field(name)} />
}

type PlaceFieldProps = {
  label: string
  places: Readonly<Record<string, string>>
  stored: string
  hint?: string
  placeholder?: string
}

/** Offers the places, and a stored place that is no longer offered. */
export function PlaceField({ places, stored, ...field }: PlaceFieldProps) {
  const form = useEnclosingForm<{ categoryId: string }>()
  return <SelectField {...field} options={placeOptions(places, stored)} {...form.field('categoryId')} />
}

export function BrandField({ hint }: { hint?: string }) {
  const form = useEnclosingForm<{ brand: string }>()
  return (
    <SelectField
      label="Brand"
      hint={hint}
      placeholder={`${ALL_LABEL} brands`}
      options={BRAND_OPTIONS}
      {...form.field('brand')}
    />
  )
}

/** `onReopen` loads the entry again after a colleague saved it. */
export type EditorProps<Entry> = { entry: Entry; onReopen: () => void }

export const BACK = { href: INTERNAL_PATHS.content, label: 'Back to content' }
export const AUDIENCE_LABELS: Record<Audience, string> = {
  PROVIDER: 'Providers',
  MEMBER: 'Members',
  PUBLIC: 'Everyone',
}
const HTML_HINT =
  'Plain text with empty lines between paragraphs, or HTML: p, strong, em, ul, ol, li, a, br, h3. Anything else is removed.'
const BRAND_OPTIONS = brandNames.map(({ id, name }) => ({ value: id, label: name }))

/** Label of a place. A stored place that is no longer offered shows its id. */
export const placeName = (places: Readonly<Record<string, string>>, id: string): string => places[id] ?? id

function placeOptions(places: Readonly<Record<string, string>>, stored: string) {
  const offered = Object.entries(places).map(([value, label]) => ({ value, label }))
  return stored === '' || stored in places ? offered : [...offered, { value: stored, label: stored }]
}

type Entry = { id: string; version: number }
type SaveCall = Description & { body: object }

type EditorPlan<Values extends FieldValues & Entry, Declared extends SaveCall> = EditorProps<Values> & {
  kind: ContentKind
  /** 'banner', 'question' or 'description', for headings and messages. */
  noun: string
  values: Values & DefaultValues<Values>
  check: (values: Values) => FormErrors
  call: Call<Declared>
  buildBody: (values: Values) => InputOf<Declared>
  /** Message after saving. A standard text if left out. */
  savedMessage?: (values: Values) => string
  preview: ReactNode
  children: (form: ScreenForm<Values>) => ReactNode
}

/** Form of one entry beside its preview. Saving leads back to the lists with a message; a refusal keeps the input. */
export function Editor<Values extends FieldValues & Entry, Declared extends SaveCall>(
  plan: EditorPlan<Values, Declared>,
) {
  const { entry, noun } = plan
  const { savedMessage = () => `The ${noun} is saved. Readers can see it now.` } = plan
  const go = useNavigateWithMessage()
  const form = useScreenForm<Values>(plan.values, plan.check)
  const save = useAction(plan.call, () => go(INTERNAL_PATHS.content, savedMessage(form.getValues())))
  const [removing, setRemoving] = useState(false)
  const isNew = entry.id === ''
  return (
    <ConsolePage heading={isNew ? `New ${noun}` : `Edit the ${noun}`} back={BACK} bad={form.bad}>
      <Card>
        <FormProvider {...form}>
          <form noValidate onSubmit={form.onValid((values) => void save.send(plan.buildBody(values)))}>
            <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
            {save.refusal && <Refused refusal={save.refusal} onReopen={plan.onReopen} />}
            <div className="side-by-side even">
              <div>{plan.children(form)}</div>
              <section className="preview" aria-labelledby="preview">
                <h2 id="preview">As readers see it</h2>
                {plan.preview}
              </section>
            </div>
            <div className="actions">
              {!isNew && (
                <Button className="start" look="danger" onClick={() => setRemoving(true)}>
                  Remove
                </Button>
              )}
              <LinkButton look="line" href={INTERNAL_PATHS.content}>
                Cancel
              </LinkButton>
              <Button type="submit" busy={save.busy}>
                Save
              </Button>
            </div>
          </form>
        </FormProvider>
        {removing && <RemoveDialog kind={plan.kind} entry={entry} noun={noun} onClose={() => setRemoving(false)} />}
      </Card>
    </ConsolePage>
  )
}

function Refused({ refusal, onReopen }: { refusal: Failure; onReopen: () => void }) {
  const { message } = refusal.entity
  return (
    <Alert>
      <p>{message}</p>
      {message === CONTENT_TEXTS.changed && (
        <p>
          Copy what you need, then <TextButton onClick={onReopen}>open the current version</TextButton>.
        </p>
      )}
    </Alert>
  )
}

type RemoveDialogProps = { kind: ContentKind; entry: Entry; noun: string; onClose: () => void }

function RemoveDialog({ kind, entry, noun, onClose }: RemoveDialogProps) {
  const go = useNavigateWithMessage()
  const remove = useAction(removeContent, () => go(INTERNAL_PATHS.content, `The ${noun} is removed.`))
  return (
    <ReasonDialog
      heading={`Remove this ${noun}?`}
      save={remove}
      buildBody={() => ({ kind, id: entry.id, version: entry.version })}
      label="Remove"
      danger
      onClose={onClose}
    >
      <p>Readers will no longer see it. You can’t undo this.</p>
    </ReasonDialog>
  )
}
