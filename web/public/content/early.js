/* Until the page works: begins to load it when its first screen is seen, and keeps what is pressed and typed. */
{
  const works = () => 'works' in document.documentElement.dataset
  const press = (event) => {
    const button = event.target.closest('button:not([popovertarget])')
    if (works()) return
    if (event.target.matches('input, select, textarea')) event.stopPropagation()
    if (!button || button.form?.method === 'post') return
    event.preventDefault()
    event.stopPropagation()
    document.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
    button.setAttribute('data-pressed', '')
  }
  const type = (event) => {
    if (works()) return
    event.stopPropagation()
    event.target.typed = { value: event.target.value, checked: event.target.checked }
  }
  document.addEventListener('click', press, true)
  for (const name of ['input', 'change']) document.addEventListener(name, type, true)

  const files = document.currentScript.dataset.app?.split(' ') ?? []
  const start = () => {
    for (const [index, file] of files.splice(0).entries()) {
      const isEntry = index === 0
      const element = document.createElement(isEntry ? 'script' : 'link')
      Object.assign(element, isEntry ? { type: 'module', src: file } : { rel: 'modulepreload', href: file })
      document.head.append(element)
    }
  }
  for (const name of ['pointerdown', 'keydown']) document.addEventListener(name, start, true)
  document.addEventListener('DOMContentLoaded', () => {
    if (document.hidden || !document.querySelector('#root:is([data-screen=visitor], [data-screen=person])'))
      return start()
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
    setTimeout(start, 1000)
  })
}
