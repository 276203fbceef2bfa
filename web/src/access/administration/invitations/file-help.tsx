import { INVITE_MANY_COLUMNS } from '@portico/core/access/forms'
import { INVITE_MANY_MAX_ROWS } from '@portico/core/access/limits'
import { PERMISSIONS, permissionLabel, READ_ONLY_PERMISSIONS } from '@portico/core/access/permissions'
import { TextButton } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'

const SAMPLE = [
  INVITE_MANY_COLUMNS.join(','),
  'Robin,Sample,robin.sample@office.example,(512) 555-0177,12,AU,ELIG CLAIM',
  'Jamie,Example,jamie.example@office.example,,,AU,',
  '',
].join('\r\n')

const LEAST = READ_ONLY_PERMISSIONS.map(permissionLabel).join(', ')

/** Help about the file format. */
export function FileHelp() {
  return (
    <TitledCard as="aside" id="file-help" heading="File format">
      <p>
        The first line names the columns, in any order: <code>{INVITE_MANY_COLUMNS.join(', ')}</code>. Phone, extension
        and permissions can be blank. You can invite up to {INVITE_MANY_MAX_ROWS} people at once.
      </p>
      <p>
        <TextButton onClick={saveSample}>Download a sample file</TextButton>
      </p>
      <h2 className="aside-heading">Role</h2>
      <p>
        <code>AA</code> or <code>AU</code>. Only a Senior Access Administrator can invite Access Administrators.
      </p>
      <h2 className="aside-heading">Permissions</h2>
      <p>
        List one or more of these codes, separated by spaces. If you leave this blank, the person gets only {LEAST}.
      </p>
      <ul className="bare small">
        {PERMISSIONS.map((permission) => (
          <li key={permission.referenceId}>
            <code>{permission.referenceId}</code> {permission.referenceShortDesc}
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}

function saveSample(): void {
  const address = URL.createObjectURL(new Blob([SAMPLE], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'people-to-invite.csv'
  link.click()
  // The browser reads the blob URL after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
