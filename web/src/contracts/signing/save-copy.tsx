import { signedDocument } from '@portico/core/contracts/calls'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Alert } from '#kit/note.tsx'
import { saveFile } from '#shell/forms/save-file.ts'
import { useGateway } from '#shell/gateway/gateway-context.tsx'

/** Downloads the signed document by its link. */
export function SaveCopy({ copyId, fileName = 'signed_contract.pdf' }: { copyId: string; fileName?: string }) {
  const { fetchFile } = useGateway()
  const [state, setState] = useState({ busy: false, problem: '' })
  const save = async () => {
    setState({ busy: true, problem: '' })
    const reply = await fetchFile(signedDocument, { copyId })
    if (reply.ok) saveFile(reply.entity, fileName)
    setState({ busy: false, problem: reply.ok ? '' : reply.entity.message })
  }
  return (
    <>
      {state.problem && <Alert>{state.problem}</Alert>}
      <p>
        <Button busy={state.busy} onClick={() => void save()}>
          Download the signed copy
        </Button>
      </p>
    </>
  )
}
