import type { Call, Description } from '@portico/core/call'
import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { Alert } from '../../kit/note.tsx'
import { saveFile } from '../forms/save-file.ts'
import type { Given } from '../gateway/gateway.ts'
import { useGateway } from '../gateway/gateway-context.tsx'

type SaveCsvProps<Told extends Description> = {
  call: Call<Told>
  asked: Given<Told>
  fileName: string
  /** Nothing to save. */
  disabled: boolean
}

/** What stands above a list that can be saved; another list has not been saved yet. */
export function ListHead<Told extends Description>({ heading, ...csv }: SaveCsvProps<Told> & { heading: string }) {
  return (
    <div className="list-head">
      <h2>{heading}</h2>
      <SaveCsv key={JSON.stringify(csv.asked)} {...csv} />
    </div>
  )
}

/** The whole list as a file, not only the page in sight. */
export function SaveCsv<Told extends Description>({ call, asked, fileName, disabled }: SaveCsvProps<Told>) {
  const gateway = useGateway()
  const [state, setState] = useState<{ busy?: boolean; saved?: boolean; problem?: string }>({})
  const save = async () => {
    setState({ busy: true })
    const reply = await gateway.fetchFile(call, asked)
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
        {state.busy ? 'Preparing the file' : 'Download CSV'}
      </Button>
      {state.problem && <Alert>{state.problem}</Alert>}
    </div>
  )
}
