import { getBanners } from '@portico/core/content/calls'
import { useCall } from '#shell/gateway/use-call.ts'
import { BannerNote } from '#shell/layout/content-html.tsx'

/** The plan's banners. Renders nothing if there are none or they cannot be read. */
export function Banners({ categoryId }: { categoryId: string }) {
  const loaded = useCall(getBanners, { query: { categoryId }, cached: true })
  if (loaded.state !== 'ready' || loaded.entity.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would have a heading of its own
    <div role="region" className="stack" aria-label="News">
      {loaded.entity.map((banner) => (
        <BannerNote key={banner.id} banner={banner} />
      ))}
    </div>
  )
}
