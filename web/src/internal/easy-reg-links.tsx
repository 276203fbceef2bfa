import type { Provider } from '@portico/core/internal/shapes'
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { TitledCard } from '../kit/card.tsx'
import { TextField } from '../kit/text-field.tsx'

/** Links to send to somebody who shall register by signed contract, without validation and quiz. */
export function EasyRegLinks({ links }: { links: Provider['easyReg'] }) {
  const [copied, setCopied] = useState('')
  const copy = async (url: string) => {
    // Without the right to write to the clipboard the link can still be marked by hand.
    const written = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    )
    setCopied(written ? url : '')
  }
  return (
    <TitledCard id="easy-reg" heading="Registration by contract alone">
      <p>
        With this link nobody is asked for SSN, TIN or quiz. The way always ends with the contract, and you validate it.
      </p>
      {links.map((link, index) => (
        <div className="copy" key={link.url}>
          <TextField
            label={`Link for ${link.brand}`}
            name={`easyReg${index}`}
            readOnly
            wide
            value={link.url}
            onFocus={(event) => event.target.select()}
          />
          <Button look="line" aria-label={`Copy the link for ${link.brand}`} onClick={() => void copy(link.url)}>
            COPY
          </Button>
        </div>
      ))}
      <p role="status" className="small">
        {copied && 'The link is copied.'}
      </p>
    </TitledCard>
  )
}
