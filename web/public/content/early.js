// Runs until the page is hydrated (docs/decisions/0021-the-first-screen-in-the-html.md).
{
  const on = (name, act) => document.addEventListener(name, act, true)
  const early = (act) => (event) => 'works' in document.documentElement.dataset || act(event, event.target)
  on(
    'click',
    early((event, target) => {
      const button = target.closest('button:not([popovertarget])')
      if (!button || button.form?.method === 'post') return
      event.preventDefault()
      event.stopPropagation()
      document.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
      button.setAttribute('data-pressed', '')
    }),
  )

  const files = document.currentScript.dataset.app?.split(' ') ?? []
  // One script per file, the entry last, so that each runs in its own task.
  const start = () => {
    for (const src of files.splice(0).reverse())
      document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }))
  }
  on('DOMContentLoaded', () => {
    if (!document.querySelector('[data-screen=visitor], [data-screen=person]')) return start()
    // Wait for the first contentful paint: at the first paint only the background is there, and scripts would delay the
    // text.
    const whenRead = (paints) => paints.getEntriesByName('first-contentful-paint').length && start()
    new PerformanceObserver(whenRead).observe({ type: 'paint', buffered: true })
    setTimeout(start, 1000)
  })
}
