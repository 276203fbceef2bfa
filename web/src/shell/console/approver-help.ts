/** Who can give four-eyes approval, and what to do if there is no one (behaviour 15.12). */
export const APPROVER_RULE =
  'An approver has been an administrator for seven days, and the person who requests neither invited them nor changed their account.'
export const APPROVER_HELP = `${APPROVER_RULE} Your operator can add an administrator on the server with the command “portico user add”. All administrators are notified by email.`
/** After an action that needs four-eyes approval. */
export const WAITS_FOR_APPROVAL =
  'Another administrator must approve first. The approval is pending on the console’s home page.'
