import { GENERIC } from '@portico/core/forms/messages'
import { type ChangeEvent, useRef, useState } from 'react'
import { readAsBase64 } from '../forms/read-file.ts'
import { checkChosen, checkPictures, isPdf, NO_FILE, type PagePicture, sayNotAdded, type Turn } from './pictures.ts'

/** Part of a call's body: a PDF or pictures. */
type FormBody = { fileName: string; content?: string; pictures?: { content: string; turn: Turn }[] }

/** The PDF or the pictures of a signed form that the user chose, until they are sent. */
export function useSignedForm() {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const { pictures, unread, notAdded, ...reading } = usePictures(() => setProblem(GENERIC))
  const input = useRef<HTMLInputElement>(null)

  const isEmpty = !file && pictures.length === 0
  const emptyField = () => {
    if (input.current) input.current.value = ''
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    const found = checkChosen(files, pictures.length + unread)
    const pdf = found ? null : (files.find(isPdf) ?? null)
    setProblem(found)
    setFile(pdf)
    if (pdf) reading.dropAll()
    if (found || pdf || files.length === 0) return
    // The field is empty again, so that the next page can be added. The list shows what was chosen.
    emptyField()
    reading.add(files)
  }
  const clear = () => {
    setFile(null)
    setProblem(undefined)
    reading.dropAll()
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
  const { change } = reading
  return {
    pictures,
    changePictures: change,
    isEmpty,
    problem,
    notAdded,
    reading: unread > 0,
    input,
    choose,
    clear,
    toBody,
  }
}

/** Reads pictures one after the other, in the order in which they were chosen. */
function usePictures(onFailed: () => void) {
  const [pictures, setPictures] = useState<readonly PagePicture[]>([])
  const [notAdded, setNotAdded] = useState<string>()
  const [unread, setUnread] = useState(0)
  const lastRead = useRef(Promise.resolve())
  const nextKey = useRef(1)
  /** Pictures of an earlier round are no longer wanted when they are read. */
  const round = useRef(0)

  const readAll = async (files: readonly File[], own: number) => {
    const { readPicture } = await import('./read-picture.ts')
    for (const one of files) {
      const read = await readPicture(one)
      const key = nextKey.current
      nextKey.current += 1
      if (typeof read === 'string') setNotAdded(sayNotAdded(one.name, read))
      else if (own === round.current) setPictures((before) => [...before, { ...read, key, turn: 0 }])
      setUnread((before) => before - 1)
    }
  }
  const add = (files: readonly File[]) => {
    setNotAdded(undefined)
    setUnread((before) => before + files.length)
    const own = round.current
    lastRead.current = lastRead.current
      .then(() => readAll(files, own))
      .catch(() => {
        setUnread(0)
        onFailed()
      })
  }
  const dropAll = () => {
    round.current += 1
    setPictures([])
    setNotAdded(undefined)
  }
  return { pictures, change: setPictures, unread, notAdded, add, dropAll }
}

export type SignedForm = ReturnType<typeof useSignedForm>

async function readForm(file: File | null, pictures: readonly PagePicture[]): Promise<FormBody> {
  if (file) return { fileName: file.name, content: await readAsBase64(file) }
  const sent = pictures.map(async ({ content, turn }) => ({ content: await readAsBase64(content), turn }))
  return { fileName: 'signed-form.pdf', pictures: await Promise.all(sent) }
}
