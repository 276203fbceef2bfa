import { useState } from 'react'
import { Button, LinkButton, TextButton } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { CheckboxList } from '#kit/checkbox-list.tsx'
import { Checkbox, RadioCards } from '#kit/choice.tsx'
import { DataTable } from '#kit/data-table.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { Note } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { SelectField } from '#kit/select-field.tsx'
import { Steps } from '#kit/steps.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { Tag } from '#kit/tag.tsx'
import { DigitsField, PasswordField, TextField } from '#kit/text-field.tsx'
import { Tiles } from '#kit/tiles.tsx'
import { Typeahead } from '#kit/typeahead.tsx'
import { Skeleton } from '#kit/waiting.tsx'
import { brandNames } from '#shell/brands/brand-names.ts'
import { Layout, Page } from '#shell/layout/layout.tsx'
import { mountApp } from '#shell/mount.tsx'

/** Development only: all components of the kit. ?brand=… shows another brand. */

const LONG =
  'The Merrimack Valley and Greater Lowell Orthopedic, Rehabilitation and Sports Medicine Physician Group of Massachusetts'

function Buttons() {
  return (
    <TitledCard id="buttons" heading="Buttons">
      <div className="row">
        <Button>CONTINUE</Button>
        <Button look="line">GO BACK</Button>
        <Button look="danger">REMOVE</Button>
        <Button disabled>CREATE ACCOUNT</Button>
        <Button busy>SUBMIT</Button>
        <LinkButton href="#here" look="line">
          Link button
        </LinkButton>
        <TextButton>38 providers</TextButton>
      </div>
    </TitledCard>
  )
}

const USER_NAME_SHORT = 'Invalid User Name. User Name must be at least six characters.'
const NPI_SHORT = 'Your National Provider Identifier must be 10 digits in length.'

function TextFields() {
  return (
    <TitledCard id="fields" heading="Fields">
      <ErrorSummary
        heading="Please correct error(s) in red."
        attempt={0}
        errors={[
          { id: 'bad-user', message: USER_NAME_SHORT },
          { id: 'bad-npi', message: NPI_SHORT },
        ]}
      />
      <TextField label="Plain" name="plain" />
      <TextField label="With a hint" name="hinted" hint="6 to 12 letters and digits" />
      <TextField
        label="With an error"
        name="bad-user"
        hint="6 to 12 letters and digits"
        defaultValue="amara"
        error={USER_NAME_SHORT}
      />
      <TextField label="Disabled" name="disabled" disabled defaultValue="Amara Whitfield" />
      <TextField label={LONG} name="long" hint={LONG} error={LONG} />
      <DigitsField label="NPI" name="digits" digits={10} hint="10 digits" defaultValue="1100000011" />
      <DigitsField label="SSN" name="ssn" digits={4} hint="Last four digits" defaultValue="4321" />
      <DigitsField label="NPI with an error" name="bad-npi" digits={10} defaultValue="11000" error={NPI_SHORT} />
      <div className="pair">
        <PasswordField label="Password" name="password" hint="8–16 letters and digits, one of each" />
        <PasswordField label="Confirm password" name="confirm" error="Password and Confirm Password is not matching" />
      </div>
      <Lists />
    </TitledCard>
  )
}

const NAMES = ['Amara Whitfield', 'Amos Reyes', 'Beatriz Lima', LONG]

function Lists() {
  return (
    <>
      <SelectField
        label="Security question"
        name="question"
        placeholder="Choose a question"
        options={[
          { value: '1', label: 'What was the name of your first school?' },
          { value: '2', label: LONG },
        ]}
      />
      <Typeahead
        label="Provider"
        name="typeahead"
        hint="Type a name"
        loadOptions={async (typed) => NAMES.filter((name) => name.toLowerCase().includes(typed.toLowerCase()))}
        optionText={(name) => name}
        onSelect={() => undefined}
      />
    </>
  )
}

function Choices() {
  return (
    <TitledCard id="choices" heading="Choices">
      <RadioCards
        legend="Requested role"
        name="role"
        options={[
          { value: 'SAA', label: 'Senior Access Administrator (SAA)' },
          { value: 'AA', label: 'Access Administrator (AA)', description: 'Given access by the SAA' },
          { value: 'AU', label: LONG, description: LONG, disabled: true },
        ]}
      />
      <RadioCards
        legend="With an error"
        name="registrant"
        error="Please select an option."
        options={[
          { value: 'self', label: 'I am the Provider' },
          { value: 'behalf', label: 'On behalf of the Provider' },
        ]}
      />
      <Groups />
      <CheckboxList
        name="permissions"
        legend="Permissions in two columns, with an error"
        columns
        error="You must select at least one permission from the list below."
        onToggle={() => undefined}
        items={['Member eligibility', 'Claim status', 'Provider roster', 'SCO Trakker'].map((label) => ({
          id: label,
          label,
          checked: false,
        }))}
      />
      <Checkbox
        name="terms"
        label={
          <>
            I accept the <a href="#terms">terms of use</a>
          </>
        }
      />
    </TitledCard>
  )
}

