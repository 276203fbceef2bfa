import type { DescriptionBody } from '@portico/core/content/api'
import { CONTENT_CALLS } from '@portico/core/content/calls'
import { CONTENT_HTML_MAX, checkDescriptionForm } from '@portico/core/content/forms'
import { DESCRIPTION_PLACES } from '@portico/core/content/places'
import { useWatch } from 'react-hook-form'
import { SelectField } from '../kit/select-field.tsx'
import { TextAreaField } from '../kit/text-area-field.tsx'
import { WrittenHtml } from '../shell/written-html.tsx'
import {
  BRAND_OPTIONS,
  type Editor,
  EditorFrame,
  type EditorProps,
  HTML_HINT,
  placeOptions,
  useEditor,
} from './content-form.tsx'
import { useCleanHtml } from './content-preview.tsx'

export const newDescription = (): DescriptionBody => ({ id: '', version: 0, brand: '', categoryId: '', body: '' })

export function DescriptionEditor({ entry, onReopen }: EditorProps<DescriptionBody>) {
  const editor = useEditor<DescriptionBody, DescriptionBody>({
    values: entry,
    check: checkDescriptionForm,
    call: CONTENT_CALLS.saveDescription,
    bodyOf: (description) => description,
    doneText: () => 'The description is saved. Readers see it from now on.',
  })
  const { form } = editor
  return (
    <EditorFrame
      editor={editor}
      kind="description"
      entry={entry}
      noun="description"
      onReopen={onReopen}
      preview={<DescriptionPreview form={form} />}
    >
      <SelectField
        label="Page"
        hint="The text stands at its top."
        placeholder="Choose a page"
        options={placeOptions(DESCRIPTION_PLACES, entry.categoryId)}
        error={form.errors.categoryId}
        {...form.register('categoryId')}
      />
      <TextAreaField
        label="Text"
        hint={HTML_HINT}
        rows={8}
        wide
        maxLength={CONTENT_HTML_MAX}
        error={form.errors.body}
        {...form.register('body')}
      />
      <SelectField
        label="Brand"
        hint="A brand’s own text stands before the one for both."
        placeholder="Both brands"
        options={BRAND_OPTIONS}
        {...form.register('brand')}
      />
    </EditorFrame>
  )
}

function DescriptionPreview({ form }: { form: Editor<DescriptionBody>['form'] }) {
  const clean = useCleanHtml(useWatch({ control: form.control, name: 'body' }))
  return clean === '' ? <p className="soft">Nothing to show yet.</p> : <WrittenHtml html={clean} />
}
