import { contractFile } from '@portico/core/contracts/calls'
import type { ReceivedContract } from '@portico/core/contracts/shapes'
import { useEffect, useState } from 'react'
import { LinkButton } from '../kit/button.tsx'
import { Alert } from '../kit/note.tsx'
import { Skeleton } from '../kit/waiting.tsx'
import { useGateway } from '../shell/gateway-context.tsx'

/** No page may frame the portal, so the document is fetched and shown from the browser's own memory. */
export function ContractFile({ contract }: { contract: ReceivedContract }) {
  const { fetchFile } = useGateway()
  const [address, setAddress] = useState('')
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    let made = ''
    let wanted = true
    void fetchFile(contractFile, { id: contract.id }).then((reply) => {
      if (!wanted) return
      if (!reply.ok) return setFailed(true)
      made = URL.createObjectURL(reply.entity)
      setAddress(made)
    })
    return () => {
      wanted = false
      URL.revokeObjectURL(made)
    }
  }, [fetchFile, contract.id])

  if (failed) return <Alert>The document could not be loaded. Please open this page again.</Alert>
  if (!address) return <Skeleton label="Loading the document" lines={10} />
  return (
    <>
      <iframe
        className="paper"
        src={`${address}#navpanes=0&view=FitH`}
        title={`Signed contract, ${contract.pages} pages`}
      />
      <LinkButton look="line" href={address} download={contract.fileName || 'signed-contract.pdf'}>
        Save the document
      </LinkButton>
    </>
  )
}
