import { saveDescription } from '@portico/core/content/calls'
import { CONTENT_HTML_MAX, checkDescriptionForm } from '@portico/core/content/forms'
import { DESCRIPTION_PLACES } from '@portico/core/content/places'
import type { DescriptionBody } from '@portico/core/content/shapes'
import { useWatch } from 'react-hook-form'
import { WrittenHtml } from '../shell/written-html.tsx'
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

export const newDescription = (): DescriptionBody => ({ id: '', version: 0, brand: '', categoryId: '', body: '' })

export function DescriptionEditor({ entry, onReopen }: EditorProps<DescriptionBody>) {
  const editor = useEditor({
    values: entry,
    check: checkDescriptionForm,
    call: saveDescription,
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
      <PlaceField
        form={form}
        name="categoryId"
        label="Page"
        hint="The text stands at its top."
        placeholder="Choose a page"
        places={DESCRIPTION_PLACES}
        stored={entry.categoryId}
      />
      <HtmlField form={form} name="body" label="Text" rows={8} max={CONTENT_HTML_MAX} />
      <BrandField form={form} name="brand" hint="A brand’s own text stands before the one for both." />
    </EditorFrame>
  )
}

function DescriptionPreview({ form }: { form: Editor<DescriptionBody>['form'] }) {
  const clean = useCleanHtml(useWatch({ control: form.control, name: 'body' }))
  return clean === '' ? <p className="soft">Nothing to show yet.</p> : <WrittenHtml html={clean} />
}
