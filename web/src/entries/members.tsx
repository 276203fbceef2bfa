import '../access/access.css'
import { Banners } from '../content/banners.tsx'
import { NotFound } from '../content/pages.ts'
import { MemberLogin } from '../members/member-login.tsx'
import 'virtual:member-brands.css'
import '../members/members.css'
import { memberPages } from '../members/pages.tsx'
import { AREAS } from '../shell/area.ts'
import { mountArea } from '../shell/area-app.tsx'
import { HELP_NAV } from '../shell/layout.tsx'
import { accountPages } from '../signon/member-pages.ts'

mountArea({
  area: AREAS.members,
  login: <MemberLogin banners={<Banners categoryId="member-login" />} />,
  pages: [...memberPages(<Banners categoryId="member-home" />), ...accountPages],
  help: HELP_NAV,
  notFound: <NotFound home={AREAS.members.login} homeLabel="Go to member sign in" />,
})
