import { at, bayside, enterNpi, expectAccessible, harborview, inspect } from './fixtures.ts'
import { registerActivePerson } from './support/people.ts'
import {
  acceptTerms,
  alert,
  answerQuiz,
  button,
  chooseAndGoOn,
  createAccount,
  expect,
  fillAccount,
  goOn,
  heading,
  newAccount,
  proveBySsn,
  type Question,
  reachStep3,
  readQuiz,
  replyWith,
  SSN_FIELD,
  summary,
  TIN_FIELD,
  tabTo,
  test,
} from './support/wizard.ts'

const GENERIC = 'We were unable to process your request. Please try again momentarily.'
const PORTAL = '/thp/portal/providers/home'

test('by mouse: from the NPI by SSN and quiz to the portal, signed in', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  const account = newAccount()
  await enterNpi(page, harborview, provider.npi)
  await reachStep3(page, plan, provider)
  await expect(page.getByText(`${provider.name} from the NPI registry`)).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveCount(0)
  await expect(page.getByRole('complementary')).toContainText('Verified')
  await expect(button(page, 'CREATE ACCOUNT')).toBeDisabled()

  await fillAccount(page, account, { names: false })
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('(512) 555-0177')
  await acceptTerms(page)
  const signedOn = page.waitForResponse('**/siteminderagent/forms/login.fcc')
  await createAccount(page)
  await expect(heading(page)).toHaveText('Registration successful')
  await expect(page.locator('dl').filter({ hasText: account.userName })).toContainText(provider.npi)
  await signedOn
  await button(page, 'ACCESS SECURE PORTAL').click()
  await page.waitForURL(at(harborview, PORTAL))
  await expect(page.getByRole('main')).toContainText(provider.npi)

  const mail = await plan.db
    .selectFrom('mail_message')
    .select('id')
    .where('to_address', '=', account.email)
    .executeTakeFirst()
  expect(mail, 'the confirmation that the screen promises').toBeDefined()
})

test('by keyboard alone: the same journey on the care-partner brand', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  const account = newAccount()
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  await page.goto(at(bayside, '/thp/portal/providers/registration'))
  await type('National Provider Identifier (NPI)', provider.npi)
  await page.keyboard.press('Enter')

  await expect(heading(page)).toHaveText('Who is Registering?')
  await expect(heading(page)).toBeFocused()
  await tabTo(page, page.getByLabel('I am the Provider'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')

  await expect(heading(page)).toHaveText('SSN Validation')
  await type(SSN_FIELD, provider.lastSsn)
  await page.keyboard.press('Enter')

  for (const { group, right } of await readQuiz(page, plan, provider.npi)) {
    const texts = await group.locator('label').allTextContents()
    await tabTo(page, group.getByRole('radio').first())
    await page.keyboard.press('Space')
    for (let steps = texts.indexOf(right); steps > 0; steps -= 1) await page.keyboard.press('ArrowDown')
    await expect(group.getByLabel(right, { exact: true })).toBeChecked()
  }
  await tabTo(page, button(page, 'SUBMIT'))
  await page.keyboard.press('Enter')

  await expect(heading(page)).toHaveText('Create Your Account')
  await type('Email', account.email)
  await type('Confirm email', account.email)
  await type('Phone', '5125550177')
  await type('User name', `${account.userName}-!`)
  await expect(page.getByLabel('User name')).toHaveValue(account.userName)
  await type('Password', account.password)
  await type('Confirm password', account.password)
  for (const slot of [1, 2, 3]) {
    await tabTo(page, page.getByRole('combobox', { name: `Security question ${slot}` }))
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: `Security question ${slot}` })).not.toHaveValue('')
    await type(`Answer ${slot}`, `Juniper ${slot}`)
  }
  await expect(page.getByRole('checkbox', { name: /terms of use/ })).toBeChecked()
  await tabTo(page, button(page, 'CREATE ACCOUNT'))
  const signedOn = page.waitForResponse('**/siteminderagent/forms/login.fcc')
  await page.keyboard.press('Enter')

  await expect(heading(page)).toHaveText('Registration successful')
  await signedOn
  await tabTo(page, button(page, 'ACCESS SECURE PORTAL'))
  await page.keyboard.press('Enter')
  await page.waitForURL(at(bayside, PORTAL))
  await expect(page.getByRole('main')).toContainText(provider.npi)
})

