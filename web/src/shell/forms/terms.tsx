import { useState } from 'react'
import { Checkbox } from '#kit/choice.tsx'
import { brand } from '../brands/brand.ts'

/** CREATE ACCOUNT needs accepted terms; the care-partner brand pre-accepts them (behaviour 1.8). */
export function useTerms() {
  const [accepted, setAccepted] = useState(brand.termsPreAccepted)
  return { accepted, setAccepted }
}

export function TermsOfUse({ accepted, setAccepted }: ReturnType<typeof useTerms>) {
  return (
    <Checkbox
      name="termsOfUse"
      checked={accepted}
      onChange={(event) => setAccepted(event.target.checked)}
      label={
        <>
          I accept the{' '}
          <a href={brand.termsOfUseLink} target="_blank" rel="noreferrer">
            terms of use
          </a>
        </>
      }
    />
  )
}
