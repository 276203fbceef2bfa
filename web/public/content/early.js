// Until a page works (docs/decisions/0021-the-first-screen-in-the-html.md).
{
  const on = (name, act) => document.addEventListener(name, act, true)
  const early = (act) => (event) => 'works' in document.documentElement.dataset || act(event, event.target)
  const keep = early((event, field) => {
    event.stopPropagation()
    field.typed = { value: field.value, checked: field.checked }
  })
  on('input', keep)
  on('change', keep)
  on(
    'click',
    early((event, target) => {
      const button = target.closest('button:not([popovertarget])')
      if (target.matches('input, select, textarea')) event.stopPropagation()
      if (!button || button.form?.method === 'post') return
      event.preventDefault()
      event.stopPropagation()
      document.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
      button.setAttribute('data-pressed', '')
    }),
  )

  const files = document.currentScript.dataset.app?.split(' ') ?? []
  // Each file a script of its own, the entry last: what it begins with runs as it comes, in turns of its own.
  const start = () => {
    for (const src of files.splice(0).reverse())
      document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }))
  }
  on('DOMContentLoaded', () => {
    if (!document.querySelector('[data-screen=visitor], [data-screen=person]')) return start()
    // Of the two paints the second: at the first only the background is there, and the scripts would come before the words.
    const whenRead = (paints) => paints.getEntriesByName('first-contentful-paint').length && start()
    new PerformanceObserver(whenRead).observe({ type: 'paint', buffered: true })
    setTimeout(start, 1000)
  })
}
