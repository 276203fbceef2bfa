import type { Call, Description, InputOf } from '@portico/core/call'
import { INTERNAL_PATHS } from '@portico/core/constants'
import { removeContent } from '@portico/core/content/calls'
import { CONTENT_TEXTS } from '@portico/core/content/forms'
import type { ContentKind } from '@portico/core/content/places'
import type { FormErrors } from '@portico/core/forms/form-errors'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { type ReactNode, useState } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import { Button, LinkButton, TextButton } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { Alert } from '../kit/note.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { TextAreaField } from '../kit/text-area-field.tsx'
import { brandNames, EVERY } from '../shell/brand-names.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import { useGoWithMessage } from '../shell/done-message.tsx'
import type { Failure } from '../shell/gateway.ts'
import { ReasonDialog } from '../shell/reason-dialog.tsx'
import { type ScreenForm, useScreenForm } from '../shell/screen-form.ts'
import { useAct } from '../shell/use-act.ts'
import type { Save } from '../shell/use-save.ts'

type FieldProps<Values extends FieldValues> = { form: ScreenForm<Values>; name: Path<Values> }

/** Text that readers see as it is written or as HTML. */
export function HtmlField<Values extends FieldValues>(
  props: FieldProps<Values> & { label: string; rows: number; max: number },
) {
  const { form, name, label, rows, max } = props
  return (
    <TextAreaField
      label={label}
      hint={HTML_HINT}
      rows={rows}
      wide
      maxLength={max}
      error={form.errors[name]}
      {...form.register(name)}
    />
  )
}

type PlaceFieldProps<Values extends FieldValues> = FieldProps<Values> & {
  label: string
  places: Readonly<Record<string, string>>
  stored: string
  hint?: string
  placeholder?: string
}

/** One of the places on offer, or the one that is stored even where it is not among them. */
export function PlaceField<Values extends FieldValues>(props: PlaceFieldProps<Values>) {
  const { form, name, places, stored, ...field } = props
  return (
    <SelectField {...field} options={placeOptions(places, stored)} error={form.errors[name]} {...form.register(name)} />
  )
}

export function BrandField<Values extends FieldValues>({ form, name, hint }: FieldProps<Values> & { hint?: string }) {
  return (
    <SelectField
      label="Brand"
      hint={hint}
      placeholder={`${EVERY} brands`}
      options={BRAND_OPTIONS}
      {...form.register(name)}
    />
  )
}

/** What was opened, and reading it once more after a colleague has saved it. */
export type EditorProps<Entry> = { entry: Entry; onReopen: () => void }

export const BACK = { href: INTERNAL_PATHS.content, label: 'Back to the content' }
const HTML_HINT =
  'Plain text with empty lines between paragraphs, or HTML: p, strong, em, ul, ol, li, a, br, h3. Anything else is taken out.'
const BRAND_OPTIONS = brandNames.map(({ id, name }) => ({ value: id, label: name }))

/** A place's own name; one that is stored but no longer offered keeps its id. */
export const placeName = (places: Readonly<Record<string, string>>, id: string): string => places[id] ?? id

function placeOptions(places: Readonly<Record<string, string>>, stored: string) {
  const offered = Object.entries(places).map(([value, label]) => ({ value, label }))
  return stored === '' || stored in places ? offered : [...offered, { value: stored, label: stored }]
}

export type Editor<Values extends FieldValues> = {
  form: ScreenForm<Values>
  save: Pick<Save<unknown>, 'busy' | 'refusal'>
  submit: () => void
}

type Saving = Description & { body: object }

type EditorPlan<Values extends FieldValues, Told extends Saving> = {
  values: Values & DefaultValues<Values>
  check: (values: Values) => FormErrors
  call: Call<Told>
  bodyOf: (values: Values) => InputOf<Told>
  doneText: (values: Values) => string
}

/** One editor's form: checked by core's rules, saved, and back to the lists with what was done. */
export function useEditor<Values extends FieldValues, Told extends Saving>(
  plan: EditorPlan<Values, Told>,
): Editor<Values> {
  const go = useGoWithMessage()
  const form = useScreenForm<Values>(plan.values, plan.check)
  const save = useAct(plan.call, () => go(INTERNAL_PATHS.content, plan.doneText(form.getValues())))
  return { form, save, submit: form.onValid((values) => void save.send(plan.bodyOf(values))) }
}

type FrameProps<Values extends FieldValues> = {
  editor: Editor<Values>
  kind: ContentKind
  entry: { id: string; version: number }
  /** 'banner', 'question', 'text': in the heading and when it is removed. */
  noun: string
  onReopen: () => void
  preview: ReactNode
  children: ReactNode
}

/** Fields beside what readers will see; nothing typed is lost when saving is refused. */
export function EditorFrame<Values extends FieldValues>(props: FrameProps<Values>) {
  const { editor, kind, entry, noun, onReopen, preview, children } = props
  const [removing, setRemoving] = useState(false)
  const isNew = entry.id === ''
  return (
    <ConsolePage heading={isNew ? `New ${noun}` : `Change the ${noun}`} back={BACK} bad={editor.form.bad}>
      <Card>
        <form noValidate onSubmit={editor.submit}>
          <ErrorSummary heading={FIX_ERRORS} {...editor.form.summary} />
          {editor.save.refusal && <Refused refusal={editor.save.refusal} onReopen={onReopen} />}
          <div className="side-by-side even">
            <div>{children}</div>
            <section className="preview" aria-labelledby="preview">
              <h2 id="preview">As readers see it</h2>
              {preview}
            </section>
          </div>
          <div className="actions">
            {!isNew && (
              <Button className="start" look="danger" onClick={() => setRemoving(true)}>
                REMOVE
              </Button>
            )}
            <LinkButton look="line" href={INTERNAL_PATHS.content}>
              CANCEL
            </LinkButton>
            <Button type="submit" busy={editor.save.busy}>
              SAVE
            </Button>
          </div>
        </form>
        {removing && <RemoveDialog kind={kind} entry={entry} noun={noun} onClose={() => setRemoving(false)} />}
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
          Copy what you need, then <TextButton onClick={onReopen}>open it as it is now</TextButton>.
        </p>
      )}
    </Alert>
  )
}

type RemoveDialogProps = Pick<FrameProps<FieldValues>, 'kind' | 'entry' | 'noun'> & { onClose: () => void }

function RemoveDialog({ kind, entry, noun, onClose }: RemoveDialogProps) {
  const go = useGoWithMessage()
  const remove = useAct(removeContent, () => go(INTERNAL_PATHS.content, `The ${noun} is removed.`))
  return (
    <ReasonDialog
      heading={`Remove this ${noun}?`}
      save={remove}
      bodyOf={() => ({ kind, id: entry.id, version: entry.version })}
      label="REMOVE"
      danger
      onClose={onClose}
    >
      <p>Readers no longer see it, and it cannot be brought back.</p>
    </ReasonDialog>
  )
}
