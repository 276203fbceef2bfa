import type { Banner } from '@portico/core/registration/model'
import { Note } from '../kit/note.tsx'
import { WrittenHtml } from './written-html.tsx'

/** Summary always; the body with it where the plan wants that, on demand otherwise. */
export function BannerNote({ banner }: { banner: Omit<Banner, 'id'> }) {
  if (banner.body === '' || banner.displayBody) {
    return (
      <Note>
        <p>
          <b>{banner.summary}</b>
        </p>
        {banner.body !== '' && <WrittenHtml html={banner.body} />}
      </Note>
    )
  }
  return (
    <Note>
      <details>
        <summary>
          <b>{banner.summary}</b>
        </summary>
        <WrittenHtml html={banner.body} />
      </details>
    </Note>
  )
}
