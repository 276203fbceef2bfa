import type { Banner } from '@portico/core/content/shapes'

/** Summary always; the body with it where the plan wants that, on demand otherwise. */
export function BannerNote({ banner }: { banner: Omit<Banner, 'id'> }) {
  const { summary, body, displayBody } = banner
  if (body === '' || displayBody) {
    return (
      <div className="news">
        <p>{summary}</p>
        {body !== '' && <ContentHtml html={body} />}
      </div>
    )
  }
  return (
    <details className="news">
      <summary>{summary}</summary>
      <ContentHtml html={body} />
    </details>
  )
}

/** A question that opens to its answer; the FAQ page and the editor's preview show the same. */
export function FaqAnswer({ question, answer, open }: { question: string; answer: string; open?: boolean }) {
  return (
    <details className="answer" open={open}>
      <summary>{question}</summary>
      <ContentHtml html={answer} />
    </details>
  )
}

/** What plan staff wrote, already sanitised by the server. The one place where markup from outside enters a page. */
export function ContentHtml({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the way in and out, and no script runs under the CSP
  return <div className="written" dangerouslySetInnerHTML={{ __html: html }} />
}
