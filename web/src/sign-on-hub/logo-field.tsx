import { useState } from 'react'
import { Checkbox } from '#kit/choice.tsx'
import { FileField } from '#kit/file-field.tsx'
import { readAsBase64 } from '#shell/forms/read-file.ts'

type LogoFieldProps = {
  hasLogo: boolean
  /** Undefined: the logo stays. Empty: none. Otherwise a PNG in Base64. */
  onChange: (logo: string | undefined) => void
}

/** The logo of the tile. The server checks the picture. */
export function LogoField({ hasLogo, onChange }: LogoFieldProps) {
  const [removes, setRemoves] = useState(false)
  const choose = async (file: File | undefined) => onChange(file ? await readAsBase64(file) : undefined)
  const remove = (checked: boolean) => {
    setRemoves(checked)
    onChange(checked ? '' : undefined)
  }
  return (
    <>
      {!removes && (
        <FileField
          label={hasLogo ? 'New logo (optional)' : 'Logo (optional)'}
          hint="A PNG picture of at most 64 kB and 512 × 512 pixels"
          name="logo"
          accept="image/png"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      )}
      {hasLogo && (
        <Checkbox
          label="Remove the logo"
          name="removeLogo"
          checked={removes}
          onChange={({ target }) => remove(target.checked)}
        />
      )}
    </>
  )
}
