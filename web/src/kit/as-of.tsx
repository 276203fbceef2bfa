import { formatMoment } from '@portico/core/forms/moments'

/** A quiet line that says from when the shown data is. Nothing if the plan has not loaded any. */
export function AsOf({ what, time }: { what: string; time: string | undefined }) {
  if (!time) return null
  return (
    <p className="soft small">
      {what} as of {formatMoment(time)}.
    </p>
  )
}
