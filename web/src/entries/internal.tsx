import '../access/access.css'
import '#shell/sign-on-hub/applications.css'
import { fourEyesApprovals, inviteSaa, staffPages, staffTeamPage } from '../access/console-pages.tsx'
import { contentPage } from '../content/console-pages.ts'
import { NotFound } from '../content/pages.ts'
import { contractNumbers, contractsPage } from '../contracts/console-pages.ts'
import { applicationsPage } from '../sign-on-hub/console-pages.ts'
import '../internal/internal.css'
import { mountArea } from '#shell/area-app.tsx'
import { AREAS } from '#shell/router/area.ts'
import { auditPage, homePage, importsPage, mailPage, policyCard, providersPage } from '../internal/console-pages.tsx'
import { StaffLogin } from '../internal/staff-login.tsx'
import { changesPage, directoryPage, suppression } from '../provider-directory/console-pages.ts'
import { accountPages } from '../signon/console-pages.ts'
import { unmaskingPage, viewsPage } from '../staff-views/console-pages.ts'

mountArea({
  area: AREAS.internal,
  login: <StaffLogin />,
  pages: [
    homePage(contractNumbers, fourEyesApprovals),
    contractsPage,
    ...staffPages,
    providersPage(suppression, inviteSaa),
    changesPage,
    directoryPage,
    contentPage,
    auditPage,
    mailPage,
    importsPage,
    viewsPage,
    unmaskingPage,
    applicationsPage,
    staffTeamPage(policyCard),
    ...accountPages,
  ],
  notFound: <NotFound signIn={AREAS.internal.login} signInLabel="Go to staff sign in" />,
})
