import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react'

type Look = 'main' | 'line' | 'danger'

const classOf = (look: Look, extra?: string) => ['button', look !== 'main' && look, extra].filter(Boolean).join(' ')

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: Look
  /** A call is in flight: the button keeps its place and focus and ignores clicks. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function Button({ look = 'main', busy = false, className, type = 'button', onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={classOf(look, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    />
  )
}

/** A link styled as a button. */
export function LinkButton({
  look = 'main',
  className,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { look?: Look }) {
  return <a {...rest} className={classOf(look, className)} />
}

/** A button styled as a link. */
export function TextButton({
  className,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }) {
  return <button {...rest} type={type} className={['link', className].filter(Boolean).join(' ')} />
}
