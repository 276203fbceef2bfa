import { type ChangeEvent, useRef, useState } from 'react'
import { readAsBase64 } from '../forms/read-file.ts'
import { checkChosen, checkPictures, isPdf, NO_FILE, type PagePicture, sayNotAdded, type Turn } from './pictures.ts'

/** Part of a call's body: a PDF or pictures. */
type FormBody = { fileName: string; content?: string; pictures?: { content: string; turn: Turn }[] }

/** The PDF or the pictures of a signed form that the user chose, until they are sent. */
export function useSignedForm() {
  const [file, setFile] = useState<File | null>(null)
  const [pictures, setPictures] = useState<readonly PagePicture[]>([])
  const [problem, setProblem] = useState<string>()
  const [notAdded, setNotAdded] = useState<string>()
  const [reading, setReading] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const nextKey = useRef(1)

  const isEmpty = !file && pictures.length === 0
  const emptyField = () => {
    if (input.current) input.current.value = ''
  }
  const addPictures = async (files: readonly File[]) => {
    setReading(true)
    const { readPicture } = await import('./read-picture.ts')
    for (const one of files) {
      const read = await readPicture(one)
      const key = nextKey.current
      nextKey.current += 1
      if (typeof read === 'string') setNotAdded(sayNotAdded(one.name, read))
      else setPictures((before) => [...before, { ...read, key, turn: 0 }])
    }
    setReading(false)
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    const found = checkChosen(files, pictures)
    setProblem(found)
    setNotAdded(undefined)
    const pdf = found ? null : (files.find(isPdf) ?? null)
    setFile(pdf)
    if (pdf) setPictures([])
    if (found || pdf || files.length === 0) return
    // The field is empty again, so that the next page can be added. The list shows what was chosen.
    emptyField()
    void addPictures(files)
  }
  const clear = () => {
    setFile(null)
    setPictures([])
    setProblem(undefined)
    setNotAdded(undefined)
    emptyField()
  }
  /** What to send, or undefined with the problem shown at the field. */
  const toBody = async (): Promise<FormBody | undefined> => {
    const found = problem ?? (isEmpty ? NO_FILE : checkPictures(pictures))
    setProblem(found)
    if (found) {
      input.current?.focus()
      return undefined
    }
    return readForm(file, pictures)
  }
  return { pictures, setPictures, isEmpty, problem, notAdded, reading, input, choose, clear, toBody }
}

export type SignedForm = ReturnType<typeof useSignedForm>

async function readForm(file: File | null, pictures: readonly PagePicture[]): Promise<FormBody> {
  if (file) return { fileName: file.name, content: await readAsBase64(file) }
  const sent = pictures.map(async ({ content, turn }) => ({ content: await readAsBase64(content), turn }))
  return { fileName: 'signed-form.pdf', pictures: await Promise.all(sent) }
}
