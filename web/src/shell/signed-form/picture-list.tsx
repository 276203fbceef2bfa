import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { TextButton } from '#kit/button.tsx'
import { movePicture, type PagePicture, removePicture, type Turn, turnPicture, WARNINGS } from './pictures.ts'
import './signed-form.css'

type PictureListProps = {
  pictures: readonly PagePicture[]
  onChange: (change: (pictures: readonly PagePicture[]) => readonly PagePicture[]) => void
  /** Takes the focus when the last page is removed. */
  fieldId: string
}

/** The photographed pages in their order, to turn, move and remove before they are sent. */
export function PictureList({ pictures, onChange, fieldId }: PictureListProps) {
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  // A button that moves with its page loses the focus, and a removed one has none.
  const focusNext = useRef<{ page: number; act: string }>(undefined)
  useLayoutEffect(() => {
    const next = focusNext.current
    if (!next) return
    focusNext.current = undefined
    list.current?.children[next.page]?.querySelector<HTMLElement>(`[data-act="${next.act}"]`)?.focus()
  })
  const turn = (index: number) => {
    onChange((now) => turnPicture(now, index))
    setSaid(`Page ${index + 1} is turned right.`)
  }
  const move = (index: number, by: -1 | 1) => {
    const to = index + by
    if (to < 0 || to >= pictures.length) return
    focusNext.current = { page: to, act: by < 0 ? 'up' : 'down' }
    onChange((now) => movePicture(now, index, by))
    setSaid(`Page ${index + 1} is now page ${to + 1}.`)
  }
  const remove = (index: number) => {
    focusNext.current = { page: Math.min(index, pictures.length - 2), act: 'remove' }
    if (pictures.length === 1) document.getElementById(fieldId)?.focus()
    onChange((now) => removePicture(now, index))
    setSaid(`Page ${index + 1} is removed.`)
  }
  return (
    <>
      <ol className="pictures" aria-label="Pages to send" ref={list}>
        {pictures.map((picture, index) => (
          <Page
            key={picture.key}
            picture={picture}
            place={{ index, isLast: index === pictures.length - 1 }}
            onTurn={() => turn(index)}
            onMove={(by) => move(index, by)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  )
}

type PageProps = {
  picture: PagePicture
  place: { index: number; isLast: boolean }
  onTurn: () => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function Page({ picture, place: { index, isLast }, onTurn, onMove, onRemove }: PageProps) {
  const page = index + 1
  return (
    <li>
      <Thumb picture={picture} page={page} />
      <div>
        <p>
          <b>Page {page}</b>
        </p>
        {picture.warning && <p className="picture-warning">{WARNINGS[picture.warning]}</p>}
        <p className="row">
          <Act page={page} act="turn" text="Turn right" onAct={onTurn} />
          <Act page={page} act="up" text="Move up" off={index === 0} onAct={() => onMove(-1)} />
          <Act page={page} act="down" text="Move down" off={isLast} onAct={() => onMove(1)} />
          <Act page={page} act="remove" text="Remove" onAct={onRemove} />
        </p>
      </div>
    </li>
  )
}

type ActProps = { page: number; act: string; text: string; off?: boolean; onAct: () => void }

/** Stays focusable when there is nothing to do, so that the focus is not lost at the first and the last place. */
function Act({ page, act, text, off = false, onAct }: ActProps) {
  return (
    <TextButton data-act={act} aria-disabled={off || undefined} onClick={off ? undefined : onAct}>
      {text}
      <span className="visually-hidden"> page {page}</span>
    </TextButton>
  )
}

/** Drawn on a canvas, because the page's policy allows no pictures from elsewhere, not even from the phone. */
function Thumb({ picture, page }: { picture: PagePicture; page: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { thumb, turn } = picture
  useEffect(() => {
    if (canvas.current) drawTurned(canvas.current, thumb, turn)
  }, [thumb, turn])
  return <canvas ref={canvas} role="img" aria-label={describe(page, turn)} />
}

const describe = (page: number, turn: Turn): string =>
  `Page ${page}${turn === 0 ? '' : `, turned right by ${turn} degrees`}`

function drawTurned(canvas: HTMLCanvasElement, thumb: HTMLCanvasElement, turn: Turn): void {
  const isSideways = turn === 90 || turn === 270
  canvas.width = isSideways ? thumb.height : thumb.width
  canvas.height = isSideways ? thumb.width : thumb.height
  const pen = canvas.getContext('2d')
  pen?.translate(canvas.width / 2, canvas.height / 2)
  pen?.rotate((turn * Math.PI) / 180)
  pen?.drawImage(thumb, -thumb.width / 2, -thumb.height / 2)
}