test('somebody is signed in on the last screen: its session warns, is kept and runs out there too', async ({
  page,
  plan,
}) => {
  await page.clock.install()
  // The quiz begun anew has as long as the one before, to the second.
  await page.route('**/quizRequest', async (route) => {
    const reply = await route.fetch()
    const { entity, ...envelope } = await reply.json()
    await route.fulfill({ response: reply, json: { ...envelope, entity: { ...entity, secondsLeft: 480 } } })
  })
  const provider = await plan.takeProvider('full')
  const account = newAccount()
  await enterNpi(page, harborview, provider.npi)
  await reachStep3(page, plan, provider)
  await fillAccount(page, account, { names: false })
  await acceptTerms(page)
  const signedIn = page.waitForResponse('**/rest/sec/common/me')
  await createAccount(page)
  await expect(heading(page)).toHaveText('Registration successful')
  await signedIn
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(0)
  await page.waitForLoadState('networkidle')

  await page.clock.fastForward(1620 * 1000)
  await expect(page.getByRole('dialog', { name: 'Your Session is About to Expire' })).toBeVisible()
  const kept = page.waitForResponse('**/rest/sec/common/keepAliveProvider')
  await button(page, 'MAINTAIN SESSION').click()
  expect((await kept).status()).toBe(200)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.clock.fastForward(1800 * 1000)
  await expect(page.getByRole('dialog', { name: 'Your Session has Expired' })).toBeVisible()
  await expect(page.locator('main')).toHaveText('You are signed out')
  await button(page, 'LOGIN').click()
  await page.waitForURL('**/thp/portal/providers/login*')
  await page.getByLabel('User name').fill(account.userName)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(at(harborview, PORTAL))
})

test('a physician with a TIN only is asked for the TIN', async ({ page, plan }) => {
  const provider = await plan.takeProvider('tin')
  await enterNpi(page, harborview, provider.npi)
  await chooseAndGoOn(page, 'I am the Provider')
  await expect(heading(page)).toHaveText('TIN Validation')
  await page.getByLabel(TIN_FIELD).fill('12-34')
  await goOn(page)
  await expect(page.getByLabel(TIN_FIELD)).toHaveAccessibleDescription(/XXXXXXXXX$/)
  await page.getByLabel(TIN_FIELD).fill(provider.taxId)
  await goOn(page)
  await answerQuiz(page, plan, provider.npi, 'right')
  await expect(heading(page)).toHaveText('Create Your Account')
})

test('neither SSN nor TIN on file: back on the first screen with the reason', async ({ page }) => {
  await enterNpi(page, harborview, '1100000037')
  await chooseAndGoOn(page, 'I am the Provider')
  await expect(heading(page)).toHaveText('Provider Portal Registration')
  await expect(alert(page)).toHaveText('We are unable to begin your registration. Please contact us for assistance.')
})

test('too little to ask: the account is made without the quiz, and the contract is the proof', async ({ page }) => {
  const account = newAccount()
  await enterNpi(page, harborview, '1100000045')
  await proveBySsn(page, '5678')
  await expect(heading(page)).toHaveText('Create Your Account')
  await fillAccount(page, account, { names: false })
  await acceptTerms(page)
  await createAccount(page)
  await expect(heading(page)).toHaveText('Sign and Return PDF')
  const download = page.waitForEvent('download')
  await button(page, 'DOWNLOAD PDF').click()
  expect((await download).suggestedFilename()).toBe('npi_1100000045_network_contract.pdf')
})

