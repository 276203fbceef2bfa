export const HELP = `Portico's commands. They work while the server runs and while it does not.

  npm run portico -- import KIND FILE [--snapshot] [--rejects FILE]
      Brings a CSV file (also compressed: .gz) into the directory. KIND is one of:
        nppes         the national provider file as CMS publishes it
        network       the plan's network: one row per NPI and group
        claims        claims
        members       members
        sco-cases     Senior Care Options cases
        sco-invoices  Senior Care Options invoices
      The first line names the columns, in any order; unknown columns are ignored.
      A column the file does not have leaves what is stored as it is.
      Bad rows are listed with line number and reason in FILE.rejects.csv (or where
      --rejects says) and do not stop the others. Importing a file again changes nothing.
      --snapshot (network, members): the file is everybody; who is missing leaves, and
      access resting on them is suspended with notice.

  npm run portico -- user add --kind internal --email E --first F --last L [--role R]
      Invites a member of the plan's staff: prints the activation link, and mails it.
      The person chooses user name and password there. R says what they may do:
      administrator (everything; also without --role), reviewer, editor or auditor.

  npm run portico -- npis list [--search TEXT]
      Providers whose registration is locked or on hold now; with --search any provider.
  npm run portico -- npis unlock NPI
      Forgets what was counted against an NPI. A hold is plan staff's to lift.

  npm run portico -- accounts list [--search TEXT] [--state S] [--kind K] [--page N]
  npm run portico -- accounts unlock NAME
      Forgets wrong passwords and codes: the owner may try again at once.
  npm run portico -- accounts reopen NAME
      Opens a suspended account again, and tells its owner.

  npm run portico -- factors list --user NAME
  npm run portico -- factors reset --user NAME
      Asks for the reset of somebody's second factor: they confirm it by mail, and it is
      done 24 hours later, unless they object.

  npm run portico -- export account NAME
      Prints everything stored about an account's owner as JSON, without keys and files.
  npm run portico -- erase account NAME --yes
      Empties an account of its person, who must hold no access any more. NAME is the user
      name or the account's id. What stays is told in docs/operations.md.
  npm run portico -- holds add --account NAME | --npi NPI | --reference R --reason TEXT
  npm run portico -- holds list
  npm run portico -- holds release ID
      A legal hold: nothing of it is swept away or erased.

  npm run portico -- mail list [--state waiting|given-up|sent] [--search TEXT] [--page N]
  npm run portico -- mail requeue ID … | --state given-up
      Tries given-up or waiting mail again now; with --state all that was given up.
  npm run portico -- mail give-up ID …
      Mail that is not to be sent any more.

  npm run portico -- jobs
      What waits for the jobs of the server, and since when.
  npm run portico -- sweeps
      What falls due by the calendar: when each part last ran, did something, failed.
  npm run portico -- limits [--now]
      The limits in force; with --now what is counted at the moment.

  npm run portico -- audit verify [--anchor FILE]
      Recomputes the audit trail's hash chain and names the first row that does not fit.
      Exit code 1 when one is found. --anchor holds it against the seals that the server
      wrote to PORTICO_AUDIT_ANCHOR_FILE, and so finds an end that was cut off. Needs the
      server's PORTICO_SECRET_KEY, which the seals are signed with.

  npm run portico -- counts verify
      Compares every maintained counter with a recount. Exit code 1 if one differs.
  npm run portico -- counts rebuild
      Recomputes the counters that differ.

  npm run portico -- keys status
      Which key holds, and what still rests on the former one.
  npm run portico -- keys rotate
      Brings what can be opened under the new PORTICO_SECRET_KEY; needs the former one as
      PORTICO_SECRET_KEY_FORMER. Killed in the middle, it goes on where it was.
  npm run portico -- keys finish [--end-recovery-codes]
      The last step: the former key opens nothing any more. Refused while anything rests
      on it.

  npm run portico -- migrate
      Brings the database to the shape this release needs, as its owner. Other commands
      do so for the embedded database alone, unless PORTICO_MIGRATE=off.

  npm run portico -- backup FILE [--force]
      Every table as of one moment, into one compressed file, while the server runs.
      A file that is there already is refused; --force replaces it.
      Keep PORTICO_SECRET_KEY apart from it; nobody can use the file without the key.

  npm run portico -- restore FILE
      A backup into an empty database, all or nothing: of this release or an older one,
      whose tables are then brought to today's shape. Counts what came and verifies the
      audit trail.

  npm run portico -- settings [--json]
      Every setting, what holds, and where it comes from. Secrets are not shown.

  npm run portico -- help
      This text.

With --json an answer is JSON. What a command changes is in the audit trail, with the
user of the operating system who ran it.

The database is the one the server uses: DATABASE_OWNER_URL, or DATABASE_URL where there
is none, or the one in PORTICO_DATA_DIR (./data). An import of network needs the server's PORTICO_SECRET_KEY (outside production
it is kept in the data folder).
`
