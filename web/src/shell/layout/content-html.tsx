import type { Banner } from '@portico/core/content/shapes'

/** Shows the summary. The body is shown at once or on demand, as the plan chose. */
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

/** A question that expands to its answer. The FAQ page and the editor's preview share it. */
export function FaqAnswer({ question, answer, open }: { question: string; answer: string; open?: boolean }) {
  return (
    <details className="answer" open={open}>
      <summary>{question}</summary>
      <ContentHtml html={answer} />
    </details>
  )
}

/** HTML by plan staff, sanitized by the server. The only place where a page renders external markup. */
export function ContentHtml({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the way in and out, and no script runs under the CSP
  return <div className="written" dangerouslySetInnerHTML={{ __html: html }} />
}
