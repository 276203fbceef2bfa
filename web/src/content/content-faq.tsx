import { saveFaq } from '@portico/core/content/calls'
import { CONTENT_HTML_MAX, checkFaqForm, POSITION_MAX, SUMMARY_MAX } from '@portico/core/content/forms'
import { FAQ_CATEGORIES } from '@portico/core/content/places'
import type { FaqBody } from '@portico/core/content/shapes'
import { useWatch } from 'react-hook-form'
import { TextField } from '../kit/text-field.tsx'
import { Answer } from '../shell/answer.tsx'
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

export const newFaq = (position: number): FaqBody => ({
  id: '',
  version: 0,
  brand: '',
  categoryId: 'registration',
  question: '',
  answer: '',
  position: Math.min(position, POSITION_MAX),
})

export function FaqEditor({ entry, onReopen }: EditorProps<FaqBody>) {
  const editor = useEditor({
    values: entry,
    check: checkFaqForm,
    call: saveFaq,
    bodyOf: (faq) => faq,
    doneText: () => 'The question is saved. Readers see it from now on.',
  })
  const { form } = editor
  return (
    <EditorFrame
      editor={editor}
      kind="faq"
      entry={entry}
      noun="question"
      onReopen={onReopen}
      preview={<FaqPreview form={form} />}
    >
      <TextField
        label="Question"
        wide
        maxLength={SUMMARY_MAX}
        error={form.errors.question}
        {...form.register('question')}
      />
      <HtmlField form={form} name="answer" label="Answer" rows={8} max={CONTENT_HTML_MAX} />
      <div className="pair">
        <PlaceField form={form} name="categoryId" label="Category" places={FAQ_CATEGORIES} stored={entry.categoryId} />
        <TextField
          label="Place in its category"
          type="number"
          min={0}
          max={POSITION_MAX}
          error={form.errors.position}
          {...form.register('position', { valueAsNumber: true })}
        />
      </div>
      <BrandField form={form} name="brand" />
    </EditorFrame>
  )
}

function FaqPreview({ form }: { form: Editor<FaqBody>['form'] }) {
  const [question, answer] = useWatch({ control: form.control, name: ['question', 'answer'] })
  const clean = useCleanHtml(answer)
  if (question.trim() === '' && clean === '') return <p className="soft">Nothing to show yet.</p>
  return <Answer question={question} answer={clean} open />
}
