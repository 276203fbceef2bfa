import { brand } from '../shell/brand.ts'
import { Reading } from './reading.tsx'

/** Questions about getting in: they concern visitors who cannot sign in yet. */
const questions = (): { question: string; answer: string }[] => [
  {
    question: 'What do I need to register?',
    answer: `The National Provider Identifier (NPI) of the ${brand.physicianTerm}, group or facility you work for; the last four digits of the provider’s Social Security number, the practice’s tax ID, or two recent claims; and an email address you can open.`,
  },
  {
    question: 'Which role should I ask for?',
    answer:
      'The first person of a practice registers as Senior Access Administrator (SAA), who is responsible for everybody’s access. Access Administrators (AA) look after users; Access Users (AU) work with the portal and cannot change anybody’s access.',
  },
  {
    question: 'May I register on behalf of a provider?',
    answer:
      'Yes. Choose ‘On behalf of the Provider’. The provider then receives an email, answers a few identity questions, and accepts or rejects your request. Nothing is active before that.',
  },
  {
    question: 'How long does it take?',
    answer:
      'A provider who registers in person and passes the identity questions has access at once. Group and organization registrations are complete when we have validated the signed form, usually within two business days.',
  },
  {
    question: 'I already have an account. How do I add a provider or a group?',
    answer: 'Sign in and choose ‘Request additional access’. You do not need a second account.',
  },
  {
    question: 'Our administrator has left. What now?',
    answer:
      'Register as Senior Access Administrator. When your registration completes you become the SAA, and the former one an Access Administrator, whom you can then remove.',
  },
]

export function Faq() {
  return (
    <Reading heading="Frequently asked questions">
      {questions().map(({ question, answer }) => (
        <details className="answer" key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
      <h2>Still looking?</h2>
      <p>
        Our <a href={brand.contactUsLink}>Provider Services team</a> is glad to help: {brand.providerServicesPhone},{' '}
        {brand.providerServicesHours}.
      </p>
    </Reading>
  )
}
