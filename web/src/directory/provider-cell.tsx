/** The name with its NPI below: people know the one, files the other. */
export function ProviderCell({ of }: { of: { npi: string; providerName: string } }) {
  return (
    <>
      {of.providerName}
      <br />
      <span className="soft small num nowrap">NPI {of.npi}</span>
    </>
  )
}