test('step1: the format in the field, a mismatch on the page, anything else back home', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await chooseAndGoOn(page, 'I am the Provider')
  const field = page.getByLabel(SSN_FIELD)
  await field.fill('12')
  await goOn(page)
  await expect(field).toHaveAccessibleDescription('Enter the last four digits only. XXXX')
  await expect(summary(page)).toContainText('Please correct error(s) in red.')

  await field.fill('0000')
  await goOn(page)
  await expect(alert(page)).toHaveText(
    'What you entered does not match our records. Please check it and try again. You have 4 tries left.',
  )
  await expect(page.getByText(/Not sure what we have on file\?/).getByRole('link')).toHaveAttribute('href', /^tel:\d+$/)
  await expect(page.getByRole('complementary')).toContainText('Provider Services')
  await expect(heading(page)).toHaveText('SSN Validation')
  await expect(field).toHaveValue('0000')

  const tooMany = 'There were too many attempts from your connection. Please try again in an hour.'
  await replyWith(page, 'valRegProfile', 404, { message: tooMany, messageCode: 'address-locked' })
  await goOn(page)
  await expect(alert(page)).toContainText(tooMany)
  await expect(button(page, 'Register with a signed form')).toBeVisible()

  await replyWith(page, 'valRegProfile', 500, { message: 'The identity file is being renewed.' })
  await goOn(page)
  await expect(heading(page)).toHaveText('Provider Portal Registration')
  await expect(alert(page)).toHaveText('The identity file is being renewed.')
})

test('after five wrong numbers this connection is refused, and the signed form is offered', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await chooseAndGoOn(page, 'I am the Provider')
  for (const wrong of ['0001', '0002', '0003', '0004', '0005']) {
    await page.getByLabel(SSN_FIELD).fill(wrong)
    const answered = page.waitForResponse('**/valRegProfile')
    await goOn(page)
    await answered
  }
  await expect(alert(page)).toContainText('You have no tries left for now.')
  await expect(button(page, 'Register with a signed form')).toBeVisible()
  await page.getByLabel(SSN_FIELD).fill(provider.lastSsn)
  await goOn(page)
  await expect(alert(page)).toContainText(
    'There were too many attempts for this provider from your connection. Please try again in a few hours.',
  )
  await expect(page.getByText('You can still register with a signed form.')).toBeVisible()
  await expect(heading(page)).toHaveText('SSN Validation')
  await expectAccessible(page)
})

test('the quiz: all questions first, then wrong answers lead home with their text', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await proveBySsn(page, provider.lastSsn)
  const [first] = (await readQuiz(page, plan, provider.npi)) as [Question]
  await expect(page.getByText(/^Time left: [78]:\d\d$/)).toBeVisible()
  await first.group.getByRole('radio').first().check()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await button(page, 'SUBMIT').click()
  await expect(summary(page)).toContainText('You must answer all questions to continue. Please try again.')
  await expect(summary(page)).toBeFocused()
  expect(sent.filter((url) => url.includes('quizScore'))).toEqual([])
  await expect(first.group.getByRole('radio').first()).toBeChecked()
  await expectAccessible(page)

  await answerQuiz(page, plan, provider.npi, 'wrong')
  await expect(heading(page)).toHaveText('Provider Portal Registration')
  await expect(alert(page)).toHaveText('Your answer(s) were incorrect. Please try again.')
})

test('the quiz: at 0:00 SUBMIT is off, the page says what is left, and it can be started again', async ({
  page,
  plan,
}) => {
  await page.clock.install()
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await proveBySsn(page, provider.lastSsn)
  await readQuiz(page, plan, provider.npi)
  await page.clock.fastForward(481 * 1000)
  await expect(page.getByText('Time left: 0:00')).toBeVisible()
  await expect(button(page, 'SUBMIT')).toBeDisabled()
  await expect(page.getByRole('radio').first()).toBeDisabled()
  await expect(alert(page)).toHaveText(/^Your time to answer has run out\. You have \d quizzes left today\.$/)
  await inspect(page, 'quiz-over')
  await button(page, 'Start the quiz again').click()
  await expect(page.getByText(/^Time left: [78]:\d\d$/)).toBeVisible()
  await expect(button(page, 'SUBMIT')).toBeEnabled()
  await expect(alert(page)).toHaveCount(0)
})

