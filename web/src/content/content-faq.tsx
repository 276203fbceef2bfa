import { saveFaq } from '@portico/core/content/calls'
import { CONTENT_HTML_MAX, checkFaqForm, POSITION_MAX, SUMMARY_MAX } from '@portico/core/content/forms'
import { FAQ_CATEGORIES } from '@portico/core/content/places'
import type { FaqBody } from '@portico/core/content/shapes'
import { useWatch } from 'react-hook-form'
import { TextField } from '../kit/text-field.tsx'
import { Answer } from '../shell/answer.tsx'
import { BrandField, Editor, type EditorProps, HtmlField, PlaceField } from './content-form.tsx'
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
  return (
    <Editor
      kind="faq"
      noun="question"
      entry={entry}
      onReopen={onReopen}
      values={entry}
      check={checkFaqForm}
      call={saveFaq}
      bodyOf={(faq) => faq}
      preview={<FaqPreview />}
    >
      {(form) => (
        <>
          <TextField label="Question" wide maxLength={SUMMARY_MAX} {...form.field('question')} />
          <HtmlField name="answer" label="Answer" rows={8} max={CONTENT_HTML_MAX} />
          <div className="pair">
            <PlaceField label="Category" places={FAQ_CATEGORIES} stored={entry.categoryId} />
            <TextField
              label="Place in its category"
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
  return <Answer question={question} answer={clean} open />
}
