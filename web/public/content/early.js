// Keeps what is pressed before the page's own code has come (web/src/kit/hydration.tsx).
document.addEventListener(
  'click',
  (event) => {
    const button = event.target.closest('button:not([popovertarget])')
    if ('works' in document.documentElement.dataset || !button || button.form?.method === 'post') return
    event.preventDefault()
    for (const earlier of document.querySelectorAll('[data-pressed]')) delete earlier.dataset.pressed
    button.dataset.pressed = ''
  },
  true,
)
