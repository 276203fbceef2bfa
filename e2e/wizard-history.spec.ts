import { at, enterNpi, harborview, REGISTRATION } from './fixtures.ts'
import {
  acceptTerms,
  alert,
  answerQuiz,
  button,
  chooseAndContinue,
  clickContinue,
  createAccount,
  expect,
  fillAccount,
  heading,
  newAccount,
  proveBySsn,
  reachStep3,
  readQuiz,
  SSN_FIELD,
  test,
} from './support/wizard.ts'

test('Back and Forward move between the screens, keep the answers and do not change the URL', async ({
  page,
  plan,
}) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  const address = page.url()
  await chooseAndContinue(page, 'I am the Provider')
  await expect(heading(page)).toHaveText('SSN Validation')
  await page.goBack()
  await expect(heading(page)).toHaveText('Who is Registering?')
  await expect(heading(page)).toBeFocused()
  await expect(page.getByLabel('I am the Provider')).toBeChecked()
  await page.goBack()
  await expect(page.getByLabel('National Provider Identifier (NPI)')).toHaveValue(provider.npi)
  await page.goForward()
  await page.goForward()
  await expect(heading(page)).toHaveText('SSN Validation')
  await page.getByLabel(SSN_FIELD).fill(provider.lastSsn)
  await clickContinue(page)
  await expect(heading(page)).toHaveText('Identity Questions')
  expect(page.url()).toBe(address)
})

test('a new choice discards the screens ahead', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await chooseAndContinue(page, 'On behalf of the Provider')
  await expect(heading(page)).toHaveText('Choose an Account Creation Path')
  await page.goBack()
  await chooseAndContinue(page, 'I am the Provider')
  await expect(heading(page)).toHaveText('SSN Validation')
  await page.goForward()
  await expect(heading(page)).toHaveText('SSN Validation')
})

test('another level after Back discards the screens ahead', async ({ page }) => {
  await enterNpi(page, harborview, '1300000019')
  await chooseAndContinue(page, 'Single NPI')
  await expect(heading(page)).toHaveText('Who is Registering?')
  await page.goBack()
  await page.getByLabel('Provider group(s)', { exact: true }).check()
  await page.goForward()
  await expect(heading(page)).toHaveText('Registration: Requested Level')
  await clickContinue(page)
  await expect(heading(page)).toHaveText('Registration: Confirm Your Choice')
})

test('the second click of a double click has no effect on the next screen', async ({ page }) => {
  await enterNpi(page, harborview, '1300000019')
  await chooseAndContinue(page, 'Provider group(s)')
  await expect(heading(page)).toHaveText('Registration: Confirm Your Choice')
  await button(page, 'YES, CONTINUE').dispatchEvent('click', { detail: 2 })
  await expect(heading(page)).toHaveText('Registration: Confirm Your Choice')
  await button(page, 'YES, CONTINUE').click()
  await expect(heading(page)).toHaveText('Create Your Account')
})

test('Back skips a graded quiz', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await reachStep3(page, plan, provider)
  await page.getByLabel('Email', { exact: true }).fill('typed@office.example')
  await page.goBack()
  await expect(heading(page)).toHaveText('SSN Validation')
  await page.goForward()
  await expect(heading(page)).toHaveText('Create Your Account')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('typed@office.example')
})

test('a passed quiz is not repeated, from step1 or from the screen before it', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await reachStep3(page, plan, provider)
  await page.goBack()
  await expect(heading(page)).toHaveText('SSN Validation')
  await clickContinue(page)
  await expect(heading(page)).toHaveText('Create Your Account')
  await page.goBack()
  await expect(heading(page)).toHaveText('SSN Validation')
  await page.goBack()
  await expect(heading(page)).toHaveText('Who is Registering?')
  await clickContinue(page)
  await expect(heading(page)).toHaveText('SSN Validation')
  await clickContinue(page)
  await expect(heading(page)).toHaveText('Create Your Account')
  await fillAccount(page, newAccount(), { names: false })
  await acceptTerms(page)
  await createAccount(page)
  await expect(heading(page)).toHaveText('Registration successful')
})

