import { LOOKUP_CALLS } from '@portico/core/constants'
import type { Banner } from '@portico/core/registration/model'
import { BannerNote } from '../shell/banner-note.tsx'
import { useCall } from '../shell/use-call.ts'

/** The plan's news on a page. Nothing where there are none, or where they cannot be read: news never stand in the way. */
export function Banners({ categoryId }: { categoryId: string }) {
  const loaded = useCall<Banner[]>(LOOKUP_CALLS.getBanners, { query: { categoryId }, cached: true })
  if (loaded.state !== 'ready' || loaded.entity.length === 0) return null
  return (
    <section className="stack" aria-label="News">
      {loaded.entity.map((banner) => (
        <BannerNote key={banner.id} banner={banner} />
      ))}
    </section>
  )
}
