export type CaptchaProps = {
  /** 'altcha', or the site key of an external provider. */
  captchaKey: string
  /** Value for captchaRes; '' when the answer expires. */
  onSolved: (answer: string) => void
}
