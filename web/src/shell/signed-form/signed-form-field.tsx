import { CONTRACT_PICTURES_MAX } from '@portico/core/contracts/limits'
import { lazy, type ReactNode, Suspense } from 'react'
import { FileField } from '#kit/file-field.tsx'
import type { SignedForm } from './use-signed-form.ts'

const PictureList = lazy(async () => ({ default: (await import('./picture-list.tsx')).PictureList }))

const ACCEPTED = 'application/pdf,.pdf,image/jpeg,image/png,image/heic,image/heif,.heic'

/** Chooses a PDF of the signed form, or pictures of its pages, which are listed below the field. */
export function SignedFormField({ form, id, label }: { form: SignedForm; id: string; label: ReactNode }) {
  const { pictures } = form
  return (
    <>
      <FileField
        label={pictures.length > 0 ? 'Add a page' : label}
        hint={`A PDF, or a photo of each page (JPEG or PNG, at most ${CONTRACT_PICTURES_MAX}). At most 10 MB in all.`}
        id={id}
        accept={ACCEPTED}
        multiple
        error={form.problem ?? form.notAdded}
        ref={form.input}
        onChange={form.choose}
      />
      <p role="status" className="small soft">
        {form.reading ? 'Reading your pictures…' : ''}
      </p>
      {pictures.length > 0 && (
        <Suspense>
          <PictureList pictures={pictures} onChange={form.changePictures} fieldId={id} />
        </Suspense>
      )}
    </>
  )
}
