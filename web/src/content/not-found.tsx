import { LinkButton } from '#kit/button.tsx'
import { brand } from '#shell/brands/brand.ts'
import { useSession } from '#shell/session/session.tsx'
import { Reading } from './reading.tsx'

/** A visitor is led to the sign-in, a user home. */
export function NotFound({ signIn, signInLabel }: { signIn: string; signInLabel: string }) {
  const session = useSession()
  return (
    <Reading heading="We could not find this page">
      <p>The address may be mistyped, or the page has moved. Nothing you entered elsewhere is lost.</p>
      <div className="row">
        {session.state === 'signed-in' ? (
          <LinkButton href={session.area.home}>Go to home</LinkButton>
        ) : (
          <LinkButton href={signIn}>{signInLabel}</LinkButton>
        )}
        <a href={brand.contactUsLink}>Contact us</a>
      </div>
    </Reading>
  )
}
