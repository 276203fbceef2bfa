// Loaded before every script of package.json, so it must run on any Node: only syntax from before 2015.
'use strict'
var major = Number(process.versions.node.split('.')[0])
if (!(major >= 20)) {
  console.error(
    'Portico needs Node.js 20 or later, and this is ' +
      process.versions.node +
      '. Install it from https://nodejs.org and run the command again.',
  )
  process.exit(1)
}
