import { runMutants } from './run-mutants.ts'

/**
 * A seeded fault and the test that must fail with it. Everything is named by content, because files move: `from` occurs
 * once in the product's source, and a test with this `title` exists. `title` may be the beginning of a test's title.
 */
export type Mutant = { breaks: string; from: string; to: string; title: string }

const AUTHORITY: Mutant[] = [
  {
    breaks: 'authority: an AA administers AUs only',
    from: "return authority === 'AA' ? ['AU'] : []",
    to: "return authority === 'AA' ? ['AA', 'AU'] : []",
    title: 'shows an SAA the role, permissions, state and actions of each user, and lets an AA act only on AUs',
  },
  {
    breaks: 'authority: nobody acts on their own grant',
    from: 'if (target.accountId === actor.accountId) return false',
    to: '',
    title: 'refuses every act of a user on their own grant',
  },
  {
    breaks: 'authority: users give only permissions that they have',
    from: 'return all.filter((id) => grants.some((grant) => grant.permissions.includes(id)))',
    to: 'return grants.length > 0 ? [...all] : []',
    title: 'a user can give only their own permissions for the scope',
  },
  {
    breaks: 'authority: a decider can give every grant of the request',
    from: 'return request.grants.every(({ entity, role: given, state }) => {',
    to: 'return request.grants.some(({ entity, role: given, state }) => {',
    title: 'only a caller who can give each grant decides a request, whatever role the request states',
  },
  {
    breaks: 'narrowed access: sessions and tokens end with it',
    from: 'if (!endsFirst) await end(context, narrowing)',
    to: '',
    title: 'ends the person’s tokens and queues a logout, and nobody else’s',
  },
  {
    breaks: 'authority: roles of plan staff',
    from: "if (session.kind === 'internal' && access.staff &&",
    to: "if (session.kind === 'provider' && access.staff &&",
    title: 'lets %s reach the calls of the role and no others',
  },
  {
    breaks: 'authority: an account with only pending requests',
    from: 'if (!access.pending && !session.active)',
    to: 'if (!access.pending && !session.kind)',
    title: 'lets an account with only pending requests reach its status page and its profile, and nothing else',
  },
  {
    breaks: 'four eyes: nobody agrees to their own request',
    from: 'if (row.requested_by === caller.accountId) return sentence.FOUR_EYES_OWN',
    to: 'if (row.requested_by === caller.accountId) return undefined',
    title: 'an SAA invitation runs once, after another administrator agrees, and is recorded in the audit log',
  },
  {
    breaks: 'one SAA for each entity: the former SAA is replaced',
    from: 'await lockCurrentSaas(db, saaEntities)',
    to: 'await lockCurrentSaas(db, [])',
    title: 'the new SAA of a group replaces the former SAA, who becomes AA with the same permissions',
  },
  {
    breaks: 'delayed decision: carried out with the decider’s current rights',
    from: "if (account?.state !== 'ACTIVE') return refuse(STATUS.pageMessage, NO_LONGER_ALLOWED)",
    to: "if (!account) return refuse(STATUS.pageMessage, '')",
    title: 'refuses a delayed decision if the reviewer lost the role, the account was suspended or the request was',
  },
  {
    breaks: 'delayed decision: only its decider undoes it',
    from: ".where('decided_by', '=', whose.decidedBy)",
    to: '',
    title: 'only the reviewer who made a delayed decision can undo it, and only until it runs',
  },
  {
    breaks: 'view: an agent does not approve their own question for hidden data',
    from: 'if (view.agentId === context.caller.accountId) return refuse(STATUS.pageMessage, sentence.UNMASK_NOT_OWN)',
    to: '',
    title: 'nobody shows themselves claims and members’ data, and no support agent shows them to another one',
  },
]

