import { WrittenHtml } from './written-html.tsx'

/** A question that opens to its answer; the FAQ page and the editor's preview show the same. */
export function Answer({ question, answer, open }: { question: string; answer: string; open?: boolean }) {
  return (
    <details className="answer" open={open}>
      <summary>{question}</summary>
      <WrittenHtml html={answer} />
    </details>
  )
}
