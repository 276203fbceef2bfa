import { copyByLink } from '@portico/core/contracts/calls'
import { formatMoment } from '@portico/core/forms/moments'
import { useState } from 'react'
import { Card } from '../../kit/card.tsx'
import { PageHeading } from '../../kit/page-heading.tsx'
import { SummaryList } from '../../kit/summary-list.tsx'
import { Loading } from '../../shell/gateway/loading.tsx'
import { useCall } from '../../shell/gateway/use-call.ts'
import { Page, ProviderServices } from '../../shell/layout/layout.tsx'
import { readMailedLink } from '../../shell/router/mailed-link.ts'
import { usePage } from '../../shell/router/pages.ts'
import { SaveCopy } from './save-copy.tsx'

/** The copy for everybody, by the link in their mail (behaviour 10.11). */
export function SignedContract() {
  const [copyId] = useState(() => readMailedLink('copyId'))
  const copy = useCall(copyByLink, { query: { copyId } })
  return (
    <Page narrow>
      <Card>
        <PageHeading>{usePage().title}</PageHeading>
        <Loading of={copy} label="Loading the copy">
          {({ reference, signedBy, signedOn, validatedOn, fileName }) => (
            <>
              <SummaryList
                items={[
                  { term: 'Reference', value: <span className="num">{reference}</span> },
                  { term: 'Signed by', value: signedBy },
                  { term: 'Signed on', value: formatMoment(signedOn) },
                  { term: 'Validated on', value: formatMoment(validatedOn) || 'Not yet: we are looking at it' },
                ]}
              />
              <SaveCopy copyId={copyId} fileName={fileName} />
              <p className="soft small">
                The copy carries digital signatures of the plan. Programs that show PDF files can check that nothing in
                it was changed.
              </p>
            </>
          )}
        </Loading>
        <ProviderServices />
      </Card>
    </Page>
  )
}
