document.addEventListener(
  'click',
  (event) => {
    const button = event.target.closest('button:not([popovertarget])')
    if ('works' in document.documentElement.dataset || !button || button.form?.method === 'post') return
    event.preventDefault()
    document.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
    button.setAttribute('data-pressed', '')
  },
  true,
)
