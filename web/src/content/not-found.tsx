import { LinkButton } from '../kit/button.tsx'
import { brand } from '../shell/layout/brand.ts'
import { Reading } from './reading.tsx'

export function NotFound({ home, homeLabel }: { home: string; homeLabel: string }) {
  return (
    <Reading heading="We could not find this page">
      <p>The address may be mistyped, or the page has moved. Nothing you entered elsewhere is lost.</p>
      <div className="row">
        <LinkButton href={home}>{homeLabel}</LinkButton>
        <a href={brand.contactUsLink}>Contact us</a>
      </div>
    </Reading>
  )
}
