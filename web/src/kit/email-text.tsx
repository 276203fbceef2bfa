import { Fragment } from 'react'

/** An email address where room is scarce: its lines end behind the '@' or a dot, not in the middle of a word. */
export function EmailText({ of: email }: { of: string }) {
  return email.split(/(?<=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one address, always in this order
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
