import { brand } from '#shell/brands/brand.ts'
import { ReadingPage } from './reading.tsx'

export function TermsOfUse() {
  return (
    <ReadingPage>
      <p>
        These terms apply to everyone who uses the {brand.name} portal. By creating an account you agree to them.
        {brand.termsPreAccepted && ` Participants of ${brand.name} accepted them when they joined.`}
      </p>
      <h2>Your account</h2>
      <p>
        An account belongs to one person. Do not share your user name or password. Tell your Senior Access Administrator
        right away when you change jobs or no longer need access. Tell us if you think someone else has used your
        account.
      </p>
      <h2>What you may do</h2>
      <p>
        You may use the portal to treat patients, to be paid for it, and to run your practice. You may look up a member
        only when you need the information for one of these purposes. Lookups are logged.
      </p>
      <h2>What you may not do</h2>
      <p>
        You may not copy information in bulk, try to get around the limits of your access, or register in the name of a
        provider without that provider’s knowledge.
      </p>
      <h2>Administrators</h2>
      <p>
        A Senior Access Administrator is responsible for the access of everyone in the group or organization. They must
        review it regularly and remove people who have left.
      </p>
      <h2>Availability and changes</h2>
      <p>
        Eligibility shown in the portal is not a guarantee of payment. We may suspend access to protect members and
        providers. If these terms change in a way that matters, we will ask you to accept them again.
      </p>
      <p className="soft">{brand.legalName}</p>
    </ReadingPage>
  )
}

export function Privacy() {
  return (
    <ReadingPage>
      <p>{brand.name} keeps only what is needed to run this portal, and protects it as health privacy law requires.</p>
      <h2>What we keep about you</h2>
      <p>
        Your name, email address, telephone number, user name, security questions, the access you have or requested, and
        a record of what was looked up and changed under your account. Your password and your answers are stored so that
        no one can read them, including us.
      </p>
      <h2>Identity checks</h2>
      <p>
        The last four digits of a Social Security number and tax IDs are compared with keyed fingerprints of what the
        plan has on file. They are not stored in readable form, and they never appear in our logs.
      </p>
      <h2>Cookies</h2>
      <p>
        We set cookies that keep you signed in, keep a registration together and protect forms. They are all our own,
        and none of them is for advertising.
      </p>
      <h2>Your rights</h2>
      <p>
        You can see and correct your details under Profile, and ask Provider Services at {brand.providerServicesPhone}{' '}
        for a copy or to close your account.
      </p>
    </ReadingPage>
  )
}

export function Accessibility() {
  return (
    <ReadingPage>
      <p>
        We want everyone to be able to use this portal. It is built to meet the Web Content Accessibility Guidelines
        (WCAG) 2.2 at level AA.
      </p>
      <ul>
        <li>Everything works with the keyboard alone, and you can always see where the focus is.</li>
        <li>Pages are written for screen readers: headings, labels, and announcements when something changes.</li>
        <li>Text can be enlarged to 200% without losing anything, and pages work on a phone held upright.</li>
        <li>We warn you before your session ends, and one click keeps it open.</li>
      </ul>
      <h2>Something does not work for you?</h2>
      <p>
        Please call us at {brand.providerServicesPhone} (TTY 711), {brand.providerServicesHours}. We will help you by
        phone and fix the page. Large print and other formats of our forms are free.
      </p>
    </ReadingPage>
  )
}

/** '#' stands for the phone number. */
const LANGUAGES: readonly [lang: string, name: string, text: string][] = [
  ['es', 'Español', 'Hay servicios gratuitos de asistencia lingüística. Llame al # (TTY: 711).'],
  ['pt', 'Português', 'Há serviços gratuitos de assistência linguística. Ligue para # (TTY: 711).'],
  ['fr', 'Français', 'Des services d’aide linguistique gratuits sont disponibles. Appelez le # (ATS : 711).'],
  ['ht', 'Kreyòl ayisyen', 'Gen sèvis asistans lang ki disponib gratis. Rele # (TTY: 711).'],
  ['vi', 'Tiếng Việt', 'Có dịch vụ hỗ trợ ngôn ngữ miễn phí. Hãy gọi # (TTY: 711).'],
  ['zh', '中文', '我们提供免费的语言协助服务。请致电 #（TTY：711）。'],
]

export function LanguageAssistance() {
  return (
    <ReadingPage>
      <p>
        Language help is free. Call {brand.providerServicesPhone} (TTY 711) and tell us your language. An interpreter
        will join the call.
      </p>
      {LANGUAGES.map(([lang, name, text]) => (
        <section key={lang} lang={lang}>
          <h2>{name}</h2>
          <p>{text.replace('#', brand.providerServicesPhone)}</p>
        </section>
      ))}
    </ReadingPage>
  )
}