test('the quiz: PENDING is shown and can be sent again; another status leads home', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await proveBySsn(page, provider.lastSsn)
  await readQuiz(page, plan, provider.npi)
  await replyWith(page, 'quizScore', 200, { status: 'pending', transactionId: '', statusMsg: 'One more moment.' })
  await answerQuiz(page, plan, provider.npi, 'right')
  await expect(alert(page)).toHaveText('One more moment.')
  await expect(page.locator('form fieldset input:checked')).toHaveCount(4)

  await page.unroute('**/rest/nonsec/**quizScore*')
  await replyWith(page, 'quizScore', 200, { status: 'FAILED', transactionId: '', statusMsg: 'The vendor said no.' })
  await button(page, 'SUBMIT').click()
  await expect(heading(page)).toHaveText('Provider Portal Registration')
  await expect(alert(page)).toHaveText('The vendor said no.')
})

test('the quiz cannot be had: home with the generic text', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await replyWith(page, 'quizRequest', 500, { message: 'internal' })
  await proveBySsn(page, provider.lastSsn)
  await expect(heading(page)).toHaveText('Provider Portal Registration')
  await expect(alert(page)).toHaveText(GENERIC)
})

test('the account form: every rule in its field, the summary links to them, nothing typed is lost', async ({
  page,
  plan,
}) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await reachStep3(page, plan, provider)
  await acceptTerms(page)
  await createAccount(page)
  await expect(summary(page)).toBeFocused()
  await expect(summary(page)).toContainText('Please correct error(s) in red.')
  for (const label of ['Email', 'Phone', 'User name', 'Password', 'Answer 1', 'Answer 2', 'Answer 3']) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(/Required\.?$/)
  }
  await expectAccessible(page)

  const wrong: [label: string, text: string, says: RegExp][] = [
    ['Email', 'robin@office', /Invalid Email$/],
    ['Confirm email', 'other@office.example', /Email and Confirm E-Mail do not match$/],
    ['Phone', '512555', /Invalid Phone/],
    ['User name', 'abc', /Invalid User Name\. User Name must be at least six characters\.$/],
    ['Password', 'onlyletters', /Invalid Password$/],
    ['Confirm password', 'somethingelse1', /Password and Confirm Password is not matching$/],
  ]
  for (const [label, text] of wrong) await page.getByLabel(label, { exact: true }).fill(text)
  await createAccount(page)
  for (const [label, , says] of wrong) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(says)
  }
  await summary(page)
    .getByRole('link', { name: /Invalid User Name/ })
    .click()
  await expect(page.getByLabel('User name')).toBeFocused()
  await expect(page.getByText('6 to 12 letters and digits. Capital letters don’t matter.')).toBeVisible()
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue(/512/)
})

test('a security question chosen in one slot leaves the others', async ({ page }) => {
  await enterNpi(page, harborview, '1200000010')
  const slot = (number: number) => page.getByRole('combobox', { name: `Security question ${number}` })
  const options = page.getByRole('option')
  await slot(2).click()
  await expect(options.first()).toBeVisible()
  const all = await options.allTextContents()
  expect(all.length).toBeLessThanOrEqual(20)
  await page.keyboard.press('Escape')

  await slot(1).click()
  await options.nth(3).click()
  await slot(2).click()
  await expect(options.first()).toBeVisible()
  await expect(options.filter({ hasText: all[3] as string })).toHaveCount(0)
  await options.nth(0).click()
  await slot(3).click()
  await expect(options.filter({ hasText: all[0] as string })).toHaveCount(0)
  await expect(options.filter({ hasText: all[1] as string })).toHaveCount(1)

  // Opened again the list is whole, less what the others hold.
  await slot(1).click()
  await expect(options.filter({ hasText: all[5] as string })).toHaveCount(1)
  await slot(3).fill((all[6] as string).slice(-12).toUpperCase())
  await expect(options).toHaveText([all[6] as string])
  // What is in the list is chosen as it was typed; what is not stays, and is explained.
  await slot(3).fill((all[6] as string).toUpperCase())
  await page.keyboard.press('Tab')
  await expect(slot(3)).toHaveValue(all[6] as string)
  await slot(3).fill((all[5] as string).toUpperCase())
  await page.keyboard.press('Enter')
  await expect(slot(3)).toHaveValue(all[5] as string)
  await expect(heading(page)).toHaveText('Create Your Account')
  // One that another slot holds is in the list, and not to be had twice.
  await slot(3).fill(all[3] as string)
  await page.keyboard.press('Tab')
  await expect(page.getByText('Please choose a different question each time.')).toBeVisible()
  await slot(3).fill('no such question')
  await page.keyboard.press('Tab')
  await expect(slot(3)).toHaveValue('no such question')
  await expect(page.getByText('Please choose a question from the list.')).toBeVisible()
  await acceptTerms(page)
  await createAccount(page)
  await expect(slot(3)).toHaveAccessibleDescription('Please choose a question from the list.')
  await expectAccessible(page)
})

