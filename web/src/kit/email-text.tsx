import { Fragment } from 'react'

/** An email address that wraps after '@' or a dot. */
export function EmailText({ of: email }: { of: string }) {
  return email.split(/(?<=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one address, always in this order
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
