import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react'
import { useWorks } from './hydration.tsx'

type Look = 'main' | 'line' | 'danger'

/** One that waits for the page to work looks as it will. */
const COMING = 'coming'

const classOf = (look: Look, ...extra: (string | false | undefined)[]) =>
  ['button', look !== 'main' && look, ...extra].filter(Boolean).join(' ')

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: Look
  /** A call is under way: the button stays where it is, keeps focus, and does nothing when pressed again. */
  busy?: boolean
  /** It does what it says without the page's own code. */
  always?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function Button({ look = 'main', busy = false, always = false, ...given }: ButtonProps) {
  const { className, type = 'button', onClick, disabled, ...rest } = given
  const works = useWorks()
  return (
    <button
      {...rest}
      disabled={disabled || !(works || always)}
      type={busy ? 'button' : type}
      className={classOf(look, className, !works && !disabled && COMING)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    />
  )
}

/** A link that looks like a button: it goes somewhere, so it is an anchor. */
export function LinkButton({
  look = 'main',
  className,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { look?: Look }) {
  return <a {...rest} className={classOf(look, className)} />
}

/** A button that looks like a link: it does something here, so it is a button. */
export function TextButton({
  className,
  type = 'button',
  disabled,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }) {
  const works = useWorks()
  const classes = ['link', className].filter(Boolean).join(' ')
  return <button {...rest} disabled={disabled || !works} type={type} className={classes} />
}