test('Back never leads into a failed quiz', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await proveBySsn(page, provider.lastSsn)
  await answerQuiz(page, plan, provider.npi, 'wrong')
  await expect(alert(page)).toHaveText('Your answer(s) were incorrect. Please try again.')
  await page.goBack()
  await expect(heading(page)).toHaveText('SSN Validation')
})

test('an open quiz shows the same questions after Back and Forward', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await proveBySsn(page, provider.lastSsn)
  const asked = (await readQuiz(page, plan, provider.npi)).map((question) => question.text)
  await page.goBack()
  await expect(heading(page)).toHaveText('SSN Validation')
  await page.goForward()
  expect((await readQuiz(page, plan, provider.npi)).map((question) => question.text)).toEqual(asked)
})

test('Back never leads into the form after the submission', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await reachStep3(page, plan, provider)
  await fillAccount(page, newAccount(), { names: false })
  await acceptTerms(page)
  await createAccount(page)
  await expect(heading(page)).toHaveText('Registration successful')
  await page.goBack()
  await expect(heading(page)).toHaveText('Registration successful')
  const reference = await page.locator('.receipt .reference').textContent()
  await page.reload()
  await expect(heading(page)).toHaveText('Registration successful')
  await expect(page.locator('.receipt .reference')).toHaveText(reference ?? '')
  // A new visit starts at home.
  await page.goto(at(harborview, REGISTRATION))
  await expect(heading(page)).toHaveText('Provider Portal Registration')
  await expect(page.getByLabel('National Provider Identifier (NPI)')).toHaveValue('')
})

test('two clicks on CREATE ACCOUNT create one account', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  const account = newAccount()
  await enterNpi(page, harborview, provider.npi)
  await reachStep3(page, plan, provider)
  await fillAccount(page, account, { names: false })
  await acceptTerms(page)
  let posts = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/addSaa')) posts += 1
  })
  await button(page, 'CREATE ACCOUNT').dblclick()
  await expect(heading(page)).toHaveText('Registration successful')
  expect(posts).toBe(1)
  const accounts = await plan.db.selectFrom('account').select('id').where('email', '=', account.email).execute()
  expect(accounts).toHaveLength(1)
})

test('a submission whose reply was lost gets the same result when it is sent again', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  const account = newAccount()
  await enterNpi(page, harborview, provider.npi)
  await reachStep3(page, plan, provider)
  await fillAccount(page, account, { names: false })
  await acceptTerms(page)
  await page.route('**/addSaa', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await createAccount(page)
  await expect(alert(page)).toHaveText('Our systems are currently not available. Please try again later.')
  await page.unroute('**/addSaa')
  await createAccount(page)
  await expect(heading(page)).toHaveText('Registration successful')
  const accounts = await plan.db.selectFrom('account').select('id').where('email', '=', account.email).execute()
  expect(accounts).toHaveLength(1)
})

test('with two tabs the newer NPI is current, and the older tab must start again', async ({ page, plan, context }) => {
  const [older, newer] = [await plan.takeProvider('full'), await plan.takeProvider('full')]
  await enterNpi(page, harborview, older.npi)
  await chooseAndContinue(page, 'I am the Provider')
  const tab = await context.newPage()
  await enterNpi(tab, harborview, newer.npi)
  await expect(heading(tab)).toHaveText('Who is Registering?')

  await page.getByLabel(SSN_FIELD).fill(older.lastSsn)
  await clickContinue(page)
  await expect(heading(page)).toHaveText('Provider Portal Registration')
  await expect(alert(page)).toHaveText('Please start your registration from the first page.')
  await proveBySsn(tab, newer.lastSsn)
  await expect(heading(tab)).toHaveText('Identity Questions')
})

test('a page restored after cancel has an empty model', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await reachStep3(page, plan, provider)
  await page.getByLabel('Email', { exact: true }).fill('typed@office.example')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await button(page, 'Cancel the registration').click()
  await page.waitForURL('**/thp/portal/providers/login*')
  await page.goBack()
  await expect(heading(page)).toHaveText('Provider Portal Registration')
  await expect(page.getByLabel('National Provider Identifier (NPI)')).toHaveValue('')
})
