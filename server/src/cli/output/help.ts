export const HELP = `Portico's commands. They work whether or not the server is running.

  npm run portico -- import KIND FILE [--snapshot [--accept-removals N]] [--confirm] [--rejects FILE]
      Imports a CSV file (also compressed: .gz) into the directory. KIND is one of:
        nppes         the national provider file as CMS publishes it, complete or weekly,
                      or its monthly file of deactivations (XLSX or CSV)
        network       the plan's network: one row per NPI and group
        claims        claims
        members       members
        sco-cases     Senior Care Options cases
        sco-invoices  Senior Care Options invoices
        plans         the plan's products, each with its network
        locations     where providers practice: address, phone, hours
        practices     who practices where: one row per NPI, location, group and network
      The first line names the columns, in any order; unknown columns are ignored.
      A column that is not in the file keeps its stored values.
      Bad rows are listed with line number and reason in FILE.rejects.csv (or where
      --rejects says) and do not stop the others. Importing a file again changes nothing.
      --snapshot (network, members, plans, locations, practices): the file is complete.
      What is missing leaves. Access based on missing providers or members is suspended
      with notice a day later.
      An import that would remove more than a tenth, or an entity with an active SAA,
      changes nothing unless --accept-removals names the number of missing ones.
      Deactivated NPIs suspend access. If that is more than one percent of the grants for
      single NPIs, nothing changes without --confirm.

  npm run portico -- publish directory --out DIR
      Writes the provider directory as files: FHIR Plan-Net resources, one file per type and
      network, and the layouts of PORTICO_DIRECTORY_TEMPLATES. DIR/index.json lists them and
      is replaced last, so a reader sees the former set or the new one.

  npm run portico -- user add --kind internal --email E --first F --last L [--role R]
      Invites a member of the plan's staff: prints the activation link, and mails it.
      The person chooses a user name and password there. R is their role:
      administrator (everything; also without --role), reviewer, editor, auditor
      or support.

  npm run portico -- npis list [--search TEXT]
      Providers whose registration is locked or on hold now; with --search any provider.
  npm run portico -- npis unlock NPI
      Resets the failed attempts counted for an NPI. Only plan staff can lift a hold.

  npm run portico -- accounts list [--search TEXT] [--state S] [--kind K] [--page N]
  npm run portico -- accounts unlock NAME
      Resets wrong passwords and codes: the owner can try again now.
  npm run portico -- accounts reopen NAME
      Reopens a suspended account and notifies its owner.

  npm run portico -- factors list --user NAME
  npm run portico -- factors reset --user NAME
      Requests the reset of an account's second factor. The owner confirms it by mail, and
      it takes effect 24 hours later unless they object.

  npm run portico -- export account NAME
      Prints everything stored about an account's owner as JSON, without keys and files.
  npm run portico -- erase account NAME --yes
      Erases the personal data of an account, which must have no access left. NAME is the
      user name or the account id. docs/operations.md lists what is kept.
  npm run portico -- holds add --account NAME | --npi NPI | --reference R --reason TEXT
  npm run portico -- holds list
  npm run portico -- holds release ID
      Legal holds: records under one are neither deleted nor erased.

  npm run portico -- mail list [--state waiting|given-up|sent] [--search TEXT] [--page N]
  npm run portico -- mail requeue ID … | --state given-up
      Retries permanently failed or queued mail now; with --state all failed mail.
  npm run portico -- mail give-up ID …
      Stops trying to send the mail.

  npm run portico -- jobs
      Pending work of the server's jobs, and since when.
  npm run portico -- sweeps
      Scheduled jobs: when each last ran, did something, failed.
  npm run portico -- limits [--now]
      The configured limits; with --now the current counts.

  npm run portico -- audit verify [--anchor FILE]
      Recomputes the audit trail's hash chain and reports the first row that does not
      match. Exit code 1 if there is one. --anchor compares it with the seals that the server
      wrote to PORTICO_AUDIT_ANCHOR_FILE, which detects an end that was cut off. Needs the
      server's PORTICO_SECRET_KEY, because the seals are signed with it.

  npm run portico -- counts verify
      Compares every maintained counter with a recount. Exit code 1 if one differs.
  npm run portico -- counts rebuild
      Recomputes the counters that differ.

  npm run portico -- clients add --name NAME --brand BRAND --redirect URI …
      [--logout URI] [--kinds provider,internal,member] [--scopes profile,email,access,…]
      [--permissions ELIG,CLAIM,…] [--consent] [--allow-empty-access]
      [--tile URI] [--tile-permission ID] [--post-logout URI …] [--jwks FILE]
      Registers an application for sign-on and prints its client ID and secret, once.
      --logout receives back-channel logouts. --consent asks each person for consent.
      --allow-empty-access lets people in whose access is not yet approved.
      --tile is the page that the tile on Home opens; with --tile-permission only people
      with that permission see it. --post-logout: pages to return to after signing out.
      --jwks: public keys of an application that signs in by private_key_jwt, without a
      secret.
  npm run portico -- clients list
  npm run portico -- clients show ID
  npm run portico -- clients rotate ID
      Prints a new secret. The former one stays valid for a day.
  npm run portico -- clients disable ID
      Ends the application's tokens and refuses new ones.

  npm run portico -- staff open-door ACCOUNT --reason TEXT
      Prints a one-time link for an administrator, for when the plan's directory is away.
      It works for 15 minutes, asks for the administrator's second factor and notifies the others.
  npm run portico -- staff oidc-test
      Says what is wrong with the settings of the plan's directory. Exit code 1 if something is.

  npm run portico -- keys status
      The current key, and what still depends on the former one.
  npm run portico -- keys rotate
      Re-encrypts stored data under the new PORTICO_SECRET_KEY; needs the former one as
      PORTICO_SECRET_KEY_FORMER. If interrupted, run it again to continue.
  npm run portico -- keys finish [--end-recovery-codes]
      The last step: retires the former key. Refused while anything depends on it.
  npm run portico -- keys rotate-signing
      Creates a new key for the ID tokens of sign-on. It signs after ten minutes; the former
      one stays published for a day after that.

  npm run portico -- migrate [--set-password]
      Migrates the database to this release, as its owner. Other commands do so only for
      the embedded database, unless PORTICO_MIGRATE=off. --set-password also gives
      portico_app the password in DATABASE_URL; restart every process afterward.

  npm run portico -- backup FILE [--force]
      Writes a snapshot of every table to one compressed file, while the server runs.
      An existing file is refused; --force replaces it.
      Keep PORTICO_SECRET_KEY separately: the file is useless without it.

  npm run portico -- restore FILE
      Restores a backup into an empty database, all or nothing. A backup of an older
      release is then migrated. Checks the number of rows and the audit trail.

  npm run portico -- settings [--json]
      Every setting with its value and source. Secrets are not shown.

  npm run portico -- help
      This text.

With --json the output is JSON. The audit trail records what a command changes and who ran
it: --as NAME, or else the user who called sudo, or else the operating-system user.

The database is the one the server uses: DATABASE_OWNER_URL, or DATABASE_URL if that
is not set, or the one in PORTICO_DATA_DIR (./data). Each command names it on standard
error. In an installed archive, a command without these settings exits with 2. An import of network needs the
server's PORTICO_SECRET_KEY (outside production it is stored in the data folder).
`