const PROOFS: Mutant[] = [
  {
    breaks: 'proofs: the quiz needs SSN or TIN',
    from: "quizRequest: ['npi', 'ssnOrTin'],",
    to: "quizRequest: ['npi', 'step1'],",
    title: 'the quiz requires SSN or TIN, and claims are not sufficient',
  },
  {
    breaks: 'proofs: an SAA account needs the passed quiz',
    from: "addSaaSelf: ['npi', 'saaRole', 'ssnOrTin', 'quiz'],",
    to: "addSaaSelf: ['npi', 'saaRole', 'ssnOrTin'],",
    title: 'addSaa creates an account only with NPI, SSN, quiz and the right registration',
  },
  {
    breaks: 'captcha: an answer is used once',
    from: 'if (isFirst) await writeProof(trx)',
    to: 'return writeProof(trx).then(() => true)',
    title: 'a captcha answer proves nothing in another registration',
  },
  {
    breaks: 'captcha: a proof is fresh for 30 minutes',
    from: 'return Boolean(registration?.captcha_at && registration.captcha_at > freshAfter)',
    to: 'return Boolean(registration?.captcha_at && freshAfter)',
    title: 'addPoPgSaa requires a captcha, verifies it once, and accepts it in this registration for 30 minutes',
  },
  {
    breaks: 'quiz: one wrong answer is allowed, two are not',
    from: 'wrong.length <= OTHERS_WRONG_ALLOWED',
    to: 'wrong.length <= OTHERS_WRONG_ALLOWED + 1',
    title: 'a quiz passes with one wrong answer that is not plan-only, and fails with two',
  },
  {
    breaks: 'limits: failures of any age lock quizzes',
    from: "failedQuizzes: { kind: 'QUIZ', counts: 'failures', by: ['npi'], within: 'since-reset'",
    to: "failedQuizzes: { kind: 'QUIZ', counts: 'failures', by: ['npi'], within: DAY",
    title: 'four failures of any age lock quizzes for the NPI until plan staff reset them',
  },
  {
    breaks: 'limits: quiz requests wait for each other',
    from: "await lockAttempts(inside.db, 'QUIZ', subject)",
    to: '',
    title: 'a quiz request waits for the attempts of the NPI and gets no third quiz',
  },
  {
    breaks: 'limits: a counter allows its limit and no more',
    from: '(rows[0]?.hits ?? Number.POSITIVE_INFINITY) <= limit',
    to: '(rows[0]?.hits ?? Number.POSITIVE_INFINITY) <= limit + 1',
    title: 'lets exactly the limit through, however many acts run in parallel',
  },
]

const SESSIONS: Mutant[] = [
  {
    breaks: 'session: it expires without a call',
    from: 'now.getTime() - settings.lifetimes.sessionIdle * 1000 - slack',
    to: 'now.getTime() - settings.lifetimes.sessionIdle * 2000 - slack',
    title: 'renews a session with every call and ends it after 1800 s without one',
  },
  {
    breaks: 'session: ending one ends what applications got in it',
    from: 'await revokeTokens({ db, now }, { sessionHash: idHash })',
    to: '',
    title: 'ends the person’s tokens and queues a logout, and nobody else’s',
  },
  {
    breaks: 'step-up: a call that needs a recent proof',
    from: 'if (!provedWithin(session, moment.now)) throw',
    to: 'if (!session) throw',
    title: 'refuses each of them before reading the body, with 401 and step-up, and keeps the session',
  },
  {
    breaks: 'step-up: a proof is renewed for an hour at most',
    from: ' && now.getTime() - proof.at.getTime() < LONGEST_MS',
    to: '',
    title: 'accepts a sign-in as proof for ten minutes, renewed by each call that needs it, for an hour at most',
  },
  {
    breaks: 'CSRF: a post needs the token',
    from: "if (!fits) throw new HttpFailure(403, 'anti-forgery'",
    to: "if (!header) throw new HttpFailure(403, 'anti-forgery'",
    title: 'rejects a post without the header, with another cookie, or with a forged token',
  },
  {
    breaks: 'password: it is compared with the hash',
    from: 'return timingSafeEqual(actual, expected)',
    to: 'return actual.length === expected.length',
    title: 'verifies a password only against its own hash',
  },
  {
    breaks: 'passkey: a challenge is used once, for its purpose',
    from: 'inTime = await takeChallenge(context, asked, challenge)',
    to: 'inTime = true',
    title: 'rejects a replayed assertion',
  },
  {
    breaks: 'links: a link expires',
    from: "return { state: row.expires_at <= now ? 'expired' : 'open', link }",
    to: "return { state: 'open', link }",
    title: 'opens a link until it expires, and only for its purpose',
  },
  {
    breaks: 'links: a link serves its purpose only',
    from: "const ofPurpose = db.selectFrom('link').selectAll().where('purpose', '=', purpose)",
    to: "const ofPurpose = db.selectFrom('link').selectAll().where('purpose', '<>', '' as typeof purpose)",
    title: 'opens a link until it expires, and only for its purpose',
  },
  {
    breaks: 'calendar: a withdrawn address stops',
    from: 'if (await deleteFeed(inside, accountId))',
    to: 'if (accountId)',
    title: 'stops when it is withdrawn, and another person’s stays',
  },
]

