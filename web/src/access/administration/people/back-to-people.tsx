import { ACCESS_PAGES } from '@portico/core/access/pages'

export function BackToPeople() {
  return (
    <p className="back">
      <a href={ACCESS_PAGES.people}>Back to user administration</a>
    </p>
  )
}
