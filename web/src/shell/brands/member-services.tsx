import { brand } from './brand.ts'

export const memberServicesTel = `tel:${brand.memberServicesPhone.replaceAll('-', '')}`

/** Phone number and hours of Member Services. */
export function MemberServices() {
  return (
    <p className="contact-lines">
      Member Services
      <br />
      <a className="nowrap" href={memberServicesTel}>
        <b>{brand.memberServicesPhone}</b>
      </a>
      <br />
      {brand.memberServicesHours}
    </p>
  )
}
