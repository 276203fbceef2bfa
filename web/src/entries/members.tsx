import '../access/access.css'
import '#shell/sign-on-hub/applications.css'
import { Banners } from '../content/banners.tsx'
import { NotFound } from '../content/pages.ts'
import { MemberLogin } from '../members/member-login.tsx'
import 'virtual:member-brands.css'
import '../members/members.css'
import { mountArea } from '#shell/area-app.tsx'
import { HELP_NAV } from '#shell/layout/layout.tsx'
import { AREAS } from '#shell/router/area.ts'
import { memberPages } from '../members/pages.tsx'
import { accountPages } from '../signon/member-pages.ts'

mountArea({
  area: AREAS.members,
  login: <MemberLogin banners={<Banners categoryId="member-login" />} />,
  pages: [...memberPages(<Banners categoryId="member-home" />), ...accountPages],
  help: HELP_NAV,
  notFound: <NotFound signIn={AREAS.members.login} signInLabel="Go to member sign in" />,
})