const RECORDS: Mutant[] = [
  {
    breaks: 'audit chain: a changed row is found',
    from: '!hashRow(row).equals(hash)',
    to: '!hash.equals(hash)',
    title: 'reports the first row that was %s',
  },
  {
    breaks: 'audit chain: a row past the trigger is found',
    from: "if (id) return { id, why: 'unsealed' }",
    to: "if (!id && id) return { id, why: 'unsealed' }",
    title: 'reports a row inserted past the trigger',
  },
  {
    breaks: 'mail: a header takes no line break',
    from: 'if (breaksHeader(mail.subject) || breaksHeader(mail.kind))',
    to: 'if (breaksHeader(mail.kind))',
    title: 'rejects header injection by %j in every field',
  },
  {
    breaks: 'import: equal rows are not written',
    from: `\${returned} row(\${mine}) is distinct from row(\${theirs}))`,
    to: `\${returned} row(\${mine}) is not distinct from row(\${mine}))`,
    title: 'changes nothing when the same file is imported again',
  },
  {
    breaks: 'retention: mail under a legal hold stays',
    from: `where coalesce(m.sent_at, m.gave_up_at) < \${before} and \${isMailFree}`,
    to: `where coalesce(m.sent_at, m.gave_up_at) < \${before}`,
    title: 'protects notices about an NPI on legal hold that belong to no account',
  },
  {
    breaks: 'erasure: personal columns are cleared',
    from: "for (const rows of [erase === 'clear' ? of : undefined, about])",
    to: 'for (const rows of [about])',
    title: 'leaves the account row under its random id and removes personal data',
  },
  {
    breaks: 'counters: search words of accounts are compared',
    from: `where s.words is distinct from \${WORDS}\`),`,
    to: 'where s.words is null`),',
    title: 'finds and mends a wrong counter: %s',
  },
]

const DATA: Mutant[] = [
  {
    breaks: 'contract: scripts in a document are found',
    from: "...['JavaScript', 'Launch', 'ImportData',",
    to: "...['ImportData',",
    title: 'refuses a document with scripts, launch actions or attached files',
  },
  {
    breaks: 'contract: validated without staff only for the plan’s own address',
    from: "return way === 'SELF' || isSameAddress(request.requester.email, email) ? 'OWN' : 'SAME'",
    to: "return 'SAME'",
    title: 'never validates automatically if the registrant gave the plan’s address as their own',
  },
  {
    breaks: 'members: dependents see only their own data',
    from: "where me.relationship = 'SELF' and d.relationship <> 'SELF'",
    to: "where d.relationship <> 'SELF'",
    title: 'shows a dependent only their own data',
  },
  {
    breaks: 'eligibility: two matches give none',
    from: 'if (members.length > 1) return refuse(404, ELIGIBILITY_TEXTS.several)',
    to: 'if (members.length > 2) return refuse(404, ELIGIBILITY_TEXTS.several)',
    title: 'finds a member by name and birth date in any case, and never guesses between two matches',
  },
  {
    breaks: 'eligibility list: names that find nobody are limited',
    from: 'if (before + missed >= limit)',
    to: 'if (before + missed > limit * 2)',
    title: 'after too many names that find no one, rows by name are not answered until the next day',
  },
  {
    breaks: 'view: fields of claims and members are hidden',
    from: 'fields.has(name) ? hide(inner) : hideFields(inner, fields)',
    to: "fields.has(name) && name !== 'memberId' ? hide(inner) : hideFields(inner, fields)",
    title: 'hides claims and members’ data in every reply, also as an input',
  },
  {
    breaks: 'view: PostgreSQL refuses writes',
    from: "db.transaction().setAccessMode('read only')",
    to: "db.transaction().setAccessMode('read write')",
    title: 'PostgreSQL itself refuses a write in a view',
  },
  {
    breaks: 'directory: a withheld provider is not published',
    from: 'and not exists (select from suppressed_provider s where s.npi = r.npi)',
    to: '',
    title: 'takes a provider out of what is published at once, and back',
  },
]

