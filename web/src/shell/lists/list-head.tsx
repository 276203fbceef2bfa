import type { Call, Description } from '@portico/core/call'
import { writeTotal } from '@portico/core/forms/amounts'
import type { Counted } from '@portico/core/shapes'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Alert } from '#kit/note.tsx'
import { saveFile } from '../forms/save-file.ts'
import type { CallInput } from '../gateway/gateway.ts'
import { useGateway } from '../gateway/gateway-context.tsx'
import { CountLine } from './paged-table.tsx'

type FileProps<Declared extends Description> = { call: Call<Declared>; query: CallInput<Declared>; fileName: string }
type SaveCsvProps<Declared extends Description> = FileProps<Declared> & {
  /** The list is empty. */
  disabled: boolean
}

/** Heading of a list with a download. The key resets the download state for another query. */
export function ListHead<Declared extends Description>({
  heading,
  ...csv
}: SaveCsvProps<Declared> & { heading: string }) {
  return (
    <div className="list-head">
      <h2>{heading}</h2>
      <SaveCsv key={JSON.stringify(csv.query)} {...csv} />
    </div>
  )
}

/** The count of a list with a download, above its rows. */
export const CountAndCsv = <Declared extends Description>({
  list,
  ...csv
}: FileProps<Declared> & { list: Counted }) => (
  <div className="list-head">
    <CountLine>{`${writeTotal(list)} found`}</CountLine>
    <SaveCsv key={JSON.stringify(csv.query)} {...csv} disabled={list.total === 0} />
  </div>
)

/** Downloads the whole list, not only the current page. */
export const SaveCsv = <Declared extends Description>(props: SaveCsvProps<Declared>) => (
  <SaveFile {...props} label="Download CSV" />
)

/** Downloads a file with a label of its own. */
export function SaveFile<Declared extends Description>({
  call,
  query,
  fileName,
  disabled = false,
  label,
}: FileProps<Declared> & { label: string; disabled?: boolean }) {
  const gateway = useGateway()
  const [state, setState] = useState<{ busy?: boolean; saved?: boolean; problem?: string }>({})
  const save = async () => {
    setState({ busy: true })
    const reply = await gateway.fetchFile(call, query)
    if (!reply.ok) return setState({ problem: reply.entity.message })
    saveFile(reply.entity, fileName)
    setState({ saved: true })
  }
  return (
    <div className="save-csv">
      <span role="status" className="soft small">
        {state.saved && `${fileName} was saved.`}
      </span>
      <Button look="line" busy={state.busy ?? false} disabled={disabled} onClick={() => void save()}>
        {state.busy ? 'Preparing the file' : label}
      </Button>
      {state.problem && <Alert>{state.problem}</Alert>}
    </div>
  )
}
