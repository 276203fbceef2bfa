import { contractFile, contractView } from '@portico/core/contracts/calls'
import type { ReceivedContract } from '@portico/core/contracts/shapes'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { countOf } from '#kit/count-of.ts'
import { Alert } from '#kit/note.tsx'
import { Skeleton } from '#kit/waiting.tsx'
import { saveFile } from '#shell/forms/save-file.ts'
import { useGateway } from '#shell/gateway/gateway-context.tsx'

/** A preview of the pages, and a button that saves the original. */
export function ContractFile({ contract }: { contract: ReceivedContract }) {
  return (
    <>
      <ContractPages contract={contract} />
      <SaveOriginal contract={contract} />
    </>
  )
}

/** The portal forbids framing its URLs, so the pages are fetched and shown from a blob URL. */
function ContractPages({ contract }: { contract: ReceivedContract }) {
  const { fetchFile } = useGateway()
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState('')
  const paper = useRef<HTMLIFrameElement>(null)

  useEffect(() => {
    let made = ''
    let wanted = true
    void fetchFile(contractView, { id: contract.id }).then((reply) => {
      if (!wanted) return
      if (!reply.ok) return setProblem(reply.entity.message)
      made = URL.createObjectURL(reply.entity)
      setAddress(made)
    })
    return () => {
      wanted = false
      URL.revokeObjectURL(made)
    }
  }, [fetchFile, contract.id])

  if (problem) return <Alert>{problem}</Alert>
  if (!address) return <Skeleton label="Loading the document" lines={10} />
  return (
    <>
      <p className="row">
        {document.fullscreenEnabled && (
          <Button look="line" onClick={() => void paper.current?.requestFullscreen()}>
            Full screen
          </Button>
        )}
        {/* Most phones cannot show a PDF in a frame. */}
        <a href={address} target="_blank" rel="noreferrer">
          Open the pages in a new tab
        </a>
      </p>
      <iframe
        ref={paper}
        className="paper"
        src={`${address}#navpanes=0&view=FitH`}
        title={`Signed contract, ${contract.pages} pages`}
      />
    </>
  )
}

function SaveOriginal({ contract }: { contract: ReceivedContract }) {
  const { fetchFile } = useGateway()
  const [state, setState] = useState({ busy: false, problem: '' })
  const save = async () => {
    setState({ busy: true, problem: '' })
    const reply = await fetchFile(contractFile, { id: contract.id })
    // The server accepted only a PDF, whatever the file name says.
    if (reply.ok) saveFile(reply.entity, (contract.fileName || 'signed-contract').replace(/(\.pdf)?$/i, '.pdf'))
    setState({ busy: false, problem: reply.ok ? '' : reply.entity.message })
  }
  return (
    <>
      {state.problem && <Alert>{state.problem}</Alert>}
      <p className="soft small">
        {contract.pictures > 0
          ? `The portal made this PDF from ${countOf(contract.pictures, 'picture', 'pictures')}. The pictures are not kept.`
          : 'This is a safe preview. The original file may contain active content; open it only on a protected computer.'}
      </p>
      <Button look="line" busy={state.busy} onClick={() => void save()}>
        Save the original file
      </Button>
    </>
  )
}
