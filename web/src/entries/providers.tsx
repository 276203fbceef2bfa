import '../access/access.css'
import '#shell/sign-on-hub/applications.css'
import '../plan-data/plan-data.css'
import { mountArea } from '#shell/area-app.tsx'
import { HELP_NAV } from '#shell/layout/layout.tsx'
import { AREAS } from '#shell/router/area.ts'
import { administrationPage, confirmEmailPage, homePage, statusPage, stopTakeoverPage } from '../access/pages.tsx'
import { Banners } from '../content/banners.tsx'
import { helpPages, NotFound } from '../content/pages.ts'
import { signingPages } from '../contracts/pages.ts'
import { loadEligibilityBox, portalFunctions } from '../plan-data/pages.ts'
import { changeSummaryPage, loadDueCard, verifyPage } from '../provider-directory/pages.ts'
import { additionalAccessPage, notMePage } from '../registration/pages.ts'
import { ProviderLogin } from '../signon/login.tsx'
import { accountPages } from '../signon/pages.ts'

mountArea({
  area: AREAS.providers,
  login: <ProviderLogin banners={<Banners categoryId="login" />} />,
  pages: [
    homePage(<Banners categoryId="home" />, loadEligibilityBox, loadDueCard),
    ...portalFunctions,
    verifyPage,
    administrationPage,
    additionalAccessPage,
    notMePage,
    changeSummaryPage,
    confirmEmailPage,
    stopTakeoverPage,
    ...signingPages,
    statusPage,
    ...accountPages,
    ...helpPages,
  ],
  help: HELP_NAV,
  notFound: <NotFound signIn={AREAS.providers.login} signInLabel="Go to sign in" />,
})
