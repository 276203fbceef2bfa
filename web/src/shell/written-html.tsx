/** What plan staff wrote, already sanitised by the server. The one place where markup from outside enters a page. */
export function WrittenHtml({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the way in and out, and no script runs under the CSP
  return <div className="written" dangerouslySetInnerHTML={{ __html: html }} />
}
