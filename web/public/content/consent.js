// The consent page (server/src/sign-on-hub/domain/library/pages.ts): sends the answer, then opens the application by GET.
{
  const form = document.querySelector('[data-consent]')
  const problem = form.querySelector('[role=alert]')
  const cookies = document.cookie.split('; ')
  const read = (start) => cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length)
  const token = read('__Host-XSRF-TOKEN=') ?? read('XSRF-TOKEN=') ?? ''
  const FAILED = 'We could not save your answer. Please go back to the application and try again.'

  const send = async (allow) => {
    const headers = { 'content-type': 'application/json', 'x-xsrf-token': token }
    const body = JSON.stringify({ allow })
    const reply = await fetch(form.dataset.consent, { method: 'POST', headers, body })
    if (!reply.ok) throw new Error(FAILED)
    location.assign((await reply.json()).location)
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form.ariaBusy === 'true') return
    form.ariaBusy = 'true'
    problem.hidden = true
    send(event.submitter?.value === 'yes').catch(() => {
      form.ariaBusy = 'false'
      problem.textContent = FAILED
      problem.hidden = false
    })
  })
}