test('a taken user name is told in its field and by the banner; the rest stays as typed', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  const account = { ...newAccount(), userName: 'DemoSaa' }
  await enterNpi(page, harborview, provider.npi)
  await reachStep3(page, plan, provider)
  await fillAccount(page, account, { names: false })
  await acceptTerms(page)
  await createAccount(page)
  await expect(summary(page)).toContainText('Please correct error(s) in red.')
  await expect(summary(page)).toBeFocused()
  await expect(page.getByLabel('User name')).toHaveAccessibleDescription(/already in use/)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(account.email)
  await expect(page.getByLabel('Answer 3')).toHaveValue('Marigold')
  await expect(page.getByRole('checkbox', { name: /terms of use/ })).toBeChecked()

  await page.getByLabel('User name').fill(newAccount().userName)
  await expect(summary(page)).toHaveCount(0)
  await createAccount(page)
  await expect(heading(page)).toHaveText('Registration successful')
})

test('a common password is refused on the page', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await reachStep3(page, plan, provider)
  await fillAccount(page, { ...newAccount(), password: 'password1' }, { names: false })
  await acceptTerms(page)
  await createAccount(page)
  await expect(alert(page)).toHaveText(/too common/)
  await expect(heading(page)).toHaveText('Create Your Account')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('password1')
})

test('an account with the same name and address: cancel, or create another', async ({ page, plan, request }) => {
  // The test providers of a kind share a name, and a physician alone registers under it.
  const { email } = await registerActivePerson(request, plan)
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await reachStep3(page, plan, provider)
  await fillAccount(page, { ...newAccount(), email }, { names: false })
  await acceptTerms(page)
  await createAccount(page)
  const dialog = page.getByRole('dialog', { name: 'Account Found' })
  await expect(dialog).toContainText('We found an existing account with the same name and email address.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'CANCEL' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'CREATE ACCOUNT')).toBeFocused()

  await createAccount(page)
  await dialog.getByRole('button', { name: 'CREATE NEW ACCOUNT' }).click()
  await expect(heading(page)).toHaveText('Registration successful')
})

test('Account Found: LOG IN leads to signing in, and from there to additional access', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await reachStep3(page, plan, provider)
  await fillAccount(page, newAccount(), { names: false })
  await acceptTerms(page)
  await replyWith(page, 'addSaa', 403, { message: 'found' })
  await createAccount(page)
  await page.getByRole('dialog').getByRole('button', { name: 'LOG IN' }).click()
  await page.waitForURL(/\/thp\/portal\/providers\/(login|additional-access)/)
  expect(decodeURIComponent(page.url())).toContain('/thp/portal/providers/additional-access')
})

test('an unexpected status leads home with the generic text; a gateway failure stays', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  const account = newAccount()
  await enterNpi(page, harborview, provider.npi)
  await reachStep3(page, plan, provider)
  await fillAccount(page, account, { names: false })
  await acceptTerms(page)
  await page.route('**/addSaa', (route) => route.abort())
  await createAccount(page)
  await expect(alert(page)).toHaveText('Our systems are currently not available. Please try again later.')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(account.password)
  await page.unroute('**/addSaa')
  await replyWith(page, 'addSaa', 500, { message: 'internal detail' })
  await createAccount(page)
  await expect(heading(page)).toHaveText('Provider Portal Registration')
  await expect(alert(page)).toHaveText(GENERIC)
})

test('the question list cannot be loaded: the generic text, and the rest of the form stands', async ({ page }) => {
  await replyWith(page, 'getQuestions', 500, { message: 'internal' })
  await enterNpi(page, harborview, '1200000010')
  await expect(heading(page)).toHaveText('Create Your Account')
  await expect(alert(page)).toHaveText(GENERIC)
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
})
