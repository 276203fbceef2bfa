import type { Banner } from '@portico/core/content/shapes'
import { WrittenHtml } from './written-html.tsx'

/** Summary always; the body with it where the plan wants that, on demand otherwise. */
export function BannerNote({ banner }: { banner: Omit<Banner, 'id'> }) {
  const { summary, body, displayBody } = banner
  if (body === '' || displayBody) {
    return (
      <div className="news">
        <p>{summary}</p>
        {body !== '' && <WrittenHtml html={body} />}
      </div>
    )
  }
  return (
    <details className="news">
      <summary>{summary}</summary>
      <WrittenHtml html={body} />
    </details>
  )
}