function Groups() {
  const [groups, setGroups] = useState({ lowell: true, andover: false })
  const own = (
    <>
      Lowell Family Medicine <Tag>your NPI’s group</Tag>
    </>
  )
  const starred = (
    <>
      Andover Cardiology Associates <span className="star">*</span>
    </>
  )
  return (
    <CheckboxList
      name="groups"
      legend="Groups of Merrimack Physician Organization"
      selectAll={{
        label: 'Select all',
        checked: Object.values(groups).every(Boolean),
        mixed: Object.values(groups).some(Boolean),
        onToggle: (on) => setGroups({ lowell: on, andover: on }),
      }}
      onToggle={(id, on) => setGroups({ ...groups, [id]: on })}
      items={[
        { id: 'fixed', checked: true, disabled: true, label: own, trailing: <TextButton>38 providers</TextButton> },
        { id: 'andover', checked: groups.andover, label: starred, trailing: <TextButton>12 providers</TextButton> },
        { id: 'lowell', checked: groups.lowell, label: LONG, trailing: <TextButton>1 provider</TextButton> },
      ]}
    />
  )
}

type Person = { npi: string; name: string; registered: string }
const PEOPLE: Person[] = [
  { npi: '1300000027', name: 'Amara Whitfield', registered: 'Yes' },
  { npi: '1300000019', name: 'Beatriz Lima', registered: 'No' },
  { npi: '1100000011', name: LONG, registered: 'No' },
]

function People({ caption, rows, loading = false }: { caption: string; rows: Person[]; loading?: boolean }) {
  return (
    <DataTable
      caption={caption}
      rows={rows}
      loading={loading}
      rowKey={(person) => person.npi}
      columns={[
        { key: 'npi', header: 'NPI', sortBy: true, kind: 'num' },
        { key: 'name', header: 'Provider Name', sortBy: true },
        { key: 'registered', header: 'Registered?' },
      ]}
    />
  )
}

function Surfaces() {
  const [open, setOpen] = useState(false)
  return (
    <TitledCard id="surfaces" heading="Surfaces">
      <Steps stages={['Provider', 'Access', 'Identity', 'Account', 'Done']} current={2} />
      <br />
      <Note>Information</Note>
      <Note tone="ok">Done</Note>
      <Note tone="warn">A warning</Note>
      <Note tone="bad" heading="A problem">
        What happened, and what to do.
      </Note>
      <p>
        <Tag>Info</Tag> <Tag tone="ok">Verified</Tag> <Tag tone="warn">Yes</Tag> <Tag tone="bad">Rejected</Tag>
      </p>
      <Tiles
        tiles={[
          { label: 'waiting', value: 14 },
          { label: 'oldest', value: '3 days' },
          { label: 'validated this week', value: 41 },
          { label: 'returned this week', value: 2 },
        ]}
      />
      <SummaryList
        across
        items={[
          { term: 'NPI', value: '1100000011' },
          { term: 'Provider', value: LONG },
        ]}
      />
      <br />
      <Button onClick={() => setOpen(true)}>Open a dialog</Button>
      <Dialog
        open={open}
        heading="Replace Current SAA?"
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button look="line" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button onClick={() => setOpen(false)}>REPLACE CURRENT SAA</Button>
          </>
        }
      >
        <p>One or more providers already have a Senior Access Administrator (SAA).</p>
      </Dialog>
    </TitledCard>
  )
}

function Tables() {
  return (
    <TitledCard id="tables" heading="Tables">
      <People caption="Sortable" rows={PEOPLE} />
      <br />
      <People caption="Nothing yet" rows={[]} />
      <br />
      <People caption="Loading" rows={[]} loading />
      <br />
      <Skeleton lines={4} />
    </TitledCard>
  )
}

mountApp('kit', {
  content: (
    <Layout>
      <Page>
        <div>
          <PageHeading>Components</PageHeading>
          <p className="row">
            {brandNames.map((shown) => (
              <a key={shown.id} href={`?brand=${shown.id}`}>
                {shown.name}
              </a>
            ))}
          </p>
        </div>
        <div className="stack">
          <Buttons />
          <TextFields />
          <Choices />
          <Surfaces />
          <Tables />
        </div>
      </Page>
    </Layout>
  ),
})