const HUB: Mutant[] = [
  {
    breaks: 'hub: PKCE is required',
    from: 'pkce: { required: () => true },',
    to: 'pkce: { required: () => false },',
    title: 'is required',
  },
  {
    breaks: 'hub: a token names only permissions that the client is entitled to',
    from: 'grant.permissions.filter((permission) => client.permissions.includes(permission))',
    to: 'grant.permissions',
    title: 'leaves out permissions that the application is not entitled to',
  },
  {
    breaks: 'hub: may answers for the client’s permissions only',
    from: 'const may = client.permissions.includes(permission) && (await',
    to: 'const may = client.clientId !== permission && (await',
    title: 'may answers whether the person may act for the NPI now',
  },
  {
    breaks: 'hub: each client knows a person by another subject',
    from: `createHash('sha256').update(subjectSalt).update(\`\${clientId}|\${accountId}\`).digest('base64url')`,
    to: "createHash('sha256').update(accountId).digest('base64url')",
    title: 'the same person has another subject at each application, and the same at every sign-in',
  },
  {
    breaks: 'hub: addresses of this machine are refused in production',
    from: "if (production) return url.protocol === 'https:' && !isLoopback",
    to: "if (production) return url.protocol === 'https:'",
    title: 'an application at %s is refused in production',
  },
]

const RULES: Mutant[] = [
  {
    breaks: 'flow: a role at a level leads to regWith',
    from: "row('4.8', f.poPgExists, 'regWith', f.profileWithLevels)",
    to: "row('4.8', f.poPgExists, 'saaPerm', f.profileWithLevels)",
    title: `\${event.type} on \${from} leads to \${to}: \${title}`,
  },
  {
    breaks: 'field rule: an NPI has ten digits',
    from: '/^\\d{10}$/.test(value) && Number(value) >= 1',
    to: '/^\\d{1,10}$/.test(value) && Number(value) >= 1',
    title: 'the rule for %s returns for %j: %s',
  },
  {
    breaks: 'draft: it holds no proof and no password',
    from: '...pickFields(model, namesOf(DRAFT_FIELDS)),',
    to: '...model,',
    title: 'a draft contains no proof, password or answer',
  },
  {
    breaks: 'gateway: a reply without an envelope is a failure',
    from: "if (!Number.isInteger(status)) return gatewayFailure(STATUS.gatewayOtherError, 'no envelope')",
    to: '',
    title: 'a broken connection, an invalid envelope and a timeout become 516',
  },
  {
    breaks: 'gateway: only a success is cached',
    from: 'void request.then((reply) => isKept(reply) || requests.delete(name))',
    to: 'void request',
    title: 'only a reply with status 200 is cached',
  },
  {
    breaks: 'gateway: a POST echoes the anti-forgery cookie',
    from: "...(token ? { 'X-XSRF-TOKEN': decodeURIComponent(token) } : {}),",
    to: '',
    title: 'a POST sends JSON and echoes the anti-forgery cookie',
  },
  {
    breaks: 'session timeout: the warning comes at 1620 s',
    from: "if (idle < WARNING_MS) return { phase: 'quiet' }",
    to: "if (idle < WARNING_MS + 60_000) return { phase: 'quiet' }",
    title: 'after 1620 s the popup warns, counts down from 180 and announces some seconds',
  },
  {
    breaks: 'DataTable: rows are sorted in both directions',
    from: 'const direction = sort.descending ? -1 : 1',
    to: 'const direction = -1',
    title: 'the count of a group opens its provider list, which sorts, and closing it returns the focus',
  },
]

export const MUTANTS: readonly Mutant[] = [...AUTHORITY, ...PROOFS, ...SESSIONS, ...RECORDS, ...DATA, ...HUB, ...RULES]

/** npm run soak -- mutants [WORD]. With a word, only mutants whose description contains it. */
export const soakMutants = (word = ''): Promise<boolean> =>
  runMutants(MUTANTS.filter(({ breaks }) => breaks.includes(word)))
