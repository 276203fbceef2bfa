import { saveDescription } from '@portico/core/content/calls'
import { CONTENT_HTML_MAX, checkDescriptionForm } from '@portico/core/content/forms'
import { DESCRIPTION_PLACES } from '@portico/core/content/places'
import type { DescriptionBody } from '@portico/core/content/shapes'
import { useWatch } from 'react-hook-form'
import { WrittenHtml } from '../shell/written-html.tsx'
import { BrandField, Editor, type EditorProps, HtmlField, PlaceField } from './content-form.tsx'
import { useCleanHtml } from './content-preview.tsx'

export const newDescription = (): DescriptionBody => ({ id: '', version: 0, brand: '', categoryId: '', body: '' })

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
      bodyOf={(description) => description}
      preview={<DescriptionPreview />}
    >
      {() => (
        <>
          <PlaceField
            label="Page"
            hint="The text stands at its top."
            placeholder="Choose a page"
            places={DESCRIPTION_PLACES}
            stored={entry.categoryId}
          />
          <HtmlField name="body" label="Text" rows={8} max={CONTENT_HTML_MAX} />
          <BrandField hint="A brand’s own text stands before the one for both." />
        </>
      )}
    </Editor>
  )
}

function DescriptionPreview() {
  const clean = useCleanHtml(useWatch<DescriptionBody, 'body'>({ name: 'body' }))
  return clean === '' ? <p className="soft">Nothing to show yet.</p> : <WrittenHtml html={clean} />
}
