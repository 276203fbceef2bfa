export type CaptchaProps = {
  /** 'altcha', or the site key of an outside provider. */
  captchaKey: string
  /** What captchaRes will carry; '' when an answer has run out. */
  onSolved: (answer: string) => void
}
