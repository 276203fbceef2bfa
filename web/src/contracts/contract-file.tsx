import { callBaseFor } from '@portico/core/constants'
import type { ReceivedContract } from '@portico/core/contracts/shapes'
import { INTERNAL_CALLS } from '@portico/core/internal/calls'
import { useEffect, useState } from 'react'
import { LinkButton } from '../kit/button.tsx'
import { Alert } from '../kit/note.tsx'
import { Skeleton } from '../kit/waiting.tsx'

/** No page may frame the portal, so the document is fetched and shown from the browser's own memory. */
export function ContractFile({ contract }: { contract: ReceivedContract }) {
  const [address, setAddress] = useState('')
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    let made = ''
    const wanted = new AbortController()
    const from = `${callBaseFor(location.pathname)}${INTERNAL_CALLS.contractFile}?id=${contract.id}`
    fetch(from, { signal: wanted.signal, credentials: 'same-origin' })
      .then(async (response) => {
        if (!response.ok) return setFailed(true)
        made = URL.createObjectURL(await response.blob())
        setAddress(made)
      })
      .catch(() => !wanted.signal.aborted && setFailed(true))
    return () => {
      wanted.abort()
      URL.revokeObjectURL(made)
    }
  }, [contract.id])

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
